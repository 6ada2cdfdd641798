// The last that passed with one peer, in its words: read where they stand, in the sessions, so that what a person had
// forgotten is gone here, too.
import type { SeenPeer } from '../domain/peer-ledger.ts'
import type { ShownInteraction } from '../domain/peer-view.ts'
import type { Journal } from '../journal/journal.ts'
import type { WrittenInteraction } from './ledger-facts.ts'

/** The oldest first, at most `count`. Reads each of the peer's last sessions whole. */
export async function recentInteractions(
  journal: Pick<Journal, 'read'>,
  id: string,
  { sessions }: Pick<SeenPeer, 'sessions'>,
  count: number,
): Promise<ShownInteraction[]> {
  if (count < 1) return []
  const found: WrittenInteraction[] = []
  for (const session of sessions) {
    const { events } = await journal.read(session, 0)
    for (const event of events) if (event.event === 'interaction' && event.peer === id) found.push(event)
  }
  const inOrder = found.sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : a.seq - b.seq))
  return inOrder.slice(-count).map(shownInteraction)
}

function shownInteraction({
  timestamp,
  direction,
  channel,
  preview,
  turnId,
  promise,
}: WrittenInteraction): ShownInteraction {
  return {
    ...{ timestamp, direction, channel: channel ?? null, preview: preview ?? null, turn_id: turnId ?? null },
    promise: promise == null ? null : { text: promise.text ?? '', due: promise.due },
  }
}
