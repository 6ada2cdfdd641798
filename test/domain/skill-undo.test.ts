// Goal: an undo takes back what one version changed and nothing else, or says where it cannot; a person's alone.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CurrentState } from '../../src/domain/change-state.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import { ACTORS, newRecord, type SkillRecord, withVersion } from '../../src/domain/record.ts'
import type { Skill } from '../../src/domain/skill.ts'
import { documentBytes } from '../../src/domain/skill-document.ts'
import { parseSkillFile, serializeSkill } from '../../src/domain/skill-file.ts'
import { decideUndo, predecessorOf, type Undo } from '../../src/domain/skill-undo.ts'
import { contextOf, liveText, NOW, skillJson, skillOf, stateOf } from '../support/builders.ts'
import { seeded } from '../support/seed.ts'

const PERSON = contextOf({ actor: 'operator' })
const mail = (content: string, more: Record<string, unknown> = {}) => skillJson('mail', content, more)

/** The undo of one of these texts, numbered from 1, of which the last is live. */
function undo(texts: string[], version: number, state: CurrentState = stateOf(texts)): Undo {
  return decideUndo(state, { version, before: texts[version - 2] ?? null, after: texts[version - 1]! }, PERSON)
}

function skillIn(text: string): Skill {
  const { skill } = parseSkillFile(text, { file: 'mail', pathName: 'mail', createdAt: NOW })
  if (skill === undefined) throw new Error('expected a skill')
  return skill
}

const TAKEN: [title: string, texts: string[], version: number, left: Partial<Skill>][] = [
  ['the newest version', [mail('One.'), mail('Two.')], 2, { content: 'One.' }],
  ['a line, below which others came', [mail('a\n'), mail('a\nb\n'), mail('a\nb\nc\n')], 2, { content: 'a\nc\n' }],
  ['a line, beside which another changed', [mail('a\nb\n'), mail('A\nb\n'), mail('A\nB\n')], 2, { content: 'a\nB\n' }],
  [
    'a tag, while the text went on',
    [mail('One.', { tags: ['a'] }), mail('One.', { tags: ['a', 'b'] }), mail('Two.', { tags: ['a', 'b', 'c'] })],
    2,
    { tags: ['a', 'c'], content: 'Two.' },
  ],
  [
    'a permission, and a tool given since stays',
    [
      mail('One.', { policy: { tools: ['mail'] } }),
      mail('One.', { policy: { tools: ['mail', 'shell'] } }),
      mail('One.', { policy: { tools: ['mail', 'shell', 'calendar'] } }),
    ],
    2,
    { policy: { tools: ['mail', 'calendar'], domains: [], credentials: [], sideEffects: [] } },
  ],
]

test.each(TAKEN)('takes back %s', (_, texts, version, left) => {
  const { live, record, changed, was, now, version: next } = undo(texts, version)
  expect(skillIn(live!)).toMatchObject({ name: 'mail', ...left })
  expect({ changed, next }).toEqual({ changed: true, next: texts.length + 1 })
  const actor = texts.includes(live!) ? 'agent' : 'operator'
  expect(record.versions.at(-1)).toMatchObject({ cause: 'restored', actor, digest: sha256Of(live!) })
  expect(record.decidedAt).toBe(NOW)
  expect(was).toMatchObject({ content: skillIn(texts.at(-1)!).content })
  expect(now).toMatchObject(left)
})

test('what later versions changed alike is kept; what they took back already changes nothing', () => {
  const texts = [mail('a\n'), mail('a\nb\n'), mail('a\n', { tags: ['x'] })]
  const { changed, live, version, record } = undo(texts, 2)
  expect({ changed, live, version }).toEqual({ changed: false, live: undefined, version: 3 })
  expect(record.versions).toHaveLength(3)
})

test('an undo that leads back to a former text brings back its very bytes', () => {
  const by = (text: string) => `  ${text}`
  const texts = [by(mail('a\nb\n')), mail('a\nb\nc\n'), mail('a\nb\nc\n', { tags: [] })]
  expect(undo(texts, 2).live).toBe(texts[0])
})

test('a hand edit that made the file unreadable is taken back, and its bytes are kept', () => {
  const texts = [mail('One.'), '{"name": "ma']
  const { live, was, blobs } = undo(texts, 2)
  expect([live, was]).toEqual([texts[0], undefined])
  expect(blobs).toContain(texts[0])
})

test('a hand edit that nobody looked at yet is kept', () => {
  const texts = [mail('a\n'), mail('a\nb\n')]
  const state = { ...stateOf(texts), live: liveText(mail('a\nb\nhand\n')) }
  const { live, record, blobs } = undo(texts, 2, state)
  expect(skillIn(live!).content).toBe('a\nhand\n')
  expect(record.versions.map((v) => `${v.version} ${v.cause}`)).toEqual([
    '1 saved',
    '2 saved',
    '3 hand-edited',
    '4 restored',
  ])
  expect(blobs).toContain(state.live.text)
})

const REFUSED: [title: string, run: () => unknown, code: string, message: RegExp][] = [
  [
    'the version that made the skill',
    () => undo([mail('One.'), mail('Two.')], 1),
    'refused',
    /version 1 made the skill.*archive mail/,
  ],
  [
    'a line that was changed again, with the line',
    () => undo([mail('a\nb\n'), mail('a\nX\n'), mail('n\na\nY\n')], 2),
    'conflict',
    /content line 3 \("Y" against "b"\).*Nothing was changed/,
  ],
  [
    'several places, of which three are said',
    () =>
      undo(
        ['1', '2', '3'].map((n) => mail(['a', 'b', 'c', 'd'].map((line) => `${line}${n}`).join('\n\n'), { parent: n })),
        2,
      ),
    'conflict',
    /content line 1 .*, content line 3 .*, content line 5 .* and 2 more,/,
  ],
  [
    'an archived skill',
    () => undo([mail('a'), mail('b')], 2, { ...stateOf([mail('a'), mail('b')]), live: undefined }),
    'conflict',
    /is not live.*restore mail/,
  ],
  [
    'what is not there',
    () => undo([mail('a'), mail('b')], 2, { live: undefined, record: undefined }),
    'not-found',
    /./,
  ],
  ['a former text that is no skill', () => undo(['{', mail('b')], 2), 'damaged', /the version before 2/],
]

test.each(REFUSED)('is refused: %s', (_, run, code, message) => {
  expect(saidBy(run)).toMatchObject({ code, said: expect.stringMatching(message) })
})

test.each(ACTORS.filter((actor) => actor !== 'operator'))('is not for %s to do', (actor) => {
  const change = { version: 2, before: mail('a'), after: mail('b') }
  const run = () => decideUndo(stateOf([mail('a'), mail('b')]), change, contextOf({ actor }))
  expect(saidBy(run)).toMatchObject({ code: 'needs-person', said: expect.stringContaining('undo version 2 of it') })
})

test('what comes back must not close a circle of dependencies', () => {
  const [before, after] = [mail('a', { dependsOn: ['other'] }), mail('a')]
  const find = (name: string) => (name === 'other' ? skillOf({ name, dependsOn: ['mail'] }) : undefined)
  const run = () => decideUndo(stateOf([before, after]), { version: 2, before, after }, PERSON, find)
  expect(saidBy(run)).toMatchObject({ code: 'conflict', said: expect.stringContaining('would be a cycle') })
})

test('right after a version, its undo gives the text before it', () => {
  const text = fc.record({
    content: fc.string({ minLength: 1, maxLength: 30 }).filter((content) => content.trim() !== ''),
    tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  })
  fc.assert(
    fc.property(text, text, (one, two) => {
      const texts = [serializeSkill(skillOf(one)), serializeSkill(skillOf(two))] as const
      if (texts[0] === texts[1]) return
      expect(undo([...texts], 2).live).toBe(texts[0])
    }),
    seeded(200),
  )
})

test('the undo of an undo gives what stood before both', () => {
  const texts = [mail('a\nb\n'), mail('A\nb\n'), mail('A\nB\n')]
  const once = undo(texts, 2)
  const state = { live: liveText(once.live!), record: once.record }
  const twice = decideUndo(state, { version: 4, before: texts[2]!, after: once.live! }, PERSON)
  expect(twice.live).toBe(texts[2])
})

/** A record of versions with these numbers, of which some were approved. */
function recordOf(numbers: number[]): SkillRecord {
  const source = { actor: 'operator' as const, cause: 'saved' as const, at: NOW }
  const one = withVersion(newRecord('mail', 'human', 'cli', null), documentBytes('x'), source).versions[0]!
  const versions = numbers.map((version) => ({ ...one, version, digest: sha256Of(String(version)) }))
  return { ...newRecord('mail', 'human', 'cli', null), versions }
}

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

test.each<[title: string, numbers: number[], version: number, before: number | 'none' | 'let-go']>([
  ['the one before', [1, 2, 3], 3, 2],
  ['none before the first', [1, 2], 1, 'none'],
  ['none before the first text that went live, when a draft took number 1', [2, 3], 2, 'none'],
  ['the one before, when a draft took the number between', [1, 3], 3, 1],
  ['let go, of the oldest that is kept', upTo(5, 24), 5, 'let-go'],
  ['the first of exactly as many as are kept', upTo(1, 20), 1, 'none'],
  ['not an approved one that is kept from long before', [3, ...upTo(8, 27)], 8, 'let-go'],
  ['an approved one that stood just before', [7, ...upTo(8, 27)], 8, 7],
  ['the one before, of many', [3, ...upTo(8, 27)], 9, 8],
])('what stood before a version: %s', (_, numbers, version, before) => {
  const record = recordOf(numbers)
  const found = predecessorOf(record, record.versions.find((each) => each.version === version)!)
  expect(typeof found === 'string' ? found : found.version).toBe(before)
})

function saidBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    const { code, message, fix } = error as { code: string; message: string; fix: string }
    return { code, said: `${message} ${fix}` }
  }
}
