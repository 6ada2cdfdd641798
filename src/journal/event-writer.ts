// Appends a few events and is gone: the journal for a process that lives for some milliseconds and must not load more
// than that takes. It validates nothing; what it is given comes from our own code. Readers use journal.ts.
import { join } from 'node:path'
import type { NewEvent } from '../domain/journal-event.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { openJsonlWriter } from '../files/jsonl-file.ts'
import { createEnvelopes, type JournalClock } from './envelope.ts'
import { streamName } from './stream-name.ts'

/** The file of one session's events. */
export function sessionPath(layout: HomeLayout, sessionId: string): string {
  return join(layout.usage, `${streamName(sessionId)}.jsonl`)
}

/** When `append` returns a killed process can no longer lose the line. */
export function createEventWriter(layout: HomeLayout, clock: JournalClock) {
  const envelope = createEnvelopes(clock)
  return {
    append(sessionId: string, { id, ...event }: NewEvent): void {
      const writer = openJsonlWriter(sessionPath(layout, sessionId))
      try {
        writer.append({ ...envelope(sessionId, id), ...event })
      } finally {
        writer.close()
      }
    },
  }
}
