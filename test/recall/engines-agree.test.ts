// The package is the oracle: whatever happens to a library, both engines find, score and order alike.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import type { IndexHit } from '../../src/recall/skill-index.ts'
import { applied, changes, message } from './library.arbitrary.ts'

const SEED = 20_260_703

test(`both engines rank and score alike (seed ${SEED})`, () => {
  fc.assert(
    fc.property(changes, changes, fc.array(message, { minLength: 1, maxLength: 5 }), (first, second, messages) => {
      const ours = createSkillIndex('bm25f')
      const oracle = createSkillIndex('wink')
      for (const round of [first, second]) {
        applied(ours, round)
        applied(oracle, round)
        expect(ours.size()).toBe(oracle.size())
        for (const message of messages) expectAlike(ours.search(message, 100), oracle.search(message, 100))
      }
    }),
    { seed: SEED, numRuns: 500 },
  )
})

function expectAlike(ours: IndexHit[], oracle: IndexHit[]): void {
  const expected = new Map(oracle.map((hit) => [hit.name, hit]))
  expect(ours.map(({ name }) => name).toSorted()).toEqual([...expected.keys()].toSorted())
  for (const [rank, hit] of ours.entries()) {
    const twin = expected.get(hit.name)!
    expect(Math.abs(hit.score - twin.score)).toBeLessThan(1e-3)
    expect(hit.coverage).toBeCloseTo(twin.coverage, 9)
    expect(hit.terms.map(({ term }) => term).toSorted()).toEqual(twin.terms.map(({ term }) => term).toSorted())
    // The package rounds, so hits that are all but equal may stand the other way round; no others may.
    expect(Math.abs(hit.score - oracle[rank]!.score)).toBeLessThan(1e-6)
  }
}
