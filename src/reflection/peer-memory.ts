// What is known of all peers, folded as far as the journal was read. What came of sessions is kept in a document that can be
// deleted at any time; assessments are read from the ledger, which is short beside them.
import { z } from 'zod'
import { type AssessmentBook, foldAssessments, noAssessments } from '../domain/peer-assessments.ts'
import { foldInteractions, type SeenPeer, seenPeersSchema, withoutQuietest } from '../domain/peer-ledger.ts'
import { singleFlight } from '../files/single-flight.ts'
import { type Folded, foldStreams } from '../journal/fold-streams.ts'
import type { Cursor, Journal } from '../journal/journal.ts'
import { streamName } from '../journal/stream-name.ts'
import type { SmallDocument } from '../store/small-document.ts'

export const peersCheckpointSchema = z.object({ cursors: z.record(z.string(), z.number()), peers: seenPeersSchema })
export type PeersCheckpoint = z.infer<typeof peersCheckpointSchema>
export const noPeersCheckpoint = (): PeersCheckpoint => ({ cursors: {}, peers: [] })

/** How far a block of a recall may be behind other processes. */
export const LEVEL_AGE_MS_MAX = 2_000
// Of numbers in the document, at some 15 bytes each: well below what a document may hold.
const KEPT_NUMBERS_MAX = 1_000_000

export type PeerState = { seen: ReadonlyMap<string, SeenPeer>; assessed: Readonly<AssessmentBook> }

export type PeerMemory = {
  /** Reads what journal and ledger have gained by now. @throws `storage`. */
  level(): Promise<PeerState>
  /** The same, or, within LEVEL_AGE_MS_MAX, only what was written here since. */
  levelSoon(): Promise<PeerState>
  /** An interaction was written here. */
  wrote(sessionId: string): void
  /** Keeps what was folded, so that the next start need not read every session. */
  save(): Promise<void>
}

type MemoryParts = {
  journal: Pick<Journal, 'streams' | 'readStream' | 'readLedger'>
  document: SmallDocument<PeersCheckpoint>
}
type Seen = Folded<Map<string, SeenPeer>>
type Assessed = { next: Cursor; book: AssessmentBook }

export function openPeerMemory({ journal, document }: MemoryParts): PeerMemory {
  let folded: Seen | undefined
  let assessed: Assessed = { next: 0, book: noAssessments() }
  let state: PeerState | undefined
  let leveledAt = Number.NEGATIVE_INFINITY
  let wantsAll = true
  let savedSize = -1
  const written = new Set<string>()

  const begin = async (): Promise<Seen> => {
    const { cursors, peers } = await document.read()
    return { cursors, state: new Map(peers) }
  }
  const run = singleFlight(async (): Promise<PeerState> => {
    const startedAt = performance.now()
    const [own, isAll] = [[...written], wantsAll || folded === undefined]
    written.clear()
    wantsAll = false
    assessed = await readAssessments(journal, assessed)
    const known = folded ?? (await begin())
    // Peers that a failed reading left behind know events beyond its cursors: the next time begins anew.
    folded = undefined
    const next = (isAll ? undefined : await foldOwn(journal, known, own)) ?? (await foldAll(journal, known))
    const { book } = assessed
    folded = { cursors: next.cursors, state: withoutQuietest(next.state, (peer) => book.peers.has(peer)) }
    if (isAll) leveledAt = startedAt
    state = { seen: folded.state, assessed: book }
    return state
  })
  const level = () => {
    wantsAll = true
    return run()
  }
  return {
    level,
    async levelSoon() {
      if (state === undefined || performance.now() - leveledAt > LEVEL_AGE_MS_MAX) return level()
      return written.size === 0 ? state : run()
    },
    wrote: (sessionId) => void written.add(streamName(sessionId)),
    async save() {
      await level()
      if (folded === undefined) return
      const size = Object.values(folded.cursors).reduce((sum, at) => sum + at, 0)
      if (size === savedSize || numbersIn(folded.state) > KEPT_NUMBERS_MAX) return
      await document.write({ cursors: folded.cursors, peers: [...folded.state] })
      savedSize = size
    },
  }
}

function foldAll(journal: MemoryParts['journal'], known: Seen): Promise<Seen> {
  const none = () => new Map<string, SeenPeer>()
  return foldStreams(journal, known, none, (peers, events) => {
    foldInteractions(peers, events)
    return peers
  })
}

// Without a look at all the others, of which there may be thousands. Undefined where a stream became another one.
async function foldOwn(
  journal: MemoryParts['journal'],
  known: Seen,
  own: readonly string[],
): Promise<Seen | undefined> {
  const slices = await Promise.all(
    own.map(async (stream) => ({ stream, ...(await journal.readStream(stream, known.cursors[stream] ?? 0)) })),
  )
  if (slices.some(({ stream, next }) => next < (known.cursors[stream] ?? 0))) return undefined
  const cursors = { ...known.cursors }
  for (const { stream, events, next } of slices) {
    foldInteractions(known.state, events)
    cursors[stream] = next
  }
  return { cursors, state: known.state }
}

// A ledger that became shorter is another one.
async function readAssessments(journal: Pick<Journal, 'readLedger'>, known: Assessed): Promise<Assessed> {
  const slice = await journal.readLedger(known.next)
  if (slice.next < known.next) return readAssessments(journal, { next: 0, book: noAssessments() })
  foldAssessments(known.book, slice.events)
  return { next: slice.next, book: known.book }
}

function numbersIn(peers: ReadonlyMap<string, SeenPeer>): number {
  let count = 0
  for (const { instants } of peers.values()) count += instants.length
  return count
}
