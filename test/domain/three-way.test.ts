// Goal: each field of a skill merges by its own rule; what both changed differently is named, with what each side says.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Skill, Step } from '../../src/domain/skill.ts'
import { mergeSkills } from '../../src/domain/three-way.ts'
import { skillOf } from '../support/builders.ts'
import { seeded } from '../support/seed.ts'

type Part = Partial<Skill>
const step = (action: string, more: Record<string, unknown> = {}): Step => ({ action, ...more })
const policy = (more: Partial<Skill['policy']> & Record<string, unknown>) => ({
  ...{ tools: [], domains: [], credentials: [], sideEffects: [] },
  ...more,
})

const MERGED: [title: string, base: Part, ours: Part, theirs: Part, merged: Part][] = [
  [
    'content of one, summary of the other',
    {},
    { content: 'New.\n' },
    { summary: 'Post' },
    { content: 'New.\n', summary: 'Post' },
  ],
  ['a tag put in by each', { tags: ['a'] }, { tags: ['a', 'b'] }, { tags: ['a', 'c'] }, { tags: ['a', 'b', 'c'] }],
  [
    'a tag put in and one taken out',
    { tags: ['a', 'b'] },
    { tags: ['a', 'b', 'c'] },
    { tags: ['b'] },
    { tags: ['b', 'c'] },
  ],
  ['the same tag put in by both', { tags: [] }, { tags: ['x', 'a'] }, { tags: ['a'] }, { tags: ['x', 'a'] }],
  [
    'a taken-out tag comes back where it stood',
    { tags: ['a', 'c'] },
    { tags: ['a', 'c', 'd'] },
    { tags: ['a', 'b', 'c'] },
    { tags: ['a', 'b', 'c', 'd'] },
  ],
  [
    'the order of the side that changed it',
    { tags: ['a', 'b'] },
    { tags: ['a', 'b', 'c'] },
    { tags: ['b', 'a'] },
    { tags: ['b', 'a', 'c'] },
  ],
  ['a parent of one side', { parent: null }, { parent: 'mcp/guide' }, {}, { parent: 'mcp/guide' }],
  [
    'policy lists one by one',
    { policy: policy({ tools: ['a'] }) },
    { policy: policy({ tools: ['a', 'b'] }) },
    { policy: policy({ tools: [], domains: ['x.org'] }) },
    { policy: policy({ tools: ['b'], domains: ['x.org'] }) },
  ],
  [
    'unknown keys of a policy',
    { policy: policy({}) },
    { policy: policy({ owner: 'me' }) },
    { policy: policy({ note: 1 }) },
    { policy: policy({ owner: 'me', note: 1 }) },
  ],
  [
    'steps by action, key by key',
    { steps: [step('a'), step('b')] },
    { steps: [step('a', { tool: 'x' }), step('b')] },
    { steps: [step('a', { description: 'd' }), step('n'), step('b')] },
    { steps: [step('a', { tool: 'x', description: 'd' }), step('n'), step('b')] },
  ],
  [
    'of two steps of one action the second',
    { steps: [step('a'), step('a')] },
    { steps: [step('a', { tool: 'x' }), step('a')] },
    { steps: [step('a'), step('a', { tool: 'y' })] },
    { steps: [step('a', { tool: 'x' }), step('a', { tool: 'y' })] },
  ],
  [
    'foreign keys, at every level',
    { extra: { a: { x: 1, y: 1 } } },
    { extra: { a: { x: 2, y: 1 } } },
    { extra: { a: { x: 1 }, b: 3 } },
    { extra: { a: { x: 2 }, b: 3 } },
  ],
  [
    'a summary made from the text follows the text',
    { content: 'One.\n\nTwo.\n', summary: 'One' },
    { content: 'First.\n\nTwo.\n', summary: 'First' },
    { content: 'One.\n\nLast.\n', summary: 'One' },
    { content: 'First.\n\nLast.\n', summary: 'First' },
  ],
  [
    'a summary that a person wrote stands against one that was made',
    { content: 'One.\n\nTwo.\n', summary: 'One' },
    { content: 'First.\n\nTwo.\n', summary: 'First' },
    { content: 'One.\n\nTwo.\n', summary: 'My own' },
    { content: 'First.\n\nTwo.\n', summary: 'My own' },
  ],
]

test.each(MERGED)('merges: %s', (_, base, ours, theirs, merged) => {
  const merge = mergeSkills({
    base: skillOf(base),
    ours: skillOf({ ...base, ...ours }),
    theirs: skillOf({ ...base, ...theirs }),
  })
  expect(merge).toEqual({ kind: 'merged', skill: skillOf({ ...base, ...ours, ...theirs, ...merged }) })
})

const CONFLICTS: [title: string, base: Part, ours: Part, theirs: Part, conflicts: unknown[]][] = [
  [
    'content, with the lines',
    { content: 'a\nb\nc\n' },
    { content: 'a\nX\nc\n' },
    { content: 'new\na\nY\nc\n' },
    [
      {
        field: 'content',
        ...{ base: 'b', ours: 'X', theirs: 'Y' },
        lines: { base: { line: 2, lines: 1 }, ours: { line: 2, lines: 1 }, theirs: { line: 3, lines: 1 } },
      },
    ],
  ],
  [
    'summary',
    { summary: 'a' },
    { summary: 'b' },
    { summary: 'c' },
    [{ field: 'summary', base: 'a', ours: 'b', theirs: 'c' }],
  ],
  [
    'parent',
    { parent: 'a' },
    { parent: 'b' },
    { parent: null },
    [{ field: 'parent', base: 'a', ours: 'b', theirs: null }],
  ],
  [
    'a step changed by one and taken out by the other',
    { steps: [step('send', { tool: 'a' })] },
    { steps: [step('send', { tool: 'b' })] },
    { steps: [] },
    [
      {
        field: 'steps "send"',
        base: step('send', { tool: 'a' }),
        ours: step('send', { tool: 'b' }),
        theirs: undefined,
      },
    ],
  ],
  [
    'a key of a step',
    { steps: [step('send', { tool: 'a' })] },
    { steps: [step('send', { tool: 'b' })] },
    { steps: [step('send', { tool: 'c' })] },
    [{ field: 'steps "send".tool', base: 'a', ours: 'b', theirs: 'c' }],
  ],
  [
    'the order of steps',
    { steps: [step('a'), step('b'), step('c')] },
    { steps: [step('b'), step('a'), step('c')] },
    { steps: [step('a'), step('c'), step('b')] },
    [
      {
        field: 'steps',
        base: [step('a'), step('b'), step('c')],
        ours: [step('b'), step('a'), step('c')],
        theirs: [step('a'), step('c'), step('b')],
      },
    ],
  ],
  [
    'a foreign key, and one named like the prototype',
    { extra: JSON.parse('{"k": 1, "__proto__": 1}') },
    { extra: JSON.parse('{"k": 2, "__proto__": 2}') },
    { extra: JSON.parse('{"k": [3], "__proto__": 3}') },
    [
      { field: 'k', base: 1, ours: 2, theirs: [3] },
      { field: '__proto__', base: 1, ours: 2, theirs: 3 },
    ],
  ],
  [
    'several fields at once',
    { summary: 'a', policy: policy({ owner: 'a' }) },
    { summary: 'b', policy: policy({ owner: 'b' }) },
    { summary: 'c', policy: policy({ owner: 'c' }) },
    [
      { field: 'summary', base: 'a', ours: 'b', theirs: 'c' },
      { field: 'policy.owner', base: 'a', ours: 'b', theirs: 'c' },
    ],
  ],
]

test.each(CONFLICTS)('conflicts: %s', (_, base, ours, theirs, conflicts) => {
  const of = (part: Part) => skillOf({ ...base, ...part })
  expect(mergeSkills({ base: of({}), ours: of(ours), theirs: of(theirs) })).toEqual({ kind: 'conflict', conflicts })
})

const word: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'mcp/guide')
const set = fc.uniqueArray(word)
const json = fc.dictionary(word, fc.oneof(word, fc.integer(), fc.array(word), fc.dictionary(word, word)))
const anySkill: fc.Arbitrary<Skill> = fc
  .record({
    summary: fc.constantFrom('Send mail', 'Post', 'a'),
    content: fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1 }).map((list) => list.join('\n')),
    ...{ seeAlso: set, tags: set, triggers: set, dependsOn: set, conflictsWith: set },
    updatedAt: fc.constantFrom(null, '2026-11-21T10:00:00.000Z'),
    steps: fc.array(fc.record({ action: word, tool: word }, { requiredKeys: ['action'] }), { maxLength: 5 }),
    parent: fc.constantFrom(null, 'a', 'b'),
    policy: fc.record({ tools: set, domains: set, credentials: set, sideEffects: set }),
    extra: json,
  })
  .map(skillOf)

test('a side that changed nothing gives way, and the same change is one', () => {
  fc.assert(
    fc.property(anySkill, anySkill, (base, other) => {
      const merged = { kind: 'merged', skill: other }
      expect(mergeSkills({ base, ours: other, theirs: base })).toEqual(merged)
      expect(mergeSkills({ base, ours: base, theirs: other })).toEqual(merged)
      expect(mergeSkills({ base, ours: other, theirs: other })).toEqual(merged)
    }),
    seeded(300),
  )
})

test('of lists, what either side put in is there and what either took out is gone', () => {
  fc.assert(
    fc.property(set, set, set, (base, ours, theirs) => {
      const tags = (list: string[]) => skillOf({ tags: list })
      const merge = mergeSkills({ base: tags(base), ours: tags(ours), theirs: tags(theirs) })
      if (merge.kind !== 'merged') throw new Error('lists never conflict')
      const survives = (item: string) => (base.includes(item) ? ours.includes(item) && theirs.includes(item) : true)
      const expected = [...new Set([...ours, ...theirs])].filter(survives)
      expect(merge.skill.tags.toSorted()).toEqual(expected.toSorted())
    }),
    seeded(300),
  )
})

test('a conflict says what each side says: neither is lost', () => {
  fc.assert(
    fc.property(anySkill, anySkill, anySkill, (base, ours, theirs) => {
      const merge = mergeSkills({ base, ours, theirs })
      if (merge.kind === 'merged') return
      for (const { field, ours: us, theirs: them } of merge.conflicts) {
        expect(us, field).not.toEqual(them)
        if (field !== 'summary' && field !== 'parent') continue
        expect([us, them]).toEqual([ours[field], theirs[field]])
      }
    }),
    seeded(300),
  )
})
