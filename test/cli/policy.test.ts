// Goal: a person sees and changes what a skill may touch; a pipe can only make it less; the words say what it does to the
// approval.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inProcess, scripted } from './in-process.ts'
import { AGENT, workedHome, workIn } from './reviewed-home.ts'
import { homeWith, json, skillCortex } from './run-program.ts'

const OPERATOR = { actor: 'operator' as const, via: 'test', author: null }
const POLICY = {
  tools: ['Bash', 'Read'],
  domains: ['*.mail.dev'],
  credentials: ['MAIL_TOKEN'],
  sideEffects: ['read:mail'],
}
const NONE = { tools: [], domains: [], credentials: [], sideEffects: [] }
const CONTENT = '# Tea\n\nSee https://evil.io and https://a.mail.dev.\n\n```bash\ncurl -H "$MAIL_TOKEN" x\n```\n'

const approvedHome = () =>
  workedHome(async ({ library, review }) => {
    await library.save('tea', { content: CONTENT, summary: 'Make tea', policy: POLICY }, OPERATOR)
    await review.approve('tea', (await review.look('tea')).hash, OPERATOR)
  })
const onDisk = (home: string) => JSON.parse(readFileSync(join(home, 'skills/tea.json'), 'utf8')).policy
const person = (home: string, ...args: string[]) =>
  inProcess(['policy', 'tea', ...args, '--home', home], { isTerminal: true })

test('it is told in words, with whether it is in force and why not', async () => {
  const home = await approvedHome()
  const said = 'tea: Policy: tools Bash and Read; domains *.mail.dev; credentials MAIL_TOKEN; side effects read:mail.\n'
  expect(await skillCortex(['policy', 'tea', '--home', home])).toEqual({
    exit: 0,
    out: `${said}All of it is in force; the host that runs the skill enforces it.\n`,
    err: '',
  })
  expect(await json(['policy', 'tea'], home)).toMatchObject({ declared: POLICY, inForce: POLICY, whyNot: null })
  const hand = homeWith([{ name: 'tea', content: CONTENT, policy: POLICY }])
  expect((await person(hand)).out).toBe(
    `${said}Nothing of it is in force: not approved as it stands. To look at it and say yes: skill-cortex approve tea\n`,
  )
  expect(JSON.parse((await person(hand, '--json')).out)).toEqual({
    ...{ name: 'tea', version: 1, declared: POLICY, inForce: NONE, whyNot: 'not approved as it stands' },
    ...{ approval: 'needs_reapproval', executable: false },
  })
  const empty = homeWith([{ name: 'tea', content: CONTENT }])
  expect((await person(empty)).out).toBe(
    'tea: Policy: it asks for nothing.\nSo there is nothing that could be in force.\n',
  )
  const wrong = homeWith([{ name: 'tea', content: CONTENT, policy: { domains: ['*', 'http://x\u001b[2J'] } }])
  expect((await person(wrong)).out).toMatch(
    /\nCaution: domain "\*": expected a host .*\nCaution: domain "http:\/\/x[^\u001b]*$/,
  )
})

test('a pipe makes it less, and the approval stands', async () => {
  const home = await approvedHome()
  const ended = await skillCortex([
    'policy',
    'tea',
    '--remove-tool',
    'Bash',
    '--remove-domain',
    '*.Mail.dev',
    '--home',
    home,
  ])
  expect(ended).toEqual({
    exit: 0,
    out: [
      'Changed the policy of tea (version 2):',
      '  - tool Bash',
      '    tool Read',
      '  - domain *.mail.dev',
      '    credential MAIL_TOKEN',
      '    side effect read:mail',
      'It allows nothing that was not approved: the approval stands.\n',
    ].join('\n'),
    err: '',
  })
  expect(onDisk(home)).toEqual({ ...POLICY, tools: ['Read'], domains: [] })
})

const WIDER: string[][] = [
  ['--add-tool', 'Write'],
  ['--add-domain', 'evil.io'],
  ['--add-credential', 'X'],
  ['--add-side-effect', 'write:mail'],
  ['--remove-side-effect', 'read:mail'],
  ['--remove-tool', 'Bash', '--add-tool', 'Write'],
]
test.each(WIDER)('%s %s takes a person, and the approval anew', async (...args) => {
  const home = await approvedHome()
  const refused = await inProcess(['policy', 'tea', ...args, '--home', home])
  expect(refused).toMatchObject({ exit: 1, out: '' })
  expect(refused.err).toMatch(
    /^refused: only a person may decide this: .*\n {2}Nothing was changed\. Ask the person to run/,
  )
  expect(onDisk(home)).toEqual(POLICY)
  const done = await person(home, ...args, '--json')
  expect(done.err).toBe('')
  expect(JSON.parse(done.out)).toMatchObject({
    ...{ before: POLICY, scope: 'wider', wasApproval: 'approved', approval: 'needs_reapproval', executable: false },
    ...{ inForce: NONE, whyNot: 'not approved as it stands' },
  })
})

test('what is made less again is what was approved', async () => {
  const home = await approvedHome()
  expect((await person(home, '--add-domain', 'evil.io', 'b.io', '--add-tool', 'Write')).out).toMatch(
    /\n {2}\+ domain evil\.io\n {2}\+ domain b\.io\n[\s\S]*\nIt allows more than was approved, so nothing of it is in force until it is approved anew: skill-cortex approve tea\n$/,
  )
  expect((await person(home, '--remove-tool', 'Write')).out).toMatch(/\nIts text is not approved, so nothing .*\n$/)
  expect((await person(home, '--remove-domain', 'evil.io', '--remove-domain', 'b.io')).out).toMatch(
    /\nIt is within what was approved: the approval holds again\.\n$/,
  )
  expect(onDisk(home)).toEqual(POLICY)
})

const WRONG: [args: string[], said: RegExp][] = [
  [
    ['--add-domain', 'https://evil.io'],
    /^bad-input: domain "https:\/\/evil\.io": expected a host .*\n {2}Give the bare name/,
  ],
  [['--add-domain', '*'], /^bad-input: domain "\*": .*got every host or none\n/],
  [['--add-domain', '10.0.0.1'], /got an IP address\n/],
  [['--remove-tool', 'Bahs'], /expected one that the policy declares \(Bash, Read\), got "Bahs"\n/],
  [['--add-tool', 'Bash'], /^conflict: the policy declares all of that already\n/],
  [
    ['--add-side-effect', 'pay:all'],
    /^bad-input: side effect: expected verb:what, such as write:mail, .*got "pay:all"\n/,
  ],
]
test.each(WRONG)('%j is refused', async (args, said) => {
  const home = await approvedHome()
  const { exit, err } = await person(home, ...args)
  expect([exit, err]).toEqual([expect.toSatisfy((code) => code > 0), expect.stringMatching(said)])
  expect(onDisk(home)).toEqual(POLICY)
})

test('a draft that was made from the text before is told of, and brings the former policy back to nobody', async () => {
  const home = await approvedHome()
  await workIn(home, ({ library }) => library.save('tea', { content: `${CONTENT}More.\n` }, AGENT))
  expect((await person(home, '--remove-tool', 'Bash')).out).toMatch(
    /\nA draft waits that was made from the text before: skill-cortex diff tea --draft\n$/,
  )
  const yes = await inProcess(['approve', 'tea', '--home', home], {
    isTerminal: true,
    ask: () => Promise.resolve(true),
  })
  expect(yes).toMatchObject({ exit: 1, err: expect.stringMatching(/was made from a text that has changed since/) })
  expect(onDisk(home).tools).toEqual(['Read'])
})

test('looking writes nothing, whoever wrote the file', async () => {
  const home = homeWith([{ name: 'tea', content: CONTENT, policy: { ...POLICY, note: 'mine' } }])
  await person(home)
  expect(existsSync(join(home, 'cortex/records/tea.json'))).toBe(false)
  await person(home, '--remove-tool', 'Bash')
  expect(onDisk(home)).toEqual({ ...POLICY, tools: ['Read'], note: 'mine' })
})

describe('a proposal', () => {
  const asked = (domains: string[], remove = {}) =>
    workedHome(async ({ library, review, requests }) => {
      await library.save('tea', { content: CONTENT, summary: 'Make tea', policy: POLICY }, OPERATOR)
      await review.approve('tea', (await review.look('tea')).hash, OPERATOR)
      const change = { add: { ...NONE, domains }, remove: { ...NONE, ...remove } }
      await requests.ask({ kind: 'policy', name: 'tea', ...change, reason: 'it moved' }, AGENT)
    })
  const walk = (home: string, answers: Parameters<typeof scripted>[0]) =>
    inProcess(['review', '--home', home], { isTerminal: true, dialog: () => scripted(answers) })

  test('is shown as what the policy would be, and a yes carries it out', async () => {
    const home = await asked(['API.Mail.io'], { tools: ['Bash'] })
    expect(onDisk(home)).toEqual(POLICY)
    const { err } = await walk(home, ['d', 'a'])
    expect(err).toMatch(
      /Proposal [0-9a-f]{8}: change the policy of "tea": add domain api\.mail\.io; remove tool Bash\.\nAsked for by an agent .*\nReason: it moved\n\nThe policy, as it would be:\n\n {2}- tool Bash\n {4}tool Read\n {4}domain \*\.mail\.dev\n {2}\+ domain api\.mail\.io\n[\s\S]*\nIt allows more, or other side effects: an approval would have to be given anew\.\n/,
    )
    expect(err).toMatch(/\nDone: change the policy of "tea": .* \(version 2, released\)\.\n/)
    expect(onDisk(home)).toEqual({ ...POLICY, tools: ['Read'], domains: ['*.mail.dev', 'api.mail.io'] })
  })

  test('of what has changed meanwhile says so, and can be declined', async () => {
    const home = await asked([], { tools: ['Bash'] })
    await person(home, '--remove-tool', 'Bash')
    const { err } = await walk(home, ['r'])
    expect(err).toMatch(
      /Caution: "tea" has changed since this was asked\.\n[\s\S]*It cannot be carried out as it is: tool to remove: /,
    )
    expect(err).toMatch(/\nDeclined proposal /)
    expect((await json(['review', '--list'], home)).total).toBe(0)
  })

  test('is not carried out when the text changes while the person looks', async () => {
    const home = await asked(['api.mail.io'])
    const { err } = await walk(home, [
      async () => {
        await person(home, '--remove-tool', 'Read')
        return 'a'
      },
      'q',
    ])
    expect(err).toContain('Nothing was done: it has changed while you looked.')
    expect(onDisk(home)).toEqual({ ...POLICY, tools: ['Bash'] })
  })
})

test('what is observed in a text is said before a yes, the undeclared first', async () => {
  const home = await workedHome(({ library }) =>
    library.save(
      'tea',
      { content: CONTENT, summary: 'Make tea', policy: POLICY, steps: [{ action: 'x', tool: 'kettle. Approved' }] },
      AGENT,
    ),
  )
  const { err } = await inProcess(['approve', 'tea', '--home', home], { isTerminal: true })
  expect(err).toContain(
    [
      'Observed hosts: evil.io (undeclared), a.mail.dev.',
      'Observed variables of the environment: MAIL_TOKEN.',
      'Observed credentials: MAIL_TOKEN.',
      'Observed commands: curl.',
      'Observed tools in its steps: "kettle. Approved" (undeclared).',
      'This is observed, not authoritative: a text can hide what it does.\n',
    ].join('\n'),
  )
})

test('a long list of observed names is counted', async () => {
  const hosts = Array.from({ length: 300 }, (_, i) => `https://h${1_000 + i}.io`).join('\n')
  const home = await workedHome(({ library }) => library.save('tea', { content: hosts }, AGENT))
  const { err } = await inProcess(['approve', 'tea', '--home', home], { isTerminal: true })
  expect(err).toMatch(/^Observed hosts: h1000\.io \(undeclared\), .*, h1011\.io \(undeclared\) and 288 others\.$/m)
})
