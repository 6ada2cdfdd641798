// Goal: whatever two processes, a person with an editor and crashes do to a library, what was acknowledged is on disk,
// nothing else changes, versions only grow, and a save over bytes that its author did not read is a conflict.
// Method: seeded stories of steps on a real folder, compared with store-model.ts after each step. More of them with
// RUNS_FACTOR, others with SEED.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { latestVersion } from '../../src/domain/record.ts'
import { seeded } from '../support/seed.ts'
import { makeFolder } from '../support/temp-home.ts'
import { type Known, unknown } from './store-model.ts'
import { actOf, type Home, NAMES, openHome, type Step, step } from './store-steps.ts'

const RUNS = seeded(200)
console.info(`store property seed ${RUNS.seed}`)

async function run(home: Home, each: Step, known: Known): Promise<Known> {
  const { refused, attempt } = actOf(home, each, known)
  if (refused === undefined) return attempt()
  await expect(attempt()).rejects.toMatchObject({ code: refused })
  return known
}

async function checkAll({ stores: [store] }: Home, model: ReadonlyMap<string, Known>): Promise<void> {
  const live = [...model].filter(([, known]) => known.live !== undefined).map(([name]) => name)
  expect([...(await store.list()).stamps.keys()].sort()).toEqual(live.sort())
  for (const [name, known] of model) {
    expect((await store.read(name))?.text).toBe(known.live)
    const record = await store.record(name)
    expect(latestVersion(record)).toBe(known.count)
    for (const [version, text] of known.kept) {
      expect(record?.versions.find((each) => each.version === version)?.digest).toBe(sha256Of(text))
      expect(await store.blob(sha256Of(text))).toBe(text)
    }
  }
}

async function tell(story: Step[], folder: string): Promise<void> {
  const home = openHome(folder)
  const model = new Map<string, Known>(NAMES.map((name) => [name, unknown()]))
  for (const each of story) {
    const before = model.get(each.name)!
    const after = await run(home, each, before)
    expect(after.count).toBeGreaterThanOrEqual(before.count)
    model.set(each.name, after)
    await checkAll(home, model)
  }
}

test('stories of two processes, a person and crashes', { timeout: 3_600_000 }, async () => {
  const stories = fc.array(step, { minLength: 4, maxLength: 10 })
  const property = fc.asyncProperty(stories, async (story) => {
    const { folder, remove } = makeFolder()
    try {
      await tell(story as Step[], folder)
    } finally {
      remove()
    }
  })
  await fc.assert(property, RUNS)
})
