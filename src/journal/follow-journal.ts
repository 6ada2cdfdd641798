// Tells of each line that comes to the journal or the ledger from now on, whoever wrote it: hooks and other servers write
// to the same files. The system's watch says where to look at once; a slow look at all of them makes up for what it missed.
import type { JournalEvent, LedgerEvent } from '../domain/journal-event.ts'
import { makeFolder } from '../files/folder-sync.ts'
import { watchFolders } from '../files/folder-watch.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import type { Cursor, Journal } from './journal.ts'

const STREAM = /^([a-z0-9][a-z0-9_-]*)\.jsonl$/
// Caches, and what is told line by line, are no news by themselves.
const DOCUMENT = /^(?!stats|learning|scans|eval|watermarks|bindings-state|ledger)([a-z-]+)\.jsonl?$/
const GATHER_MS = 25
const LOOK_AT_ALL_MS = 5_000

export type FollowedBy = {
  /** In the order of their file, each once. Must not throw. */
  event(event: JournalEvent | LedgerEvent): void
  /** A small document of the home was written, by whomever: `proposals` for proposals.json. Must not throw. */
  file(name: string): void
}
export type JournalFollower = {
  /** Looks at everything now; for whoever cannot wait for a hint. */
  look(): Promise<void>
  close(): Promise<void>
}
type Followed = Pick<Journal, 'streams' | 'readStream' | 'readLedger'>

/** @param onTrouble told when something cannot be read or watched; the next look tries again. */
export async function followJournal(
  layout: Pick<HomeLayout, 'usage' | 'cortex'>,
  journal: Followed,
  tell: FollowedBy,
  onTrouble: (error: unknown) => void,
): Promise<JournalFollower> {
  // What comes into a folder before it is watched is not told; one that cannot be made is found by the slow look.
  await Promise.all([layout.usage, layout.cortex].map((folder) => makeFolder(folder).catch(() => undefined)))
  const reader = await createReader(journal, tell)
  const streams = new Set<string>()
  const files = new Set<string>()
  // One of the two came, or was swapped.
  let isFolderNew = false
  let wait: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  // One at a time, so that no line is told twice.
  const inTurn = (work: () => Promise<void>) => {
    const mine = turn.then(work).catch(onTrouble)
    turn = mine
    return mine
  }
  const hinted = (path: string, pattern: RegExp, into: Set<string>) => {
    const name = pattern.exec(path)?.[1]
    if (name !== undefined) into.add(name)
    if (path === '') isFolderNew = true
    wait ??= setTimeout(() => {
      wait = undefined
      void inTurn(async () => {
        if (isFolderNew) watchBoth()
        await (isFolderNew ? reader.readAll() : reader.read(drained(streams)))
        isFolderNew = false
        drained(files).forEach(tell.file)
      })
    }, GATHER_MS).unref()
  }
  const usage = watchFolders(layout.usage, (path) => hinted(path, STREAM, streams), onTrouble)
  const cortex = watchFolders(layout.cortex, (path) => hinted(path, DOCUMENT, files), onTrouble)
  const watchBoth = () => {
    for (const watch of [usage, cortex]) watch.follow([''])
  }
  watchBoth()
  const slow = setInterval(() => {
    watchBoth()
    void inTurn(reader.readAll)
  }, LOOK_AT_ALL_MS).unref()
  return {
    look: () => inTurn(reader.readAll),
    async close() {
      clearInterval(slow)
      clearTimeout(wait)
      await Promise.all([usage.close(), cortex.close()])
      await turn
    },
  }
}

// Where it stands in each stream: what came before is not told.
async function createReader(journal: Followed, tell: FollowedBy) {
  const ends = new Map((await journal.streams()).map(({ stream, end }) => [stream, end]))
  let ledgerEnd: Cursor = (await journal.readLedger(0)).next
  const readStream = async (stream: string) => {
    const { events, next } = await journal.readStream(stream, ends.get(stream) ?? 0)
    ends.set(stream, next)
    events.forEach(tell.event)
  }
  const read = async (streams: readonly string[]) => {
    for (const stream of streams) await readStream(stream)
    const { events, next } = await journal.readLedger(ledgerEnd)
    ledgerEnd = next
    events.forEach(tell.event)
  }
  return {
    read,
    async readAll() {
      const grown = (await journal.streams()).filter(({ stream, end }) => ends.get(stream) !== end)
      await read(grown.map(({ stream }) => stream))
    },
  }
}

function drained(names: Set<string>): string[] {
  const all = [...names]
  names.clear()
  return all
}
