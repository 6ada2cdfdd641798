// What a person decides about a skill: whether its text may stand (approve, reject), how mature it is, who may change it.
// Each is a pure decision under the skill's lock; the person is made sure of by the surfaces, never here.

import { recordStanding as standingRecord } from '../domain/change-state.ts'
import { decidePin, decideStep, type RecordStep } from '../domain/lifecycle-change.ts'
import type { Lifecycle, SkillRecord } from '../domain/record.ts'
import { decideKeep, decideScopeEnd } from '../domain/session-scope.ts'
import type { Skill } from '../domain/skill.ts'
import { decideApprove, decideReject, type Rejecting, type Reviewed, underReview } from '../domain/skill-approval.ts'
import { draftSkill } from '../domain/skill-change.ts'
import { SkillError } from '../domain/skill-error.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import { notFound } from '../domain/skill-refusal.ts'
import { type Caller, type ChangeParts, type ChangeSkill, contextOf } from './change-skill.ts'

export type StepWhy = { reason?: string | null; supersededBy?: string | null }
export type Stepped = { name: string; from: Lifecycle; to: Lifecycle; version: number }

/** A text that waits for a yes: its bytes as a skill, what is live now, and all that is known of both. */
export type InReview = Reviewed & { name: string; live: Skill | undefined; record: SkillRecord }

export type Review = {
  /** @throws `not-found` when the skill has no draft, or its bytes are lost. */
  draft(name: string): Promise<{ skill: Skill; version: number; record: SkillRecord }>
  /** The draft where one waits, else what stands. @throws `not-found`. */
  look(name: string): Promise<InReview>
  /** Names with something to decide: a draft, or a text that nobody approved yet. Sorted. */
  waiting(): Promise<string[]>
  /** @param hash of what was looked at. @throws `conflict` when that no longer stands, `refused` for all but the operator. */
  approve(name: string, hash: string, caller: Caller): Promise<{ name: string; version: number; lifecycle: Lifecycle }>
  reject(name: string, no: Rejecting, caller: Caller): Promise<{ name: string }>
  /** @throws `needs-person`; `refused` and `conflict` with the steps that are possible. */
  step(name: string, cause: RecordStep, caller: Caller, why?: StepWhy): Promise<Stepped>
  pin(name: string, isPinned: boolean, caller: Caller): Promise<{ name: string; pinned: boolean }>
  /** For the library, of a skill that was taken for one session. @returns `changed` false for any other. */
  keep(name: string, caller: Caller): Promise<{ name: string; changed: boolean }>
  /** The session that it was taken for is over. @returns false where it was kept, or taken for another one. */
  endScope(name: string, session: string, caller: Caller): Promise<boolean>
}

export type ReviewParts = ChangeParts & {
  change: ChangeSkill
  /** Whether the text of a skill that stands waits for a yes. */
  isUnapproved: (name: string) => boolean
}

export function createReview(parts: ReviewParts): Review {
  const { store, shelf, change } = parts
  const state = async (name: string) => {
    await shelf.look(parseSkillName(name))
    // Decides nothing: the state under the lock, read as one.
    return store.update(name, (current) => ({ result: current }))
  }
  return {
    async draft(name) {
      const { record, draft } = await state(name)
      const skill = record === undefined ? undefined : draftSkill({ live: undefined, record, draft }, record)
      if (skill === undefined) throw noDraft(name)
      return { skill, version: record!.draft!.version, record: record! }
    },
    async look(name) {
      const current = await state(name)
      const context = contextOf(parts, name, READER)
      const reviewed = underReview(current, context)
      if (reviewed === undefined) throw notFound(name)
      const record = current.record ?? standingRecord(current, context)
      return { ...reviewed, name, live: shelf.entry(name)?.skill, record }
    },
    async waiting() {
      const { records } = await store.records()
      const drafted = records.filter((record) => record.draft !== null).map((record) => record.name)
      const unapproved = shelf.entries().flatMap(({ skill }) => (parts.isUnapproved(skill.name) ? [skill.name] : []))
      return [...new Set([...drafted, ...unapproved])].sort()
    },
    async approve(name, hash, caller) {
      const done = await change('skill-approved', parseSkillName(name), caller, (current, context) =>
        decideApprove(current, hash, context),
      )
      return { name, version: done.version, lifecycle: done.record.lifecycle }
    },
    async reject(name, no, caller) {
      const told = { event: 'skill-rejected' as const, note: no.note }
      await change(told, parseSkillName(name), caller, (current, context) => decideReject(current, no, context))
      return { name }
    },
    async step(name, cause, caller, why = {}) {
      const told = { event: 'skill-stepped' as const, cause, note: why.reason }
      const done = await change(told, parseSkillName(name), caller, (current, context) =>
        decideStep(current, cause, context, why),
      )
      const { lifecycle, lastStep } = done.record
      return { name, from: lastStep?.from ?? lifecycle, to: lifecycle, version: done.version }
    },
    async pin(name, isPinned, caller) {
      const event = isPinned ? ('skill-pinned' as const) : ('skill-unpinned' as const)
      await change(event, parseSkillName(name), caller, (current, context) => decidePin(current, isPinned, context))
      return { name, pinned: isPinned }
    },
    async keep(name, caller) {
      const { changed } = await change('skill-kept', parseSkillName(name), caller, decideKeep)
      return { name, changed }
    },
    async endScope(name, session, caller) {
      const done = await change('skill-scope-ended', parseSkillName(name), caller, (current, context) =>
        decideScopeEnd(current, session, context),
      )
      return done.changed
    },
  }
}

const READER: Caller = { actor: 'operator', via: 'review', author: null }

function noDraft(name: string): SkillError {
  return new SkillError(
    'not-found',
    `skill "${name}" has no draft`,
    'Load it without version; a draft is there only while a change waits for a person.',
  )
}
