// Some events are told on the bus alone, in the process where they happen. One that a binding waits for is noted in the
// ledger, where it counts as any other, once and also after a crash.
import type { Binding } from '../domain/binding.ts'
import { isOfType, NOTED_TYPES } from '../domain/binding-types.ts'
import type { NewLedgerEvent } from '../domain/journal-event.ts'
import type { LiveEvent } from '../domain/live-event.ts'

/** As JSON; of a larger one the type alone is kept. */
const PAYLOAD_CHARS_MAX = 16_000

export async function noteLiveEvent(
  { type, payload }: Pick<LiveEvent, 'type' | 'payload'>,
  parts: { enabled: () => Promise<readonly Binding[]>; appendLedger: (event: NewLedgerEvent) => Promise<void> },
): Promise<void> {
  if (!NOTED_TYPES.some((noted) => noted === type)) return
  const bindings = await parts.enabled()
  if (!bindings.some(({ event }) => isOfType(event, type))) return
  const kept = JSON.stringify(payload).length <= PAYLOAD_CHARS_MAX ? payload : {}
  await parts.appendLedger({ event: 'event-noted', actor: 'system', type, payload: kept })
}
