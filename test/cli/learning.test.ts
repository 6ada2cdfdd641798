// What people see of learning: what was learned, whether more is, why a message brings up what it does, and that what is to
// be forgotten goes only when somebody said yes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { filesWith } from '../support/open-learner.ts'
import { useApp } from '../support/use-app.ts'
import { inProcess } from './in-process.ts'
import { expectRow, homeWith, json, placeSkill, type Row, skillCortex } from './run-program.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

const SKILLS = [
  { name: 'mcp/email', summary: 'Send email through a mail server', content: 'Send it.', triggers: ['send a mail'] },
  { name: 'mcp/calendar', summary: 'Read and write appointments', content: 'Ask.' },
  { name: 'docker/deploy', summary: 'Deploy a container to the staging server', content: 'Push.' },
  { name: 'writing/invoice', summary: 'Write an invoice as PDF', content: 'Write.' },
]
const PING = 'ping everybody who signed up'

/** Two sessions taught mcp/email, the second one confirmed it and turned against writing/invoice; the third said a word. */
async function usedHome(): Promise<string> {
  const home = homeWith(SKILLS)
  const { used, recall, close } = await useApp(home)
  await used('monday', PING, 'mcp/email')
  await used('tuesday', 'ping the new customers', 'mcp/email', 'success')
  await used('tuesday', 'bill the new customers', 'writing/invoice', 'task_mismatch')
  await recall('feed the flamingos', { session: 'wednesday' })
  await close()
  return home
}

describe('what was learned', () => {
  const WHEN = '(?:just now|\\d+ minutes? ago)'
  const ROWS: Row[] = [
    {
      args: ['learning'],
      out: new RegExp(
        [
          '^Learning is on\\.',
          '3 lessons on 2 skills, from 2 sessions\\. At most 200 are kept of a skill; the oldest go first\\.',
          '',
          'name +lessons +recalled +searched +by name +right +wrong +newest +oldest',
          `mcp/email +2 +\\d +0 +\\d +1 +0 +${WHEN} +${WHEN}`,
          `writing/invoice +1 +0 +0 +1 +0 +1 +${WHEN} +${WHEN}`,
          '',
          'One by one: skill-cortex learning --skill <name>. To drop them: skill-cortex forget --skill <name>\n$',
        ].join('\n'),
      ),
    },
    {
      args: ['learning', '--skill', 'mcp/email'],
      out: new RegExp(
        [
          '^Learning is on\\.\n2 lessons on 1 skill, from 2 sessions\\..*',
          '',
          'when +skill +how +verdict +weight +session +stems of the message',
          `${WHEN} +mcp/email +\\S+ +right +1\\.00 +tuesday +custom new ping`,
          `${WHEN} +mcp/email +by-name +open +1\\.00 +monday +everybodi ping sign`,
          '$',
        ].join('\n'),
      ),
    },
    { args: ['learning', '--session', 'tuesday'], out: /^Learning is on\.\n2 lessons on 2 skills, from 1 session\./ },
    { args: ['learning', '--session', 'tuesday', '--skill', 'writing/invoice'], out: / wrong +-1\.00 +tuesday +bill/ },
    { args: ['learning', '--skill', 'docker/deploy'], out: /^Learning is on\.\nNothing was learned there\.\n$/ },
    { args: ['learning', '--session', 'wednesday'], out: /^Learning is on\.\nNothing was learned there\.\n$/ },
    {
      args: ['learning', '--skill', 'mcp/emial'],
      exit: 1,
      err: /^not-found: no skill is named "mcp\/emial"\n {2}Nearest names: mcp\/email, /,
    },
    {
      args: ['learning', '--session', 'tues'],
      exit: 1,
      err: /^not-found: no session is called "tues"\n {2}Sessions that something was learned from: tuesday and monday\.\n$/,
    },
    {
      args: ['learning', 'stop'],
      exit: 2,
      err: /^bad-input: <action>: expected one of status, pause, resume, export, got "stop"\n/,
    },
    { args: ['learning', 'pause', '--skill', 'mcp/email'], exit: 2, err: /holds for the whole library\n {2}Leave the/ },
    { args: ['learning', '--skill', ''], exit: 2, err: /^bad-input: --skill: expected the name of a skill, got ""\n/ },
  ]
  test('is told per skill, and one by one on request', async () => {
    const home = await usedHome()
    for (const row of ROWS) await expectRow(row, home)
  })

  test('is nothing in a home that nobody used', async () => {
    const out =
      /^Learning is on\.\nNothing was learned yet\. A lesson comes about when a session recalls with a message and then loads a skill\.\n$/
    await expectRow({ args: ['learning'], out }, homeWith(SKILLS))
  })

  test('of a skill that was archived is told, and so is what is not in the library', async () => {
    const home = await usedHome()
    await skillCortex(['archive', 'mcp/email', '--home', home])
    await expectRow({ args: ['learning'], out: /\n\nLearned of, and not in the library now: mcp\/email\.\n/ }, home)
    await expectRow({ args: ['learning', '--skill', 'mcp/email'], out: /\n2 lessons on 1 skill, / }, home)
    await expectRow(
      { args: ['forget', '--skill', 'mcp/email', '--yes'], out: /^Forgot what was learned of mcp\/em/ },
      home,
    )
    // There was such a skill, so that this is no mistyped name.
    await expectRow({ args: ['learning', '--skill', 'mcp/email'], out: /Nothing was learned there\.\n$/ }, home)
  })

  test('is one document for programs', async () => {
    const home = await usedHome()
    expect(await json(['learning'], home)).toEqual({
      learning: 'on',
      setting: { isOn: true, origin: 'default' },
      isPaused: false,
      lessonsPerSkillMax: 200,
      lessons: 3,
      sessions: 2,
      skills: [
        {
          ...{ name: 'mcp/email', isStanding: true, lessons: 2 },
          ...{ newestAt: expect.stringMatching(/^2.*Z$/), oldestAt: expect.stringMatching(/^2.*Z$/) },
          how: { recalled: expect.any(Number), searched: 0, 'by-name': expect.any(Number) },
          verdicts: { right: 1, wrong: 0, open: 1 },
        },
        expect.objectContaining({ name: 'writing/invoice', verdicts: { right: 0, wrong: 1, open: 0 } }),
      ],
    })
    expect(await json(['learning', '--session', 'monday'], home)).toMatchObject({
      listed: [
        {
          ...{ skill: 'mcp/email', session: 'monday', how: 'by-name', verdict: 'open', weight: 1 },
          ...{ at: expect.any(String), stems: ['everybodi', 'ping', 'sign'] },
        },
      ],
    })
  })
})

test('a pause is told, holds for what comes, and ends', async () => {
  const home = await usedHome()
  const said = () =>
    readFileSync(join(home, 'skill-usage', 'thursday.jsonl'), 'utf8')
      .split('\n')
      .at(-2)
  const recall = { args: ['recall', 'feed the pelicans', '--session', 'thursday'], out: /./ }
  const steps: Row[] = [
    { args: ['learning', 'resume'], exit: 1, out: /^Learning is not paused: nothing was changed\.\n$/ },
    {
      args: ['learning', 'pause'],
      out: /^Paused: no words of messages are written down from now on, and no report moves a route\. What was learned/,
    },
    { args: ['learning', 'pause'], exit: 1, out: /^Learning is paused already: nothing was changed\.\n$/ },
    { args: ['learning'], out: /^Learning is paused: no words .*; what was learned still counts\.\n3 lessons on / },
    recall,
  ]
  for (const step of steps) await expectRow(step, home)
  expect(JSON.parse(said()!)).not.toHaveProperty('stems')
  expect(await json(['learning', 'resume'], home)).toEqual({
    learning: 'on',
    setting: { isOn: true, origin: 'default' },
    isPaused: false,
    changed: true,
  })
  await expectRow(recall, home)
  expect(JSON.parse(said()!)).toMatchObject({ stems: ['feed', 'pelican'] })
})

test('switched off by the setting is told with where that was set', async () => {
  const home = await usedHome()
  const env = { SKILL_CORTEX_RECALL_LEARN: 'off' }
  const { out } = await skillCortex(['learning', '--home', home], { env })
  expect(out).toMatch(
    /^Learning is off by the setting recall\.learn \(environment\): nothing .* does not count\.\n3 less/,
  )
  await skillCortex(['learning', 'pause', '--home', home], { env })
  expect((await skillCortex(['learning', '--home', home], { env })).out).toMatch(
    /does not count\. It is paused, too\.\n/,
  )
  expect((await skillCortex(['learning', 'resume', '--home', home], { env })).out).toBe(
    'Resumed, but learning stays off by the setting recall.learn (environment).\n',
  )
})

test('what is kept about use is printed whole, and none of it after all is forgotten', async () => {
  const home = await usedHome()
  const kept = (await json(['learning', 'export'], home)) as Record<string, unknown>
  expect(kept).toMatchObject({
    learning: { isOn: true, isPaused: false },
    wording: expect.arrayContaining([
      expect.objectContaining({ skill: 'mcp/email', stems: ['everybodi', 'ping', 'sign'] }),
    ]),
    routing: {
      regions: expect.arrayContaining([
        expect.objectContaining({
          region: 'mcp/email',
          routes: [expect.objectContaining({ weights: [{ at: expect.any(String), weight: 0.575 }] })],
        }),
      ]),
    },
    uses: [{ skill: 'mcp/email', outcome: 'success' }, { skill: 'writing/invoice' }],
    sessions: expect.arrayContaining([
      expect.objectContaining({
        session: 'wednesday',
        events: expect.arrayContaining([expect.objectContaining({ stems: ['feed', 'flamingo'] })]),
      }),
      expect.objectContaining({
        session: 'tuesday',
        seen: expect.arrayContaining([{ name: 'mcp/email', turn: expect.any(Number) }]),
      }),
    ]),
    left: 0,
  })
  await skillCortex(['forget', '--all', '--yes', '--home', home])
  const { out } = await skillCortex(['learning', 'export', '--home', home])
  expect(JSON.parse(out)).toMatchObject({ wording: [], uses: [], routing: { regions: [], lessons: [] } })
  expect(out).not.toMatch(/everybodi|flamingo|"bill"/)
  await expectRow({ args: ['learning', 'export', '--skill', 'x'], exit: 2, err: /expected "export" alone/ }, home)
})

describe('forgetting', () => {
  const REFUSED: Row[] = [
    { args: ['forget'], exit: 2, err: /^bad-input: expected exactly one of --skill, --session and --all, got none\n/ },
    { args: ['forget', '--skill', 'a', '--all'], exit: 2, err: /^bad-input: .* got --skill and --all\n/ },
    { args: ['forget', '--skill', 'a', '--session', 'b', '--all'], exit: 2, err: /got --skill, --session and --all\n/ },
    {
      args: ['forget', '--all'],
      exit: 2,
      err: /^bad-input: expected --yes, because .*\n {2}.*--dry-run, then pass --yes/,
    },
    { args: ['forget', '--skill', 'mcp/emial', '--yes'], exit: 1, err: /^not-found: no skill is named "mcp\/emial"\n/ },
    { args: ['forget', '--session', 'sunday', '--yes'], exit: 1, err: /^not-found: no session is called "sunday"\n/ },
    { args: ['forget', '--session', 'monday', '--dry-run'], out: /^when +skill.*\n.*monday +everybodi ping sign\n$/ },
    { args: ['forget', '--all', '--dry-run'], out: /^name +lessons.*\nmcp\/email +2 .*\nwriting\/invoice +1 .*\n$/ },
  ]
  test('is refused with what to do, or only shown, and nothing is changed', async () => {
    const home = await usedHome()
    for (const row of REFUSED) await expectRow(row, home)
    await expectRow({ args: ['learning'], out: /\n3 lessons on 2 skills/ }, home)
  })

  test('of a skill, of sessions, and of all that is left', async () => {
    const home = await usedHome()
    const steps: Row[] = [
      {
        args: ['forget', '--skill', 'mcp/email', '--yes'],
        out: /^Forgot what was learned of mcp\/email: 2 lessons and 1 route\. The words of 2 messages and calls are gone from the journal\.\n$/,
      },
      {
        args: ['forget', '--skill', 'mcp/email', '--yes'],
        exit: 1,
        out: /^There was nothing to forget: nothing was learned of mcp\/email\.\n$/,
      },
      {
        args: ['forget', '--session', 'wednesday', '--yes'],
        out: /^Forgot what was learned from session wednesday: 0 lessons\. The words of 1 message or call are gone /,
      },
      {
        args: ['forget', '--all', '--yes'],
        out: /^Forgot all that was learned: 1 lesson and 1 route\. The words of 1 message or call are gone/,
      },
      { args: ['forget', '--all', '--yes'], exit: 1, out: /^There was nothing to forget: nothing was learned\.\n$/ },
    ]
    for (const step of steps) await expectRow(step, home)
    expect(filesWith(home, ['everybodi', 'flamingo', 'ping', '"bill"'])).toEqual([])
  })

  test('is one document for programs', async () => {
    const home = await usedHome()
    expect(await json(['forget', '--session', 'monday', '--dry-run'], home)).toMatchObject({
      ...{ scope: 'session', of: 'monday', changed: false, lessons: 1, messages: 0, routes: 0 },
      listed: [{ skill: 'mcp/email', session: 'monday' }],
    })
    expect(await json(['forget', '--session', 'monday', '--yes'], home)).toEqual({
      ...{ scope: 'session', of: 'monday', changed: true, lessons: 1, messages: 1, routes: 0, routeLessons: 0 },
    })
    expect(await json(['forget', '--all', '--yes'], home)).toEqual({
      ...{ scope: 'all', of: null, changed: true, lessons: 2, messages: 3, routes: 2, routeLessons: 0 },
    })
  })

  test('asks at a terminal, shows what would go, and takes anything but yes for no', async () => {
    const home = await usedHome()
    const asked: string[] = []
    const at = (answer: boolean) => ({
      isTerminal: true,
      ask: async (question: string) => {
        asked.push(question)
        return answer
      },
    })
    const args = ['forget', '--skill', 'mcp/email', '--home', home]
    const no = await inProcess(args, at(false))
    expect(no).toMatchObject({ exit: 1, out: '' })
    expect(no.err).toMatch(
      /^when +skill.*\n.*custom new ping\n.*everybodi ping sign\n\nrefused: nothing was forgotten: the /,
    )
    await expectRow({ args: ['learning'], out: /\n3 lessons on 2 skills/ }, home)
    const yes = await inProcess(args, at(true))
    expect(yes).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^Forgot what was learned of mcp\/email: 2 lessons/),
    })
    expect(asked).toEqual(Array(2).fill('Forget what was learned of mcp/email (2 lessons) for good?'))
  })

  test("a session's name cannot command a terminal or forge a row", async () => {
    const home = homeWith(SKILLS)
    const session = 'a\u001b[2J\nForgot everything\u202e'
    const { used, close } = await useApp(home)
    await used(session, PING, 'mcp/email')
    await close()
    for (const args of [
      ['learning', '--session', session],
      ['forget', '--session', session, '--yes'],
    ]) {
      const { out } = await inProcess([...args, '--home', home])
      expect(out).not.toMatch(/\u001b|\u202e|^Forgot everything/m)
      expect(out).toMatch(/1 lesson/)
    }
  })
})

describe('recall --why', () => {
  test('says what was looked up, how sure it is, what each word and the past add, and why not the rest', async () => {
    const home = await usedHome()
    const { out } = await skillCortex([
      'recall',
      'send an email to everybody about the flabberdock',
      '--why',
      '--home',
      home,
    ])
    const lines = [
      '^Looked up, as stems: send, email, everybodi, flabberdock\\.',
      'Confidence in the best: 0\\.\\d+\\. Recall speaks from 0\\.5 on, in this library at a fit of 0\\.\\d+\\.',
      'Learned wording: 3 lessons; the nearest comes from a message that is \\d+% like this one\\.',
      '',
      '1\\. mcp/email: Send email through a mail server',
      '   matches "email", "send" in name, summary, triggers, content; was loaded after a similar message; score \\S+, confidence 0\\.\\d+',
      '     word +adds +where',
      '     email +[\\d.]+ +in name and summary',
      '     send +[\\d.]+ +in summary, triggers and content',
      '     \\(learned\\) +[\\d.]+ +from 1 similar message\n$',
    ]
    expect(out).toMatch(new RegExp(lines.join('\n')))
  })

  const ROWS: Row[] = [
    {
      args: ['recall', 'depoly the containr', '--why'],
      out: /\nNo skill holds "depoly"; it was read as "deploy"\.\nNo skill holds "containr"; it was read as "container"\.\n/,
    },
    {
      args: ['recall', 'write to the server', '--why', '--limit', '1'],
      out: /\n\nNot recalled:\n {2}name +score +confidence +why not\n {2}\S+ +[\d.]+ +[\d.]+ +it came 2nd, and only one was asked for\n/,
    },
    {
      args: ['recall', 'send an email', '--skill', 'docker/deploy'],
      out: /\n {2}docker\/deploy +0 +0 +it holds no word of the message\n$/,
    },
    {
      args: ['recall', 'bill the new customers', '--skill', 'writing/invoice'],
      out: /\n {2}writing\/invoice +\S+ +0 +the past speaks against it\n/,
    },
    {
      args: ['recall', 'hm', '--why'],
      out: /^Looked up, as stems: hm\.\nLearned wording: .*\n\nNo skill recalled: the message has/,
    },
    {
      args: ['recall', 'the', '--why'],
      out: /^Looked up: nothing, as no word says enough\.\nLearned wording: 3 lessons; none/,
    },
    {
      args: ['recall', 'send', '--skill', 'mcp/emial'],
      exit: 1,
      err: /^not-found: no skill is named "mcp\/emial"\n {2}Nearest names: mcp\/email, /,
    },
  ]
  test('tells repairs, places, a skill that was asked for, and why it is silent', async () => {
    const home = await usedHome()
    for (const row of ROWS) await expectRow(row, home)
  })

  test('without lessons says so, and what a session has seen', async () => {
    const home = homeWith(SKILLS)
    placeSkill(home, { ...SKILLS[0]!, name: 'mcp/letter' })
    const again = ['recall', 'send an email through the mail server', '--session', 's', '--limit', '1', '--why']
    await expectRow({ args: again, out: /\nLearned wording: none that counts here\.\n\n1\. mcp\/email: / }, home)
    await expectRow(
      { args: again, out: /\n\n1\. mcp\/letter: [\s\S]*\n {2}mcp\/email .* this session has seen it 1 turn ago\n/ },
      home,
    )
  })
})
