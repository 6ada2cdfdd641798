// Goal: the real program before a person: at a terminal single keys decide and the terminal is given back as it was; with
// the operator's token lines do the same through a pipe.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { asPerson, WAYS } from './person-process.ts'
import { TEA_DRAFT, teaAndBread } from './reviewed-home.ts'
import { json } from './run-program.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

const PROMPT = 'd details, q quit: '
const LOOK = 'stty -a | tr " " "\\n" | grep -x -e icanon -e echo -e isig'
const liveText = (home: string, name: string) =>
  JSON.parse(readFileSync(join(home, `skills/${name}.json`), 'utf8')).content

test.each(WAYS)('two keys decide two texts: %s', async (way) => {
  const home = await teaAndBread()
  const { exit, seen } = await asPerson(way, ['review'], home, [
    { after: PROMPT, keys: 'r' },
    { after: 'do not reject): ', keys: 'burns always\r' },
    { after: PROMPT, keys: 'a' },
  ])
  expect([exit, seen]).toEqual([
    0,
    expect.stringMatching(
      /1 of 2[\s\S]*Rejected bread\.[\s\S]*2 of 2[\s\S]*\n\+Boil the water twice\.[\s\S]*Approved tea: version 2, released\.[\s\S]*Done: 1 approved and 1 rejected\.\n/,
    ),
  ])
  expect(liveText(home, 'tea')).toBe(TEA_DRAFT)
  expect(await json(['history', 'bread'], home)).toMatchObject({ rejections: [{ note: 'burns always', version: 1 }] })
})

test.each(WAYS)('leaving decides nothing, and the terminal is as it was: %s', async (way) => {
  const home = await teaAndBread()
  const { exit, seen } = await asPerson(way, ['review'], home, [{ after: PROMPT, keys: '\u0003' }], LOOK)
  expect([exit, seen]).toEqual([0, expect.stringMatching(/Nothing was decided\. 2 not looked at\.\n/)])
  if (way === 'terminal') expect(seen).toMatch(/isig\nicanon\necho\n$/)
  expect(await json(['review', '--list'], home)).toMatchObject({ total: 2 })
})

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGINT'] as const
test.each(WAYS.flatMap((way) => SIGNALS.map((signal) => ({ way, signal }))))(
  'a program that is ended decides nothing and gives the terminal back: $way, $signal',
  async ({ way, signal }) => {
    const home = await teaAndBread()
    const { exit, seen } = await asPerson(way, ['review'], home, [{ after: PROMPT, signal }], LOOK)
    expect(exit).not.toBe(0)
    if (way === 'terminal') expect(seen).toMatch(/isig\nicanon\necho\n$/)
    expect(await json(['review', '--list'], home)).toMatchObject({ total: 2 })
  },
)

test.each(WAYS)('a yes at the question of approve: %s', async (way) => {
  const home = await teaAndBread()
  const question = 'Approve tea, just as it is shown here? [y/N] '
  const { seen } = await asPerson(way, ['approve', 'tea'], home, [{ after: question, keys: 'y\r' }])
  // Through a pipe nobody is asked: what was not shown is named by its hash.
  expect(seen).toMatch(way === 'terminal' ? /Approved tea: version 2/ : /bad-input: expected --hash/)
  expect(liveText(home, 'tea') === TEA_DRAFT).toBe(way === 'terminal')
})
