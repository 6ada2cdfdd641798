// The package is the oracle: whatever happens to a library, both engines find, score and order alike. On libraries of
// our making always; on public ones where a developer has laid them beside the repository.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import type { IndexedSkill, IndexHit, SkillIndex } from '../../src/recall/skill-index.ts'
import { seeded } from '../support/seed.ts'
import { DEVELOPER_SKILLS } from './developer-skills.ts'
import { applied, changes, message } from './library.arbitrary.ts'

const RUN = seeded(500)
const HITS = 100
const MESSAGES_PER_SET = 200
const DATA = join(import.meta.dirname, '../../../shared/data/retrieval')

test(`both engines rank and score alike (seed ${RUN.seed})`, () => {
  fc.assert(
    fc.property(changes, changes, fc.array(message, { minLength: 1, maxLength: 5 }), (first, second, messages) => {
      const ours = createSkillIndex('bm25f')
      const oracle = createSkillIndex('wink')
      for (const round of [first, second]) {
        applied(ours, round)
        applied(oracle, round)
        expectAgreement(ours, oracle, messages)
      }
    }),
    RUN,
  )
})

test('both engines agree on every message of a few words from a team library', () => {
  const { ours, oracle } = indexesOf(DEVELOPER_SKILLS)
  const texts = DEVELOPER_SKILLS.flatMap(({ summary, triggers, content }) => [summary, ...triggers, content])
  expectAgreement(ours, oracle, texts)
})

// 199 tools with 20,542 messages, 4,076 with 2,054, and 527 with 94: then all of them are asked.
test.for<[set: string, messages: number]>([
  ['metatool', MESSAGES_PER_SET],
  ['sealtools', MESSAGES_PER_SET],
  ['livemcpbench', 94],
])('both engines agree on the public set %s', { timeout: 120_000 }, ([set, count], { skip }) => {
  skip(
    !existsSync(join(DATA, set)),
    `../shared/data/retrieval/${set} is not there: the set is not part of the repository`,
  )
  const { ours, oracle } = indexesOf(linesOf(set, 'corpus.jsonl').map(skillOf))
  const texts = linesOf(set, 'queries.jsonl').map(({ text }) => text!)
  const step = Math.max(1, Math.floor(texts.length / MESSAGES_PER_SET))
  const messages = texts.filter((_, i) => i % step === 0).slice(0, MESSAGES_PER_SET)
  expect(messages).toHaveLength(count)
  expectAgreement(ours, oracle, messages)
})

function indexesOf(skills: readonly IndexedSkill[]): { ours: SkillIndex; oracle: SkillIndex } {
  const [ours, oracle] = [createSkillIndex('bm25f'), createSkillIndex('wink')]
  for (const skill of skills) for (const index of [ours, oracle]) index.upsert(skill)
  return { ours, oracle }
}

type Line = { id: string; name?: string; summary?: string; content?: string; text?: string }

function linesOf(set: string, file: string): Line[] {
  const lines = readFileSync(join(DATA, set, file), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line))
}

function skillOf({ id, name = id, summary = '', content = '' }: Line): IndexedSkill {
  return { name, summary, triggers: [], tags: [], content }
}

function expectAgreement(ours: SkillIndex, oracle: SkillIndex, messages: readonly string[]): void {
  expect(ours.size()).toBe(oracle.size())
  for (const message of messages) {
    const { hits, ...mine } = ours.search(message, HITS)
    const { hits: expected, ...theirs } = oracle.search(message, HITS)
    expect(mine).toEqual(theirs)
    expectAlike(hits, expected, message)
  }
}

// The package rounds, so hits that are all but equal may stand the other way round, and change places over the edge of
// a list that is full; no others may.
function expectAlike(ours: IndexHit[], oracle: IndexHit[], message: string): void {
  expect(ours.length, message).toBe(oracle.length)
  const twins = new Map(oracle.map((hit) => [hit.name, hit]))
  const scoreMin = oracle.at(-1)?.score ?? 0
  for (const [rank, hit] of ours.entries()) {
    expect(Math.abs(hit.score - oracle[rank]!.score), message).toBeLessThan(1e-6)
    const twin = twins.get(hit.name)
    if (twin === undefined) {
      expect(ours.length === HITS && hit.score - scoreMin < 1e-6, `${hit.name} for: ${message}`).toBe(true)
      continue
    }
    expect(Math.abs(hit.score - twin.score), message).toBeLessThan(1e-6)
    expect(hit.coverage, message).toBeCloseTo(twin.coverage, 9)
    expect(hit.terms.map(({ term }) => term).toSorted()).toEqual(twin.terms.map(({ term }) => term).toSorted())
  }
}
