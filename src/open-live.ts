// What happens, told as it happens: lines of the journal, whoever wrote them, and files of the home that another process
// changed. Facts of the bus become events of the stream here.
import { randomUUID } from 'node:crypto'
import type { JournalEvent, LedgerEvent } from './domain/journal-event.ts'
import { type LiveEvent, liveType } from './domain/live-event.ts'
import type { Bus, Fact } from './events/bus.ts'
import { createLiveFeed, type LiveFeed } from './events/live-feed.ts'
import type { HomeLayout } from './files/home-layout.ts'
import { followJournal } from './journal/follow-journal.ts'
import type { Journal } from './journal/journal.ts'

type LiveParts = {
  layout: HomeLayout
  bus: Bus
  journal: Journal
  agentId: string
  now: () => Date
  trouble: (part: string) => (error: unknown) => void
}

export type OpenLive = { feed: LiveFeed; close(): Promise<void> }

/** @param serving a single command follows nothing. */
export async function openLive({ bus, agentId, now, ...parts }: LiveParts, serving: boolean): Promise<OpenLive> {
  const feed = createLiveFeed({ agentId, now, run: randomUUID().slice(0, 8) })
  const stop = bus.subscribe((fact) => tellOf(fact, feed))
  const { layout, journal, trouble } = parts
  const follower = serving
    ? await followJournal(
        layout,
        journal,
        {
          event: (event) => bus.publish({ kind: 'event-written', event }),
          file: (part) => feed.tell(homeChanged(part)),
        },
        trouble('live'),
      )
    : undefined
  return {
    feed,
    async close() {
      stop()
      await follower?.close()
    },
  }
}

function tellOf(fact: Fact, feed: LiveFeed): void {
  switch (fact.kind) {
    case 'skill-changed':
      feed.tell({ type: 'skill.changed', payload: { name: fact.name }, correlationId: null })
      return
    case 'fault-found':
      feed.tell({ type: 'library.fault', payload: { ...fact.fault }, correlationId: null })
      return
    case 'event-written':
      feed.tell(written(fact.event))
      return
    case 'live-event':
      feed.tell(fact)
  }
}

function written({ event, id, timestamp, seq: _seq, sessionId, ...rest }: JournalEvent | LedgerEvent): LiveEvent {
  const payload = { ...rest, event_id: id, happened_at: timestamp }
  return { type: liveType(event), payload, correlationId: sessionId || null }
}

function homeChanged(part: string): LiveEvent {
  return { type: 'home.changed', payload: { part }, correlationId: null }
}
