// A hook shows what the server shows: nothing that is put away or not to be seen yet, and a warning where there is one;
// also when that changed after the last snapshot, or there is none.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Gate } from '../../src/domain/gates.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { AGENT, OPERATOR, openLibrary } from '../support/open-library.ts'
import { homeOf, hooksOn, keepSnapshot } from './hook-home.ts'

const MESSAGE = 'calibrate the telescope before the night'
const TELESCOPE = { content: '# Telescope\nCalibrate the telescope before every night.\n' }
const OTHERS = [
  { name: 'mail', content: '# Mail\nSend an email to a customer.\n' },
  { name: 'bread', content: '# Bread\nBake bread with sourdough.\n' },
]

type Change = (library: Awaited<ReturnType<typeof openLibrary>>) => Promise<unknown>
const byAgent: Change = ({ library }) => library.save('telescope', TELESCOPE, AGENT)
const byExtraction: Change = ({ library }) => library.save('telescope', TELESCOPE, { ...AGENT, via: 'extract' })
const byPerson: Change = ({ library }) => library.save('telescope', TELESCOPE, OPERATOR)
const approved: Change = async (all) => {
  await byAgent(all)
  await all.review.approve('telescope', (await all.review.look('telescope')).hash, OPERATOR)
}
const deprecated: Change = async (all) => {
  await byPerson(all)
  await all.review.step('telescope', 'deprecate', OPERATOR, { reason: 'sold' })
}

const WARNED = ' [written by an agent and not reviewed]'
const ROWS: [what: string, gate: Gate, make: Change, shown: string | undefined][] = [
  ['a person wrote it', 'guarded', byPerson, ''],
  ['a person wrote it', 'strict', byPerson, ''],
  ['an agent wrote it', 'open', byAgent, ''],
  ['an agent wrote it', 'guarded', byAgent, WARNED],
  ['it was extracted', 'guarded', byExtraction, undefined],
  ['a person approved it', 'guarded', approved, ''],
  ['it is deprecated', 'guarded', deprecated, undefined],
]

type Shown = { start: string; block: string }

async function shown(layout: HomeLayout, gate: Gate): Promise<Shown> {
  const hooks = hooksOn(layout, { gate })
  const start = JSON.parse(await hooks.run('session-start', { source: 'startup' })).hookSpecificOutput.additionalContext
  return { start, block: await hooks.block(undefined, MESSAGE) }
}

function expectShown({ start, block }: Shown, mark: string | undefined): void {
  expect(start).toContain('- mail: ')
  expect(block.includes('telescope')).toBe(mark !== undefined)
  expect(start.split('\n').find((line) => line.startsWith('- telescope'))).toBe(
    mark === undefined ? undefined : `- telescope: Calibrate the telescope before every night${mark}`,
  )
  if (mark !== undefined) expect(block).toContain(`before every night${mark} (`)
}

test.each(ROWS)('%s, gate %s', async (_, gate, make, mark) => {
  const layout = homeOf(OTHERS)
  // As in a strict home that was less so before.
  await make(await openLibrary(layout, { gate: gate === 'strict' ? 'guarded' : gate }))
  expectShown(await shown(layout, gate), mark)
  await keepSnapshot(layout, { gate })
  expectShown(await shown(layout, gate), mark)
})

test('an unreviewed skill is hidden from the moment on that the gate is strict', async () => {
  const layout = homeOf(OTHERS)
  await byAgent(await openLibrary(layout, { gate: 'guarded' }))
  expectShown(await shown(layout, 'strict'), undefined)
  await keepSnapshot(layout, { gate: 'strict' })
  expectShown(await shown(layout, 'strict'), undefined)
})

test('what was put away after the snapshot is not shown any more', async () => {
  const layout = homeOf(OTHERS)
  const all = await openLibrary(layout, { gate: 'guarded' })
  await byPerson(all)
  await keepSnapshot(layout, { gate: 'guarded' })
  expectShown(await shown(layout, 'guarded'), '')
  await all.review.step('telescope', 'deprecate', OPERATOR)
  expectShown(await shown(layout, 'guarded'), undefined)
})

test.each(['', 'no JSON', '"text"', '{"lifecycle":"deprecated"}'])(
  'a record that says %j shows nothing',
  async (text) => {
    const layout = homeOf(OTHERS)
    await byAgent(await openLibrary(layout))
    writeFileSync(join(layout.records, 'telescope.json'), text)
    expectShown(await shown(layout, 'guarded'), undefined)
  },
)

test("a file without a record is its owner's", async () => {
  const layout = homeOf(OTHERS)
  await byPerson(await openLibrary(layout))
  rmSync(join(layout.records, 'telescope.json'))
  expectShown(await shown(layout, 'strict'), '')
})
