// Goal: while another process swaps a skill's text and files as fast as it can, no reader is ever served a byte as approved
// that nobody approved, or a mix of two sets.
// Method: one of the two sets is approved; 10,000 loads through the library, each with the bytes of one of its files.
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { startChild } from '../support/child-process.ts'
import { FILE_SETS, type FileSet, installing } from '../support/installed-files.ts'
import { OPERATOR, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

const READS = 10_000

test('10,000 loads during swaps: what counts as approved is what was approved', async () => {
  const layout = tempHome()
  const { store, shelf, standings, review } = await openLibrary(layout, { gate: 'guarded' })
  await installing(store, 'first', 'made')
  await review.approve('mail', (await review.look('mail')).hash, OPERATOR)
  const child = startChild('swap-files', layout.home)
  expect(await child.heard()).toBe('ready')
  const seen = { executable: 0, others: 0, changedMeanwhile: 0 }
  for (let read = 0; read < READS; read++) {
    const entry = (await shelf.look('mail'))!
    const { executable } = standings.of(entry)
    const set = /^Set (\w+)/.exec(entry.skill.content)![1] as FileSet
    const expected = new Map(Object.entries(FILE_SETS[set]!))
    expect(entry.skill.files.map(({ path }) => path)).toEqual([...expected.keys()].sort())
    const file = entry.skill.files[read % entry.skill.files.length]!
    const bytes = await store.file('mail', file)
    if (bytes === undefined) seen.changedMeanwhile++
    else expect(Buffer.from(bytes).toString()).toBe(expected.get(file.path))
    expect(file.sha256).toBe(sha256Of(expected.get(file.path)!))
    if (executable) expect(set).toBe('first')
    seen[executable ? 'executable' : 'others']++
  }
  const swaps = await child.ask('end')
  await child.ended()
  console.info(`${READS} loads, ${swaps}: ${JSON.stringify(seen)}`)
  expect(seen.executable).toBeGreaterThan(100)
  expect(seen.others).toBeGreaterThan(100)
})
