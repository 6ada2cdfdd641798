import { expect, test } from 'vitest'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import { skill } from './indexed-skill.ts'
import { skillIndexContract } from './skill-index.contract.ts'

skillIndexContract('bm25f', () => createSkillIndex('bm25f'), 400)

test('the few best of many are the first of all', () => {
  const index = createSkillIndex('bm25f')
  // More skills than the first arrays hold, the best ones last.
  for (let i = 0; i < 500; i++) index.upsert(skill(`skill-${i + 100}`, `server ${'filler '.repeat(500 - i)}`))
  const all = index.search('server', 500).hits
  expect(all).toHaveLength(500)
  expect(all[0]?.name).toBe('skill-599')
  expect(index.search('server', 7).hits).toEqual(all.slice(0, 7))
})
