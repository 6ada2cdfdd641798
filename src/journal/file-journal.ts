// Journal on JSONL files: `skill-usage/<session>.jsonl` and `cortex/ledger.jsonl`. Several processes append at once.
// Open files are bounded; what is written is synced a moment later, so a power cut costs at most that moment.
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { z } from 'zod'
import { type JournalEvent, journalEventSchema, ledgerEventSchema } from '../domain/journal-event.ts'
import { listFolder } from '../files/folder-listing.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { blankJsonl } from '../files/jsonl-blank.ts'
import { type JsonlWriter, openJsonlWriter, readJsonl } from '../files/jsonl-file.ts'
import { guarded } from '../files/storage-error.ts'
import { createEnvelopes, type JournalClock } from './envelope.ts'
import type { Journal, Slice } from './journal.ts'
import { streamName } from './stream-name.ts'

const OPEN_FILES_MAX = 32
const SYNC_DELAY_MS = 1_000

export function openFileJournal(layout: HomeLayout, clock: JournalClock, onTrouble: (error: unknown) => void): Journal {
  const writers = createWriterPool(onTrouble)
  const envelope = createEnvelopes(clock)
  const usagePath = (stream: string) => join(layout.usage, `${stream}.jsonl`)
  return {
    append: (sessionId, { id, ...event }) =>
      guarded('writing the journal', async () => {
        const line = journalEventSchema.parse({ ...envelope(sessionId, id), ...event })
        writers.append(usagePath(streamName(sessionId)), line)
        return line
      }),
    read: async (sessionId, from) => {
      const slice = await readEvents(usagePath(streamName(sessionId)), from, journalEventSchema)
      return { ...slice, events: slice.events.filter((e: JournalEvent) => e.sessionId === sessionId) }
    },
    streams: () => guarded('reading the journal', async () => streams(layout.usage)),
    readStream: (stream, from) => readEvents(usagePath(stream), from, journalEventSchema),
    appendLedger: (event) =>
      guarded('writing the ledger', async () => writers.append(layout.ledger, { ...envelope(''), ...event })),
    readLedger: (from) => readEvents(layout.ledger, from, ledgerEventSchema),
    blank: (change) =>
      guarded('blanking what is to be forgotten', async () => {
        let changed = 0
        for (const { stream } of streams(layout.usage)) {
          changed += blankJsonl(usagePath(stream), (value) => {
            const event = journalEventSchema.safeParse(value)
            return event.success ? change(event.data) : undefined
          })
          await breathe()
        }
        return changed
      }),
    close: () => writers.close(),
  }
}

async function readEvents<S extends z.ZodType>(path: string, from: number, schema: S): Promise<Slice<z.infer<S>>> {
  const slice = await guarded('reading the journal', () => readJsonl(path, from))
  const parsed = slice.values.map((value) => schema.safeParse(value))
  const events = parsed.flatMap((p) => (p.success ? [p.data] : []))
  return { events, next: slice.next, skipped: slice.skipped + parsed.length - events.length }
}

function streams(folder: string): { stream: string; end: number }[] {
  const files = listFolder(folder, /^[a-z0-9][a-z0-9_-]*\.jsonl$/)
  return files.map(({ name, size }) => ({ stream: name.slice(0, -'.jsonl'.length), end: size }))
}

// Least recently used first out, synced before it goes; a broken handle does not stay.
function createWriterPool(onTrouble: (error: unknown) => void) {
  const open = new Map<string, JsonlWriter>()
  const dirty = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  // Syncs that nobody waits for before the end: they use handles that `close` is to take away.
  const running = new Set<Promise<void>>()
  const run = (work: Promise<void>) => {
    const ended = work.catch(onTrouble).finally(() => running.delete(ended))
    running.add(ended)
  }

  const sync = async () => {
    timer = undefined
    const paths = [...dirty]
    dirty.clear()
    await Promise.all(paths.map((path) => open.get(path)?.sync()))
  }
  const retire = (path: string, writer: JsonlWriter) => {
    open.delete(path)
    if (!dirty.delete(path)) return writer.close()
    run(writer.sync().finally(() => writer.close()))
  }
  const drop = (path: string) => {
    open.get(path)?.close()
    open.delete(path)
  }
  const take = (path: string): JsonlWriter => {
    const writer = open.get(path) ?? openJsonlWriter(path)
    open.delete(path)
    open.set(path, writer)
    return writer
  }
  return {
    append(path: string, value: unknown) {
      try {
        take(path).append(value)
      } catch (error) {
        drop(path)
        throw error
      }
      dirty.add(path)
      timer ??= setTimeout(() => run(sync()), SYNC_DELAY_MS).unref()
      const oldest = open.size > OPEN_FILES_MAX ? open.entries().next().value : undefined
      if (oldest !== undefined) retire(...oldest)
    },
    async close() {
      clearTimeout(timer)
      await Promise.all(running)
      await sync()
      for (const path of [...open.keys()]) drop(path)
    },
  }
}
