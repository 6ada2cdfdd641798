// Goal: a new skill is held against those of the whole library that could be nearly the same, and found quickly.
import { describe, expect, test } from 'vitest'
import { createBm25fIndex } from '../../src/recall/bm25f-index.ts'
import { findNearDuplicates } from '../../src/recall/near-duplicates.ts'
import type { IndexedSkill } from '../../src/recall/skill-index.ts'
import { createWinkIndex } from '../../src/recall/wink-index.ts'
import { DEVELOPER_SKILLS } from './developer-skills.ts'

const EMAIL = DEVELOPER_SKILLS.find(({ name }) => name === 'mcp/email')!
const ENGINES = { bm25f: createBm25fIndex, wink: createWinkIndex }

function nearIn(engine: keyof typeof ENGINES, library: readonly IndexedSkill[], skill: IndexedSkill): string[] {
  const index = ENGINES[engine]()
  for (const each of library) index.upsert(each)
  const near = findNearDuplicates(skill, index, (name) => library.find((each) => each.name === name))
  return near.map((each) => `${each.name} ${each.similarity.toFixed(1)}`)
}

describe.each(['bm25f', 'wink'] as const)('by the candidates of %s', (engine) => {
  test.each<[title: string, skill: Partial<IndexedSkill>, near: string[]]>([
    ['a copy, whatever its name and summary', { name: 'letters', summary: 'Letters and cards' }, ['mcp/email 1.0']],
    [
      'a copy with a line more',
      { name: 'send-mail', content: `${EMAIL.content}\n4. Wait a minute.` },
      ['mcp/email 0.9'],
    ],
    ['the skill itself is none', {}, []],
    [
      'another skill of the same trade',
      { name: 'mcp/faxes', summary: 'Send a fax', content: 'Dial, wait for the tone, feed the pages one by one.' },
      [],
    ],
    ['a stub', { name: 'mcp/mails', content: '# Email' }, []],
  ])('%s', (_, over, near) => {
    expect(nearIn(engine, DEVELOPER_SKILLS, { ...EMAIL, ...over })).toEqual(near)
  })
})

test('the nearest comes first, equal ones by name', () => {
  const more = { ...EMAIL, name: 'a-more', content: `${EMAIL.content}\n4. Wait a minute.` }
  const library = [more, { ...EMAIL, name: 'z' }, { ...EMAIL, name: 'b' }]
  expect(nearIn('bm25f', library, { ...EMAIL, name: 'new' })).toEqual(['b 1.0', 'z 1.0', 'a-more 0.9'])
})

test('what the index still holds and the library does not is passed over', () => {
  const index = createBm25fIndex()
  index.upsert(EMAIL)
  expect(findNearDuplicates({ ...EMAIL, name: 'new' }, index, () => undefined)).toEqual([])
})
