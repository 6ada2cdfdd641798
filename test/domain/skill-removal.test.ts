// Goal: nothing is ever deleted, and nothing that we ship is removed by a machine.
import { expect, test } from 'vitest'
import type { Actor } from '../../src/domain/record.ts'
import { type CurrentState, decideSave } from '../../src/domain/skill-change.ts'
import { decideAdopt, decideArchive, decideRestore } from '../../src/domain/skill-removal.ts'
import { contextOf, liveText, skillJson, stateOf } from '../support/builders.ts'

const ONE = skillJson('mail', 'One.')
const TWO = skillJson('mail', 'Two.')
const after = (decision: { record: CurrentState['record']; live: string | null }): CurrentState => ({
  record: decision.record,
  live: decision.live === null ? undefined : liveText(decision.live),
})
const former = (state: CurrentState, version: number, text: string) => ({
  version: state.record!.versions.find((v) => v.version === version)!,
  text,
})

test('an archived skill is gone from the library and whole in the history', () => {
  const archived = decideArchive(stateOf([ONE, TWO]), contextOf())
  expect(archived).toMatchObject({ live: null, version: 2, changed: true, blobs: [TWO] })
  expect(archived.record).toMatchObject({ lifecycle: 'archived', archivedAt: '2026-11-21T10:00:00.000Z' })
})

test.each<[origin: Actor, actor: Actor, allowed: boolean]>([
  ['system', 'agent', false],
  ['system', 'model', false],
  ['system', 'operator', true],
  ['agent', 'agent', true],
  ['operator', 'agent', true],
  ['operator', 'operator', true],
])('a skill made by %s: may %s archive it? %s', (origin, actor, allowed) => {
  const archive = () => decideArchive(stateOf([ONE], origin), contextOf({ actor }))
  if (allowed) expect(archive().live).toBeNull()
  else
    expect(archive).toThrow(
      expect.objectContaining({ code: 'refused', fix: 'Ask the person to run: skill-cortex archive mail' }),
    )
})

test('what is not there, or cannot be read, is not archived', () => {
  const nothing = { live: undefined, record: undefined }
  expect(() => decideArchive(nothing, contextOf())).toThrow(expect.objectContaining({ code: 'not-found' }))
  expect(() => decideArchive({ ...nothing, live: liveText('{') }, contextOf())).toThrow(
    expect.objectContaining({ code: 'damaged' }),
  )
})

test('an archived skill comes back as it was, under its number', () => {
  const archived = after(decideArchive(stateOf([ONE, TWO]), contextOf()))
  const back = decideRestore(archived, former(archived, 2, TWO), contextOf({ actor: 'operator' }))
  expect(back).toMatchObject({ live: TWO, version: 2, changed: true })
  expect(back.record).toMatchObject({ lifecycle: 'candidate', archivedAt: null })
})

test.each<[title: string, versions: string[], version: number, text: string, next: number, changed: boolean]>([
  ['a former version comes back as a new one', [ONE, TWO], 1, ONE, 3, true],
  ['the version that stands changes nothing', [ONE, TWO], 2, TWO, 2, false],
])('%s', (_, versions, version, text, next, changed) => {
  const state = stateOf(versions)
  const restored = decideRestore(state, former(state, version, text), contextOf({ actor: 'operator' }))
  expect(restored).toMatchObject({ live: text, version: next, changed })
})

test('a restore says who restored, keeps the versions between, and keeps a hand edit', () => {
  const state = { ...stateOf([ONE, TWO]), live: liveText(skillJson('mail', 'By hand.')) }
  const { record, blobs } = decideRestore(state, former(state, 1, ONE), contextOf({ actor: 'operator' }))
  expect(record.versions.map((v) => `${v.version} ${v.cause} by ${v.actor}`)).toEqual([
    '1 saved by agent',
    '2 saved by agent',
    '3 hand-edited by operator',
    '4 restored by operator',
  ])
  expect(blobs).toEqual([ONE, state.live.text])
})

test('a skill saved again after it was archived goes on counting', () => {
  const archived = after(decideArchive(stateOf([ONE, TWO]), contextOf()))
  const saved = decideSave(archived, { content: 'Three.' }, contextOf(), { cause: 'saved' })
  expect(saved).toMatchObject({ version: 3, created: true, record: { lifecycle: 'candidate', archivedAt: null } })
})

test('an archive that was cut off between record and file leaves a skill that can be read, saved and archived', () => {
  const { record } = decideArchive(stateOf([ONE]), contextOf())
  const cutOff = { record, live: liveText(ONE) }
  const saved = decideSave(cutOff, { content: 'Two.' }, contextOf(), { cause: 'saved', expectedVersion: 1 })
  expect(saved).toMatchObject({ version: 2, created: false, record: { lifecycle: 'candidate', archivedAt: null } })
  expect(decideArchive(cutOff, contextOf())).toMatchObject({ live: null, version: 1 })
})

test('a damaged file is mended by a restore, and its bytes are kept', () => {
  const state = { ...stateOf([ONE, TWO]), live: liveText('{"name": "ma') }
  const mended = decideRestore(state, former(state, 1, ONE), contextOf({ actor: 'operator' }))
  expect(mended).toMatchObject({ live: ONE, version: 4, blobs: [ONE, '{"name": "ma'] })
})

test('a former version that is itself damaged does not come back', () => {
  const state = stateOf(['{', TWO])
  expect(() => decideRestore(state, former(state, 1, '{'), contextOf())).toThrow(
    expect.objectContaining({ code: 'damaged' }),
  )
})

test.each<[title: string, state: CurrentState, versions: string[] | undefined]>([
  [
    'of a skill without one: version 1, the bytes kept',
    { live: liveText(ONE), record: undefined },
    ['1 hand-edited by operator'],
  ],
  ['not where one is', stateOf([ONE]), undefined],
  ['not of what is not there', { live: undefined, record: undefined }, undefined],
])('a record is written down for a reader: %s', (_, state, versions) => {
  const adoption = decideAdopt(state, contextOf())
  expect(adoption?.record.versions.map((v) => `${v.version} ${v.cause} by ${v.actor}`)).toEqual(versions)
  expect(adoption?.blobs).toEqual(versions && [ONE])
})
