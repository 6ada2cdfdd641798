// Goal: from what stands it is told how far a step came, and doing or undoing it touches nobody else's change.
// Method: every pair of a file and a record that can stand, against one step.
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { withHandEdit } from '../../src/domain/hand-edit.ts'
import { newRecord, type SkillRecord, withVersion } from '../../src/domain/record.ts'
import { documentBytes } from '../../src/domain/skill-document.ts'
import {
  doneStep,
  type StepState,
  stepState,
  type TransactionStep,
  undoneStep,
} from '../../src/domain/transaction-step.ts'
import { liveText, NOW } from '../support/builders.ts'

const LATER = '2026-12-02T10:00:00.000Z'
const by = (actor: 'agent' | 'operator', cause: 'saved' | 'merged') => ({ actor, cause, at: NOW })
const versioned = (record: SkillRecord, text: string, source: ReturnType<typeof by>) =>
  withVersion(record, documentBytes(text), source)

const FIRST = versioned(newRecord('mail', 'machine', 'save_skill', null), 'old', by('agent', 'saved'))
const BEFORE: SkillRecord = { ...FIRST, pinned: true, lifecycle: 'released' }
const AFTER = versioned({ ...BEFORE, lifecycle: 'verified' }, 'new', by('operator', 'merged'))
const ARCHIVED: SkillRecord = { ...BEFORE, lifecycle: 'archived', archivedAt: NOW, supersededBy: 'post' }

const CHANGE: TransactionStep = {
  name: 'mail',
  before: { text: 'old', record: BEFORE, standing: BEFORE },
  after: { text: 'new', record: AFTER },
}
const ARCHIVE: TransactionStep = { ...CHANGE, after: { text: null, record: ARCHIVED } }
const PLACED: TransactionStep = { ...CHANGE, before: { text: 'old', record: null, standing: BEFORE } }

const noticed = (record: SkillRecord) => withHandEdit(record, documentBytes('old'), LATER)
// As it comes back from the disk.
const reordered = (record: SkillRecord) => Object.fromEntries(Object.entries(record).reverse()) as SkillRecord

type Row = [
  what: string,
  step: TransactionStep,
  text: string | undefined,
  record: SkillRecord | undefined,
  state: StepState,
]

const STATES: Row[] = [
  ['nothing done', CHANGE, 'old', BEFORE, 'before'],
  ['nothing done, keys in another order', CHANGE, 'old', reordered(BEFORE), 'before'],
  ['the record alone', CHANGE, 'old', AFTER, 'half'],
  ['the record alone, and noticed', CHANGE, 'old', noticed(AFTER), 'noticed'],
  ['all done', CHANGE, 'new', reordered(AFTER), 'after'],
  ['other bytes', CHANGE, 'third', BEFORE, 'other'],
  ['no bytes', CHANGE, undefined, BEFORE, 'other'],
  ['the same bytes, approved since', CHANGE, 'old', { ...BEFORE, pinned: false }, 'other'],
  ['done, and pinned since', CHANGE, 'new', { ...AFTER, pinned: false }, 'other'],
  ['done, and the record is lost', CHANGE, 'new', undefined, 'other'],
  ['the record is lost', CHANGE, 'old', undefined, 'other'],
  ['not archived', ARCHIVE, 'old', BEFORE, 'before'],
  ['half archived', ARCHIVE, 'old', ARCHIVED, 'half'],
  ['half archived, and noticed', ARCHIVE, 'old', noticed(ARCHIVED), 'noticed'],
  ['archived', ARCHIVE, undefined, ARCHIVED, 'after'],
  ['archived, and brought back since', ARCHIVE, 'old', { ...BEFORE, lifecycle: 'verified' }, 'other'],
  ['gone, but not by us', ARCHIVE, undefined, BEFORE, 'other'],
  ['placed by hand', PLACED, 'old', undefined, 'before'],
  ['placed by hand, adopted since', PLACED, 'old', BEFORE, 'other'],
  ['placed by hand, all done', PLACED, 'new', AFTER, 'after'],
]

const currentOf = (text: string | undefined, record: SkillRecord | undefined) => ({
  live: text === undefined ? undefined : liveText(text),
  record,
})

// As they stand when the record of an undone step is written, and its file is not.
const undone = (step: TransactionStep) =>
  undoneStep(step, currentOf(step.after.text ?? undefined, step.after.record), LATER).record
const noticedAgain = withHandEdit(undone(CHANGE), documentBytes('new'), LATER)

const TORN: Row[] = [
  ['half undone', CHANGE, 'new', undone(CHANGE), 'half-undone'],
  ['half undone, and noticed', CHANGE, 'new', noticedAgain, 'half-undone'],
  ['half brought back from the archive', ARCHIVE, undefined, undone(ARCHIVE), 'half-undone'],
  ['half undone, and pinned otherwise since', CHANGE, 'new', { ...undone(CHANGE), pinned: false }, 'other'],
  ['undone', CHANGE, 'old', undone(CHANGE), 'other'],
]

test.each([...STATES, ...TORN])('%s', (_, step, text, record, state) => {
  expect(stepState(step, currentOf(text, record))).toBe(state)
})

const UNDONE = [...STATES, ...TORN].filter(([, , , , state]) => state !== 'before' && state !== 'other')

test.each(UNDONE)('undone: %s', (_, step, text, record) => {
  const { record: after, live } = undoneStep(step, currentOf(text, record), LATER)
  expect(live === undefined ? text : live).toBe('old')
  const { versions, numbersUsed: _used, ...told } = after
  const { versions: _versions, numbersUsed: _before, ...before } = BEFORE
  expect(told).toEqual(before)
  expect(versions.at(-1)).toMatchObject({ digest: sha256Of('old'), actor: 'agent' })
  // What was counted stays counted: no number stands for two texts.
  expect(versions.slice(0, record!.versions.length)).toEqual(record!.versions)
  expect(versions.map(({ version }) => version)).toEqual(versions.map((_each, i) => i + 1))
})

test('done: the texts of both sides are kept', () => {
  expect(doneStep(CHANGE)).toEqual({ record: AFTER, live: 'new', blobs: ['old', 'new'] })
  expect(doneStep(ARCHIVE)).toEqual({ record: ARCHIVED, live: null, blobs: ['old'] })
})
