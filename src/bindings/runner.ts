// Fires bindings: of the processes on a home one at a time, under a lease, reads what has happened and fires what is due.
// The line of a firing in the ledger is what makes it count: what stands there has fired, whoever wrote it, also before a
// crash; what a firing does besides can be done again without happening twice.
import { setImmediate as breathe } from 'node:timers/promises'
import { BINDINGS_MAX, type Binding } from '../domain/binding.ts'
import { inFiringOrder, isInTime, whyNot } from '../domain/binding-due.ts'
import type { BindingEvent } from '../domain/binding-event.ts'
import type { NewLedgerEvent } from '../domain/journal-event.ts'
import { SkillError } from '../domain/skill-error.ts'
import { acquireLease, type Lease } from '../files/file-lease.ts'
import { singleFlight } from '../files/single-flight.ts'
import { type ActionParts, carryOutAction } from './carry-out-action.ts'
import type { EventReader } from './event-reader.ts'

/** That come of one event, by whatever way: beyond it one line says so, and no more fire. */
export const FIRINGS_OF_ONE_EVENT_MAX = 2 * BINDINGS_MAX
export const RESULT_CHARS_MAX = 500
const LEASE_WAIT_MS_MAX = 1_000
const RENEW_MS = 1_000
// After so many others get their turn.
const EVENTS_AT_ONCE = 100

export type RunnerParts = ActionParts & {
  lock: string
  reader: EventReader
  /** Those that are switched on. */
  enabled: () => Promise<readonly Binding[]>
  appendLedger: (event: NewLedgerEvent) => Promise<void>
}

/** One run at a time in this process; whoever asks during one gets the next, which sees what he has seen. */
export function createRunner(parts: RunnerParts): () => Promise<void> {
  const { lock, reader } = parts
  return singleFlight(async () => {
    const lease = await freeLease(lock)
    if (lease === undefined) return
    try {
      await runUnder(lease, parts)
      await reader.settle(false)
    } finally {
      await lease.release()
    }
  })
}

// Whoever holds it does the same work.
async function freeLease(lock: string): Promise<Lease | undefined> {
  try {
    return await acquireLease(lock, 'the bindings', { waitMsMax: LEASE_WAIT_MS_MAX })
  } catch (error) {
    if (error instanceof SkillError && error.code === 'busy') return undefined
    throw error
  }
}

async function runUnder(lease: Lease, parts: RunnerParts): Promise<void> {
  const { reader, enabled, now } = parts
  const renew = renewing(lease)
  const counts = new Map<string, number>()
  // What fires may emit, and that is read with the next round; how far that goes is bounded.
  for (;;) {
    await reader.readLedger()
    await reader.readStreams(renew)
    if (reader.waiting.length === 0) return
    // Looked at after the events: none that came after a binding was made is held against a list without it.
    const bindings = inFiringOrder(await enabled())
    const firedAt = lastTimes(reader)
    for (let looked = 1; reader.waiting.length > 0; looked++) {
      const event = reader.waiting[0]!
      if (looked % EVENTS_AT_ONCE === 0) await breathe()
      for (const binding of bindings) {
        if (!isInTime(binding, event, now()) || reader.hasFired(binding.id, event.id)) continue
        if (whyNot(binding, event, { lastFiredAt: (id) => firedAt.get(id), now: now() }) !== undefined) continue
        renew()
        await fire(binding, event, lease, counts, parts)
        firedAt.set(binding.id, now().toISOString())
      }
      reader.waiting.shift()
    }
  }
}

// Each renewal writes a file, and a firing takes much less than a second.
function renewing(lease: Lease): () => void {
  let at = performance.now()
  return () => {
    if (performance.now() - at < RENEW_MS) return
    lease.renew()
    at = performance.now()
  }
}

function lastTimes(reader: EventReader): Map<string, string> {
  return new Map(Object.entries(reader.firings().tallies).map(([id, { lastFiredAt }]) => [id, lastFiredAt]))
}

async function fire(
  binding: Binding,
  event: BindingEvent,
  lease: Lease,
  counts: Map<string, number>,
  parts: RunnerParts,
): Promise<void> {
  const count = (counts.get(event.root) ?? 0) + 1
  counts.set(event.root, count)
  if (count > FIRINGS_OF_ONE_EVENT_MAX + 1) return
  const { ok, result, emits } =
    count > FIRINGS_OF_ONE_EVENT_MAX
      ? {
          ok: false,
          result: `${FIRINGS_OF_ONE_EVENT_MAX} firings came of one event: what else it would lead to is left`,
        }
      : await carryOutAction(binding, event, parts)
  await lease.assertHeld()
  await parts.appendLedger({
    event: 'binding-fired',
    actor: 'system',
    ...{ binding: binding.id, skill: binding.skill, eventId: event.id, eventType: event.type, session: event.session },
    ...{ action: binding.action.kind, ok, result: result.slice(0, RESULT_CHARS_MAX), emits },
    ...{ path: [...event.path, binding.id], root: event.root },
  })
}
