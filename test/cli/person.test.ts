// Goal: what a person alone may decide, no pipe decides, whatever it is told; the operator's token is the one other way.
import { expect, test } from 'vitest'
import { inProcess } from './in-process.ts'
import { TOKEN } from './person-process.ts'
import { teaAndBread } from './reviewed-home.ts'
import { json, place } from './run-program.ts'

const DECISIONS: string[][] = [
  ['approve', 'tea'],
  ['approve', 'tea', '--hash', '0'.repeat(64)],
  ['reject', 'tea', '--note', 'no'],
  ['review'],
  ['promote', 'bread'],
  ['pin', 'tea'],
  ['unpin', 'tea'],
  ['policy', 'tea', '--add-tool', 'Bash'],
]

const GIVEN: [what: string, kept: string | undefined, given: string | undefined][] = [
  ['nothing', TOKEN, undefined],
  ['an empty token', TOKEN, ''],
  ['another token', TOKEN, `${TOKEN}x`],
  ['the beginning of it', TOKEN, TOKEN.slice(0, -1)],
  ['a token where the home has none', undefined, TOKEN],
  ['nothing where the home has none', undefined, undefined],
  ['a token that the home has, and that is too short', 'short', 'short'],
  ['an empty one that the home has', '\n', '\n'],
]

test.each(DECISIONS)('%s %s: refused without a person', async (...args) => {
  const home = await teaAndBread()
  for (const [what, kept, given] of GIVEN) {
    place(home, 'cortex/operator-token', kept ?? '')
    const env = given === undefined ? {} : { SKILL_CORTEX_OPERATOR_TOKEN: given }
    const ask = () => Promise.reject(new Error('asked'))
    const { exit, out, err } = await inProcess([...args, '--home', home], { env, ask })
    expect([what, exit, out], err).toEqual([what, 1, ''])
    expect(err, what).toMatch(
      /^refused: only a person may decide this: expected a terminal at both ends, .*\n {2}Nothing was changed\. Ask the person to run, in their own terminal: skill-cortex (?:approve|reject|review|promote|pin|unpin|policy)/,
    )
    expect(err).not.toContain(TOKEN)
  }
  expect(await inProcess(['review', '--list', '--home', home])).toMatchObject({
    exit: 0,
    out: expect.stringMatching(/2 things wait for you/),
  })
})

test('there is no --yes for any of them', async () => {
  const home = await teaAndBread()
  for (const args of DECISIONS) {
    const { exit, err } = await inProcess([...args, '--yes', '--home', home], { isTerminal: true })
    expect([args, exit]).toEqual([args, 2])
    expect(err).toMatch(/unknown option '--yes'/)
  }
})

test('with the token of the home a script of the person decides', async () => {
  const home = await teaAndBread()
  place(home, 'cortex/operator-token', `${TOKEN}\n`)
  const given = { env: { SKILL_CORTEX_OPERATOR_TOKEN: TOKEN } }
  const list = JSON.parse((await inProcess(['review', '--list', '--json', '--home', home])).out)
  const { hash } = list.waiting.find((each: { name: string }) => each.name === 'tea')
  const run = (...args: string[]) => inProcess([...args, '--home', home], given)
  expect(await run('approve', 'tea')).toMatchObject({
    exit: 2,
    err: expect.stringMatching(/^bad-input: expected --hash, because there is nobody/),
  })
  expect(await run('approve', 'tea', '--hash', hash, '--json')).toMatchObject({ exit: 0 })
  expect(await run('promote', 'bread')).toMatchObject({ exit: 0 })
  expect(await json(['list', '--lifecycle', 'verified'], home)).toMatchObject({ skills: [{ name: 'bread', tier: 1 }] })
})
