// A change of several skills as one, written down before it begins: what stood, what shall stand. From that and from what
// stands now it can be told after a crash how far it came, and each step can be done or undone without touching what
// somebody else has done since. Pure.
import { z } from 'zod'
import type { CurrentState } from './change-state.ts'
import { sha256Of } from './digest.ts'
import { withHandEdit } from './hand-edit.ts'
import { latestVersion, recordSchema, type SkillRecord, withVersion } from './record.ts'
import { documentBytes } from './skill-document.ts'

export const transactionStepSchema = z.object({
  name: z.string(),
  before: z.object({
    /** Null when no file stood. */
    text: z.string().nullable(),
    /** Null when there was none: a skill placed by hand. */
    record: recordSchema.nullable(),
    /** The record with that taken in, which an undone step leaves. */
    standing: recordSchema,
  }),
  after: z.object({ text: z.string().nullable(), record: recordSchema }),
})
export type TransactionStep = z.infer<typeof transactionStepSchema>

/**
 * `half`: its record is written and its file is not, since a record is written first. `noticed`: likewise, and another
 * process took the file that still stood for a hand edit; it can only be undone, because the version that it counted may
 * have been read. `half-undone`: a crash came while it was undone, between record and file.
 * `other`: somebody has changed the skill, so it is neither ours to do nor to undo.
 */
export type StepState = 'before' | 'half' | 'noticed' | 'after' | 'half-undone' | 'other'

export function stepState(step: TransactionStep, { live, record }: CurrentState): StepState {
  const { before, after } = step
  const isBefore = (live?.digest ?? null) === digestOf(before.text)
  const isAfter = (live?.digest ?? null) === digestOf(after.text)
  if (isAfter && isSameRecord(record, after.record)) return 'after'
  if (isAfter && record !== undefined && isUndoneRecord(step, record)) return 'half-undone'
  if (!isBefore) return 'other'
  if (isSameRecord(record, before.record)) return 'before'
  if (record === undefined || before.text === null) return 'other'
  if (isSameRecord(record, after.record)) return 'half'
  return isSameRecord(record, noticed(after.record, before.text, record)) ? 'noticed' : 'other'
}

// The record of an undone step, as it is written before the file, and what another process makes of it that sees the file.
function isUndoneRecord({ before, after }: TransactionStep, record: SkillRecord): boolean {
  const ats = record.versions.map(({ at }) => at)
  const undone = (at: string) => undoneRecord(before, after.record, at)
  if (isSameRecord(record, undone(ats.at(-1) ?? ''))) return true
  return after.text !== null && isSameRecord(record, noticed(undone(ats.at(-2) ?? ''), after.text, record))
}

// As outside-change.ts of the library makes it.
function noticed(ahead: SkillRecord, text: string, now: SkillRecord): SkillRecord {
  return withHandEdit(ahead, documentBytes(text), now.versions.at(-1)?.at ?? '')
}

export type StepChange = { record: SkillRecord; live?: string | null; blobs: string[] }

export function doneStep({ before, after }: TransactionStep): StepChange {
  const blobs = [before.text, after.text].flatMap((text) => text ?? [])
  return { record: after.record, live: after.text, blobs }
}

/**
 * Everything as it was but the count of versions: a number that a reader may have seen stands for no second text.
 * @param current of a step that is `half`, `noticed`, `after` or `half-undone`.
 */
export function undoneStep({ before }: TransactionStep, current: CurrentState, now: string): StepChange {
  const record = undoneRecord(before, current.record ?? before.standing, now)
  const live = (current.live?.digest ?? null) === digestOf(before.text) ? {} : { live: before.text }
  return { record, ...live, blobs: before.text === null ? [] : [before.text] }
}

function undoneRecord(before: TransactionStep['before'], current: SkillRecord, at: string): SkillRecord {
  const { text, standing } = before
  // That its numbers are used says also, should the file be missing then, that this was written by us.
  const numbersUsed = Math.max(standing.numbersUsed, latestVersion(current))
  const record = { ...standing, versions: current.versions, numbersUsed }
  if (text === null) return record
  const actor = standing.versions.at(-1)?.actor ?? 'operator'
  return withVersion(record, documentBytes(text), { actor, cause: 'restored', at })
}

/** Of what a step leaves: for the ledger. */
export function stepVersion({ after }: TransactionStep): { version: number; digest: string } {
  return { version: latestVersion(after.record), digest: after.record.versions.at(-1)?.digest ?? '' }
}

function digestOf(text: string | null): string | null {
  return text === null ? null : sha256Of(text)
}

function isSameRecord(one: SkillRecord | undefined, other: SkillRecord | null): boolean {
  return one === undefined || other === null ? one === undefined && other === null : canonical(one) === canonical(other)
}

// A record comes back from the disk with its keys in another order.
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
