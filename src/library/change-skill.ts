// The one way of every change: decide under the skill's lock, make it durable, write down who did it, level the shelf.

import type { ChangeContext, CurrentState, Decision } from '../domain/change-state.ts'
import type { Gate } from '../domain/gate.ts'
import type { NewLedgerEvent, SkillLedgerEvent } from '../domain/journal-event.ts'
import type { Actor, LifecycleCause, Origin, SkillRecord } from '../domain/record.ts'
import type { Skill } from '../domain/skill.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { Shelf } from './shelf.ts'

/** Who asks for a change, through which tool or command, and how the client calls itself. */
export type Caller = {
  actor: Actor
  via: string
  author: string | null
  /** Digests of the texts that the caller decided by, null where none stood: a change of another text is refused. */
  seen?: ReadonlyMap<string, string | null> | undefined
  /** The session that a skill which is not there yet is taken for; absent: for the library. */
  scope?: string | undefined
}

export type ChangeParts = {
  store: SkillStore
  shelf: Shelf
  appendLedger: (event: NewLedgerEvent) => Promise<void>
  lostOrigin: (name: string) => Origin
  /** Whether a skill says what we ship under its name. */
  isShipped: (skill: Skill) => boolean
  gate: Gate
  now: () => Date
  log: Log
}

export type Decide<D extends Decision> = (current: CurrentState, context: ChangeContext) => D
/** What the ledger is told of a change; `cause` of a step. */
export type Told = { event: SkillLedgerEvent; cause?: LifecycleCause | undefined; note?: string | null | undefined }
export type Changed<D extends Decision> = { name: string; record: SkillRecord } & Omit<D, 'live' | 'blobs'>
export type ChangeSkill = <D extends Decision>(
  told: SkillLedgerEvent | Told,
  name: string,
  caller: Caller,
  decide: Decide<D>,
) => Promise<Changed<D>>

export function createChanger(parts: ChangeParts): ChangeSkill {
  const { store, shelf, appendLedger, log } = parts
  return async (told, name, caller, decide) => {
    // A hand edit that nobody has looked at yet becomes a version of its own first, so that whoever read the bytes before
    // it and saves under their number is told.
    await shelf.look(name)
    const context = contextOf(parts, name, caller)
    const done = await store.update(name, (current) => {
      assertSeen(name, caller, current.live?.digest ?? null)
      const decision = decide(current, context)
      const { record, live, blobs } = decision
      const change = { record, blobs, ...(live === undefined ? {} : { live }) }
      return { ...(decision.changed ? { change } : {}), result: decision }
    })
    if (done.changed) {
      const line = lineOf(typeof told === 'string' ? { event: told } : told, name, caller, done)
      // The change is durable and must not be refused any more; the record says the same as the line that is missing.
      await appendLedger(line).catch((error) => log('library', `the ledger misses a change of "${name}"`, error))
      // The shelf tells everyone that the skill has changed.
      await shelf.look(name)
    }
    const { live: _live, blobs: _blobs, ...outcome } = done
    return { name, ...outcome }
  }
}

/** To be asked under the skill's lock. @throws `conflict` when another text stands than the caller has seen. */
export function assertSeen(name: string, { seen }: Pick<Caller, 'seen'>, digest: string | null): void {
  const expected = seen?.get(name)
  if (expected === undefined || expected === digest) return
  const stands = digest === null ? 'none stands any more' : 'another one stands now'
  throw new SkillError(
    'conflict',
    `skill "${name}": the text that was looked at was expected, but ${stands}`,
    'Nothing was changed. Look at it again and decide about what you then see.',
  )
}

/** In which a change of this skill by this caller is decided. */
export function contextOf(parts: ChangeParts, name: string, caller: Caller): ChangeContext {
  const { shelf, lostOrigin, isShipped, gate, now } = parts
  const known = shelf.entry(name)?.origin ?? lostOrigin(name)
  const { actor, via, author, scope } = caller
  return { name, actor, via, author, scope, now: now().toISOString(), lostOrigin: known, isShipped, gate }
}

function lineOf(told: Told, name: string, { actor }: Caller, done: Decision): NewLedgerEvent {
  const event = done.draft && told.event === 'skill-saved' ? 'skill-drafted' : told.event
  const step = told.cause === undefined ? {} : { cause: told.cause, lifecycle: done.record.lifecycle }
  const note = told.note == null ? {} : { note: told.note }
  return { event, actor, name, version: done.version, digest: done.digest, ...step, ...note }
}
