import { expect, test } from 'vitest'
import {
  type CandidateSkill,
  CONSOLIDATED_SKILLS_MAX,
  clusterGuides,
  consolidateCandidates,
  isSparse,
} from '../../src/domain/consolidate-candidates.ts'
import type { NearPair } from '../../src/domain/near-pairs.ts'
import { SHOWN_TOKENS_MAX, skillTokens } from '../../src/domain/showcase.ts'
import { bareSkill } from '../../src/domain/skill.ts'

const NONE: ReadonlySet<string> = new Set()
const skill = (name: string, chars = 100, over: { isOurs?: boolean; seeAlso?: string[] } = {}): CandidateSkill => ({
  skill: { ...bareSkill(name, 'a'.repeat(chars), '2026-01-01T00:00:00.000Z'), seeAlso: over.seeAlso ?? [] },
  isOurs: over.isOurs ?? true,
})
const pair = (a: string, b: string, similarity = 0.8): NearPair => ({ a, b, similarity })
const names = (skills: readonly { name: string }[]) => skills.map(({ name }) => name)

test('near-duplicates come first, the nearest before all, and what may not be changed not at all', () => {
  const skills = ['a', 'b', 'c', 'd'].map((name) => skill(name)).concat(skill('pinned', 100, { isOurs: false }))
  const near = [pair('a', 'b', 0.8), pair('c', 'd', 0.9), pair('a', 'pinned', 1)]
  const found = consolidateCandidates(skills, near, [], NONE)
  expect(found.near.map(({ a, b }) => a + b)).toEqual(['cd', 'ab'])
  expect(names(found.shown)).toEqual(['a', 'b', 'c', 'd'])
})

test('a prefix of two skills without a guide is a cluster, the larger first', () => {
  const skills = [
    'x/a',
    'x/b',
    'y/a',
    'y/b',
    'y/c',
    'z/a',
    'w/a',
    'w/b',
    'w/guide',
    'v/a',
    'v/b',
    'deep/er/a',
    'deep/er/b',
    'top',
  ]
  const found = consolidateCandidates(
    skills.map((name) => skill(name)),
    [],
    [],
    new Set(['v/guide']),
  )
  expect(found.clusters).toEqual([
    { prefix: 'y', guide: 'y/guide', members: ['y/a', 'y/b', 'y/c'] },
    { prefix: 'deep/er', guide: 'deep/er/guide', members: ['deep/er/a', 'deep/er/b'] },
    { prefix: 'x', guide: 'x/guide', members: ['x/a', 'x/b'] },
  ])
  expect(clusterGuides(skills.map((name) => skill(name)))).toContain('v/guide')
})

test('of the pairs that are used together those count that came twice and are not linked both ways', () => {
  const skills = [
    skill('a', 100, { seeAlso: ['b'] }),
    skill('b', 100, { seeAlso: ['a'] }),
    skill('c', 100, { seeAlso: ['a'] }),
  ]
  const together = [
    { skills: ['a', 'b'] as [string, string], sessions: 9 },
    { skills: ['a', 'c'] as [string, string], sessions: 3 },
    { skills: ['b', 'c'] as [string, string], sessions: 1 },
    { skills: ['a', 'gone'] as [string, string], sessions: 7 },
  ]
  expect(consolidateCandidates(skills, [], together, NONE).coUsed).toEqual([{ skills: ['a', 'c'], sessions: 3 }])
})

test('whatever the library, no more is shown than fits, and each group whole or not at all', () => {
  const skills = Array.from({ length: 1_000 }, (_, i) => skill(`p${i % 7}/s${String(i).padStart(4, '0')}`, 2_000))
  const near = skills
    .slice(0, -1)
    .map(({ skill: one }, i) => pair(one.name, skills[i + 1]!.skill.name, 0.76 + (i % 20) / 100))
  const found = consolidateCandidates(skills, near, [], NONE)
  expect(found.shown.length).toBeLessThanOrEqual(CONSOLIDATED_SKILLS_MAX)
  expect(found.shown.length).toBeGreaterThan(CONSOLIDATED_SKILLS_MAX - 2)
  const shown = new Set(names(found.shown))
  expect(found.near.every(({ a, b }) => shown.has(a) && shown.has(b))).toBe(true)
  expect(consolidateCandidates(skills.toReversed(), near.toReversed(), [], NONE)).toEqual(found)
})

test('long texts are bounded by tokens, and a skill that is too long for them is named', () => {
  const long = Array.from({ length: 10 }, (_, i) => skill(`long-${i}`, 20_000))
  const huge = skill('huge', SHOWN_TOKENS_MAX * 4 + 1)
  const near = [pair('huge', 'long-0', 1), ...long.slice(1).map((one) => pair('long-0', one.skill.name, 0.9))]
  const found = consolidateCandidates([huge, ...long], near, [], NONE)
  expect(found.shown.reduce((sum, one) => sum + skillTokens(one), 0)).toBeLessThanOrEqual(SHOWN_TOKENS_MAX)
  expect(found.shown.length).toBe(4)
  expect(found.tooLong).toContain('huge')
})

test('a text below 200 characters is sparse once it is more than seven days old', () => {
  const made = '2026-01-01T00:00:00.000Z'
  const on = (day: string) => new Date(`2026-01-${day}T00:00:00.000Z`)
  expect(isSparse({ content: 'a'.repeat(199), createdAt: made }, on('09'))).toBe(true)
  expect(isSparse({ content: 'a'.repeat(199), createdAt: made }, on('08'))).toBe(false)
  expect(isSparse({ content: 'a'.repeat(200), createdAt: made }, on('30'))).toBe(false)
})
