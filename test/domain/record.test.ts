// Goal: a version never falls, bytes keep the actor who made them, and the newest twenty are kept.
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import {
  blobsOf,
  firstLifecycle,
  knowsLive,
  latestVersion,
  newRecord,
  originOf,
  recordOfUnrecorded,
  type SkillRecord,
  versionOfDigest,
  withHandEdit,
  withVersion,
} from '../../src/domain/record.ts'
import { NOW } from '../support/builders.ts'

const [A, B, C] = ['a', 'b', 'c'].map(sha256Of) as [string, string, string]
const save = (record: SkillRecord, digest: string) =>
  withVersion(record, digest, 1, { actor: 'agent', cause: 'saved', at: NOW })
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
  const next = withHandEdit(record, digest, 1, NOW)
  expect(story(next)).toEqual(versions)
  expect(next).toMatchObject({ lifecycle: 'candidate', archivedAt: null })
})

test("a person's archived skill that is put back by hand is released again", () => {
  const human = save(newRecord('mail', 'human', 'hand', null), A)
  expect(withHandEdit(archived(human), B, 1, NOW)).toMatchObject({ lifecycle: 'released', archivedAt: null })
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

test.each([
  ['human', 'operator', 'released'],
  ['machine', 'agent', 'candidate'],
] as const)(
  "a changed %s skill without a record: version 1 is the %s's and cannot come back",
  (origin, actor, lifecycle) => {
    const record = recordOfUnrecorded('mail', origin, A, NOW)
    expect(record).toMatchObject({ origin, lifecycle, versions: [{ version: 1, digest: A, actor, manifest: [] }] })
    expect(blobsOf(record)).toEqual([])
  },
)
