// Goal: a version never falls, bytes keep the actor who made them, and the newest twenty are kept.
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { recordOfUnrecorded, withHandEdit } from '../../src/domain/hand-edit.ts'
import {
  CAUSES,
  firstLifecycle,
  knowsLive,
  latestVersion,
  newRecord,
  nextVersion,
  originNow,
  originOf,
  type SkillRecord,
  versionOfDigest,
  withoutDraft,
  withVersion,
} from '../../src/domain/record.ts'
import { blobsOf } from '../../src/domain/record-blobs.ts'
import { documentBytes } from '../../src/domain/skill-document.ts'
import { NOW } from '../support/builders.ts'
import { walkTable } from '../support/rule-table.ts'
import { recordOf } from '../support/skill-state.ts'

const [A, B, C] = ['a', 'b', 'c'].map(sha256Of) as [string, string, string]
const save = (record: SkillRecord, digest: string) =>
  withVersion(record, { digest, size: 1, files: [] }, { actor: 'agent', cause: 'saved', at: NOW })
const machine = newRecord('mail', 'machine', 'save_skill', 'client')
const saved = (...digests: string[]) => digests.reduce(save, machine)
const archived = (record: SkillRecord): SkillRecord => ({ ...record, lifecycle: 'archived', archivedAt: NOW })
const story = (record: SkillRecord) => record.versions.map((v) => `${v.version} ${v.cause} by ${v.actor}`)

test.each([
  ['human', 'released'],
  ['builtin', 'released'],
  ['machine', 'candidate'],
] as const)('a skill of %s origin starts as %s', (origin, lifecycle) => {
  expect(firstLifecycle(origin)).toBe(lifecycle)
  expect(newRecord('mail', origin, 'x', null)).toMatchObject({ lifecycle, archivedAt: null, versions: [] })
})

test.each([
  ['operator', 'human'],
  ['system', 'builtin'],
  ['agent', 'machine'],
  ['model', 'machine'],
  ['installer', 'machine'],
] as const)('what the %s brings is of %s origin', (actor, origin) => {
  expect(originOf(actor)).toBe(origin)
})

test('what a skill counts as: every combination', () => {
  const columns = {
    bytes: ['as-shipped', 'others'],
    origin: ['builtin', 'human', 'machine'],
    newest: ['operator', 'agent', 'model', 'installer', 'system', 'none'],
    cause: CAUSES,
  } as const
  // bytes | origin on record | newest version by | its cause | outcome
  const table = `
  as-shipped | *       | *                     | *     | builtin
  others     | builtin | operator,none         | *     | human
  others     | builtin | agent,model,installer | *     | machine
  others     | builtin | system                | *     | builtin
  others     | human   | operator,system,none  | *     | human
  others     | human   | agent,model,installer | accepted | human
  others     | human   | agent,model,installer | saved,edited,hand-edited,restored,archived,seeded,merged | machine
  others     | machine | *                     | *     | machine
  `
  const { walked, faults } = walkTable(columns, table, ({ bytes, origin, newest, cause }) =>
    originNow(recordOf({ origin, lastActor: newest, lastCause: cause }), bytes),
  )
  expect(faults).toEqual([])
  expect(walked).toBe(2 * 3 * 6 * 8)
})

test.each<[title: string, record: SkillRecord, digest: string, versions: string[]]>([
  ['the first', machine, A, ['1 saved by agent']],
  ['other bytes', saved(A), B, ['1 saved by agent', '2 saved by agent']],
  ['the bytes that stand', saved(A), A, ['1 saved by agent']],
  ['bytes that stood before', saved(A, B), A, ['1 saved by agent', '2 saved by agent', '3 saved by agent']],
])('saving %s', (_, record, digest, versions) => {
  expect(story(save(record, digest))).toEqual(versions)
})

test.each<[title: string, record: SkillRecord, digest: string, versions: string[]]>([
  ["new bytes are the operator's", saved(A), B, ['1 saved by agent', '2 hand-edited by operator']],
  ["old bytes stay the agent's", saved(A, B), A, ['1 saved by agent', '2 saved by agent', '3 restored by agent']],
  ["no record and a machine origin: the agent's", machine, A, ['1 hand-edited by agent']],
  ['an archived skill put back as it was gets no new version', archived(saved(A)), A, ['1 saved by agent']],
])('a hand edit: %s', (_, record, digest, versions) => {
  const next = withHandEdit(record, { digest, size: 1, files: [] }, NOW)
  expect(story(next)).toEqual(versions)
  expect(next).toMatchObject({ lifecycle: 'candidate', archivedAt: null })
})

test("a person's archived skill that is put back by hand is released again", () => {
  const human = save(newRecord('mail', 'human', 'hand', null), A)
  expect(withHandEdit(archived(human), { digest: B, size: 1, files: [] }, NOW)).toMatchObject({
    lifecycle: 'released',
    archivedAt: null,
  })
})

test.each([
  ['no record', undefined, A, 1, false],
  ['a record without a version', machine, A, 1, false],
  ['the newest bytes', saved(A, B), B, 2, true],
  ['other bytes', saved(A, B), C, 3, false],
  ['former bytes', saved(A, B), A, 3, false],
  ['the newest bytes, but archived', archived(saved(A, B)), B, 2, false],
])('live bytes beside %s', (_, record, digest, version, known) => {
  expect(versionOfDigest(record, digest)).toBe(version)
  expect(knowsLive(record, digest)).toBe(known)
})

test('the oldest beyond twenty are let go, numbers go on', () => {
  const record = saved(...Array.from({ length: 25 }, (_, i) => sha256Of(String(i))))
  expect(record.versions.map((v) => v.version)).toEqual(Array.from({ length: 20 }, (_, i) => i + 6))
  expect(latestVersion(record)).toBe(25)
  expect(blobsOf(record)).toEqual(Array.from({ length: 20 }, (_, i) => sha256Of(String(i + 5))))
})

test('the approved version is kept beyond the twenty, once', () => {
  const grant = { contentHash: A, digest: A, files: 0, at: NOW, actor: 'operator' as const }
  const policy = { tools: [], domains: [], credentials: [], sideEffects: [] }
  const twice = { ...saved(A, B, A, C), approval: { ...grant, policy } }
  const record = Array.from({ length: 25 }, (_, i) => sha256Of(String(i))).reduce(save, twice)
  expect(record.versions.map((v) => v.version)).toEqual([3, ...Array.from({ length: 20 }, (_, i) => i + 10)])
})

test('no number is given twice, neither one of a draft nor one of a draft that was let go', () => {
  const kept = { version: 4, digest: C, size: 1, files: [], base: B }
  const draft = { ...kept, at: NOW, actor: 'agent' as const, via: 'x', author: null }
  const waiting = { ...saved(A, B), draft }
  const letGo = { ...saved(A, B), numbersUsed: 4 }
  for (const record of [waiting, letGo]) {
    expect([versionOfDigest(record, B), versionOfDigest(record, C), nextVersion(record)]).toEqual([2, 5, 5])
    expect(latestVersion(withHandEdit(record, documentBytes('d'), NOW))).toBe(5)
  }
  expect(blobsOf(waiting)).toEqual([A, B, C])
  const without = withoutDraft(waiting)
  expect(without).toEqual({ ...waiting, draft: null, formerDrafts: [draft], numbersUsed: 4 })
  expect([blobsOf(without), nextVersion(without)]).toEqual([[A, B, C], 5])
  expect(withoutDraft(saved(A, B))).toEqual(saved(A, B))
})

test.each([
  ['human', 'operator', 'released'],
  ['machine', 'agent', 'candidate'],
] as const)(
  "a changed %s skill without a record: version 1 is the %s's and cannot come back",
  (origin, actor, lifecycle) => {
    const record = recordOfUnrecorded({ name: 'mail', origin, via: 'hand' }, A, NOW)
    expect(record).toMatchObject({ origin, lifecycle, versions: [{ version: 1, digest: A, actor, manifest: [] }] })
    expect(blobsOf(record)).toEqual([])
  },
)
