// Goal: nothing is ever deleted, and nothing that we ship is removed by a machine.
import { expect, test } from 'vitest'
import { type CurrentState, standing } from '../../src/domain/change-state.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import type { Gate } from '../../src/domain/gate.ts'
import { ACTORS, type Actor, CAUSES, type SkillRecord } from '../../src/domain/record.ts'
import { decideSave } from '../../src/domain/skill-change.ts'
import { decideAdopt, decideArchive, decideRestore } from '../../src/domain/skill-removal.ts'
import { contextOf, liveText, NOW, skillJson, skillOf, stateOf } from '../support/builders.ts'
import { walkTable } from '../support/rule-table.ts'

const ONE = skillJson('mail', 'One.')
const TWO = skillJson('mail', 'Two.')
const after = (decision: { record: CurrentState['record']; live?: string | null }): CurrentState => ({
  record: decision.record,
  live: typeof decision.live === 'string' ? liveText(decision.live) : undefined,
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
      expect.objectContaining({
        code: 'needs-person',
        message: 'skill "mail": a person decides whether to archive it',
        fix: 'Ask the person to do it at a terminal or in the dashboard.',
      }),
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
  expect(restored).toMatchObject({ version: next, digest: sha256Of(text), changed, draft: false })
  expect(restored.live).toBe(changed ? text : undefined)
})

test('a restore says whose text came back, keeps the versions between, and keeps a hand edit', () => {
  const state = { ...stateOf([ONE, TWO]), live: liveText(skillJson('mail', 'By hand.')) }
  const { record, blobs } = decideRestore(state, former(state, 1, ONE), contextOf({ actor: 'operator' }))
  expect(record.versions.map((v) => `${v.version} ${v.cause} by ${v.actor}`)).toEqual([
    '1 saved by agent',
    '2 saved by agent',
    '3 hand-edited by operator',
    '4 restored by agent',
  ])
  expect(blobs).toEqual([ONE, state.live.text])
})

test('whose text a restored version is: every combination', () => {
  const columns = {
    writer: ACTORS,
    cause: CAUSES,
    restorer: ACTORS,
  } as const
  // writer of the version that comes back | its cause | restorer | actor of the new version
  const table = `
  operator,system       | * | operator  | operator
  operator,system       | * | agent     | agent
  operator,system       | * | model     | model
  operator,system       | * | system    | system
  operator,system       | * | installer | installer
  agent,model,installer | accepted | operator  | operator
  agent,model,installer | accepted | agent     | agent
  agent,model,installer | accepted | model     | model
  agent,model,installer | accepted | system    | system
  agent,model,installer | accepted | installer | installer
  agent     | saved,edited,hand-edited,restored,archived,seeded,merged | * | agent
  model     | saved,edited,hand-edited,restored,archived,seeded,merged | * | model
  installer | saved,edited,hand-edited,restored,archived,seeded,merged | * | installer
  `
  const state = stateOf([ONE, TWO])
  const { walked, faults } = walkTable(columns, table, ({ writer, cause, restorer }) => {
    const version = { ...state.record!.versions[0]!, actor: writer, cause }
    const { record } = decideRestore(state, { version, text: ONE }, contextOf({ actor: restorer }))
    expect(record.versions.at(-1)).toMatchObject({ version: 3, cause: 'restored' })
    expect(record.decidedAt).toBe(restorer === 'operator' ? NOW : null)
    return record.versions.at(-1)!.actor
  })
  expect(faults).toEqual([])
  expect(walked).toBe(5 * 8 * 5)
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

test.each<[title: string, gate: Gate, over: Partial<SkillRecord>, actor: Actor, allowed: boolean]>([
  ["a machine's own, guarded", 'guarded', {}, 'agent', true],
  ["a person's, open", 'open', { origin: 'human' }, 'agent', true],
  ["a person's, guarded", 'guarded', { origin: 'human' }, 'agent', false],
  ["a person's, guarded", 'guarded', { origin: 'human' }, 'model', false],
  ["a person's, guarded", 'guarded', { origin: 'human' }, 'operator', true],
  ["a machine's own, strict", 'strict', {}, 'agent', false],
  ['pinned, open', 'open', { pinned: true }, 'agent', false],
  [
    "a machine's, rejected, guarded",
    'guarded',
    { rejection: { digest: sha256Of(TWO), note: 'no', at: NOW } },
    'agent',
    false,
  ],
])('a restore over a text is a change of it: %s (%s, %o), by %s: %s', (_, gate, over, actor, allowed) => {
  const { live, record } = stateOf([ONE, TWO], over.origin === 'human' ? 'operator' : 'agent')
  const state = { live, record: { ...record!, ...over } }
  const restore = () => decideRestore(state, former(state, 1, ONE), contextOf({ actor, gate }))
  if (allowed) expect(restore().live).toBe(ONE)
  else expect(restore).toThrow(expect.objectContaining({ code: 'needs-person' }))
})

test.each<[actor: Actor, code: string | undefined]>([
  ['operator', undefined],
  ['agent', 'needs-person'],
  ['model', 'needs-person'],
  ['system', 'refused'],
  ['installer', 'refused'],
])('an archived skill is revived by a person alone: %s', (actor, code) => {
  const archived = after(decideArchive(stateOf([ONE, TWO]), contextOf()))
  const revive = () => decideRestore(archived, former(archived, 1, ONE), contextOf({ actor }))
  if (code === undefined) expect(revive().record).toMatchObject({ lifecycle: 'candidate', archivedAt: null })
  else expect(revive).toThrow(expect.objectContaining({ code }))
})

test('an archive that was cut off takes no step back: what was deprecated stays so, and says what took its place', () => {
  const { live, record } = stateOf([ONE])
  const step = { cause: 'deprecate', from: 'released', actor: 'operator', at: NOW, reason: 'old' } as const
  const deprecated = { ...record!, lifecycle: 'deprecated' as const, lastStep: step, supersededBy: 'post' }
  const cutOff = { live, record: decideArchive({ live, record: deprecated }, contextOf({ actor: 'operator' })).record }
  expect(cutOff.record).toMatchObject({ lifecycle: 'archived', supersededBy: 'post' })
  expect(standing(cutOff, contextOf()).record).toMatchObject({
    ...{ lifecycle: 'deprecated', archivedAt: null, supersededBy: 'post' },
  })
})

test.each<[actor: Actor, back: Partial<SkillRecord>]>([
  ['agent', { origin: 'machine', lifecycle: 'candidate', approval: null }],
  ['operator', { origin: 'human', lifecycle: 'released' }],
])('a name whose file a person deleted is the name of whoever brings it back: %s', (actor, back) => {
  const { record } = stateOf([ONE], 'operator')
  const grant = { contentHash: sha256Of(''), digest: sha256Of(ONE), files: 0, at: NOW, actor: 'operator' as const }
  const approval = { ...grant, policy: skillOf().policy }
  for (const state of [record!, { ...record!, lifecycle: 'archived' as const, archivedAt: NOW }]) {
    const gone = { live: undefined, record: { ...state, approval } }
    const saved = decideSave(gone, { content: 'One.' }, contextOf({ actor }), { cause: 'saved' })
    expect(saved.record).toMatchObject({ approval, archivedAt: null, ...back })
  }
})
