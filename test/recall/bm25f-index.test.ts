import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import { applied, changes, message } from './library.arbitrary.ts'
import { skill, skillIndexContract } from './skill-index.contract.ts'

const SEED = 20_260_702

skillIndexContract('bm25f', () => createSkillIndex('bm25f'))

test(`after any changes it is the index built afresh from what is left, to the last bit (seed ${SEED})`, () => {
  fc.assert(
    fc.property(changes, message, (changes, message) => {
      const changed = createSkillIndex('bm25f')
      const library = applied(changed, changes)
      const fresh = createSkillIndex('bm25f')
      for (const skill of library.toReversed()) fresh.upsert(skill)
      expect(changed.size()).toBe(library.length)
      expect(changed.search(message, 5)).toEqual(fresh.search(message, 5))
      expect(changed.search(message, 1_000)).toEqual(fresh.search(message, 1_000))
    }),
    { seed: SEED, numRuns: 1_000 },
  )
})

test('the few best of many are the first of all', () => {
  const index = createSkillIndex('bm25f')
  // More skills than the first arrays hold, the best ones last.
  for (let i = 0; i < 500; i++) index.upsert(skill(`skill-${i + 100}`, `server ${'filler '.repeat(500 - i)}`))
  const all = index.search('server', 500)
  expect(all).toHaveLength(500)
  expect(all[0]?.name).toBe('skill-599')
  expect(index.search('server', 7)).toEqual(all.slice(0, 7))
})
