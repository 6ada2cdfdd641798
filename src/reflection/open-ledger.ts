// The ledger of peers: what passed with whom, what was thought of it, and the block that a model reads of it. It observes and
// keeps; it judges nobody, publishes nothing, and never waits for the second loop.
import type { NewEvent } from '../domain/journal-event.ts'
import type { Assessment } from '../domain/peer-assessments.ts'
import { type BlockPeer, peerBlock } from '../domain/peer-block.ts'
import { keptInteraction, type ToldInteraction } from '../domain/peer-interaction.ts'
import type { TrustLimits } from '../domain/peer-trust.ts'
import {
  comparePeers,
  type PeerDetail,
  type PeerList,
  type PeerOrder,
  peerSummary,
  type ShownInteraction,
} from '../domain/peer-view.ts'
import type { Actor } from '../domain/record.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Publish } from '../events/bus.ts'
import type { Journal } from '../journal/journal.ts'
import type { SmallDocument } from '../store/small-document.ts'
import { assessmentTold, interactionTold, type WrittenInteraction } from './ledger-facts.ts'
import { type PeerChanges, type PeerCursor, peerChangesSince } from './peer-changes.ts'
import { openPeerMemory, type PeerState, type PeersCheckpoint } from './peer-memory.ts'
import { recentInteractions } from './recent-interactions.ts'
import { assessmentRecorder, type RecordAssessment } from './record-assessment.ts'

/** `recorded` false: the disk did not take it, which is logged and nothing that the caller could mend. */
export type RecordedInteraction = { recorded: boolean; id: string | undefined }

export type Ledger = {
  /** Only appends. Fails nobody: what the disk refuses is logged. */
  recordInteraction(told: ToldInteraction, session: string, actor: Actor): Promise<RecordedInteraction>
  /** An interaction stands in the journal that another part of this process wrote. */
  noted(event: WrittenInteraction): void
  recordAssessment: RecordAssessment
  /** With at most `interactions` of the last ones; undefined for who was never met. */
  peer(id: string, asked: { interactions: number }): Promise<PeerDetail | undefined>
  peers(asked: { limit: number; sort: PeerOrder }): Promise<PeerList>
  /** What passed since a cursor; `{}` is the beginning. */
  changesSince(cursor: PeerCursor): Promise<PeerChanges>
  /** What this cycle has stored already, for who goes on where another process was killed. */
  assessedIn(cycle: string): Promise<readonly Assessment[]>
  /** What a line of the block is made of, in the order of the ids; also of who was never met. At most seconds behind. */
  blockPeers(ids: readonly string[]): Promise<BlockPeer[]>
  /** The block of these peers; empty for none. */
  block(ids: readonly string[]): Promise<string>
  /** Keeps what was folded of the sessions. */
  save(): Promise<void>
}

export type LedgerParts = {
  journal: Pick<Journal, 'append' | 'read' | 'streams' | 'readStream' | 'appendLedger' | 'readLedger'>
  document: SmallDocument<PeersCheckpoint>
  /** The lock file that all processes on one home share. */
  lock: string
  settings: () => { limits: TrustLimits; previewCharsMax: number }
  publish: Publish
  onTrouble: (error: unknown) => void
  now: () => Date
}

export function openLedger(parts: LedgerParts): Ledger {
  const { journal, settings, publish, now } = parts
  const memory = openPeerMemory(parts)
  const record = assessmentRecorder({ ...parts, memory, limits: () => settings().limits })
  const noted = (event: WrittenInteraction) => {
    memory.wrote(event.sessionId)
    publish(interactionTold(event))
  }
  const nowMs = () => now().getTime()
  const blockPeers: Ledger['blockPeers'] = async (ids) => {
    const state = await memory.levelSoon()
    return ids.map((id) => blockPeer(id, state, nowMs()))
  }
  return {
    async recordInteraction(told, session, actor) {
      const event: NewEvent = { ...keptInteraction(told, settings().previewCharsMax), actor }
      try {
        const written = await journal.append(session, event)
        if (written.event === 'interaction') noted(written)
        return { recorded: true, id: written.id }
      } catch (error) {
        if (!(error instanceof SkillError)) throw error
        parts.onTrouble(error)
        return { recorded: false, id: undefined }
      }
    },
    noted,
    async recordAssessment(asked, actor) {
      const stored = await record(asked, actor)
      publish(assessmentTold(stored))
      return stored
    },
    async peer(id, { interactions }) {
      const state = await memory.level()
      const [seen, assessed] = [state.seen.get(id), state.assessed.peers.get(id)]
      if (seen === undefined && assessed === undefined) return undefined
      const recent: ShownInteraction[] =
        seen === undefined ? [] : await recentInteractions(journal, id, seen, interactions)
      return { ...peerSummary(id, seen, assessed, nowMs()), history: [...(assessed?.latest ?? [])], recent }
    },
    async peers({ limit, sort }) {
      const { seen, assessed } = await memory.level()
      const ids = [...new Set([...seen.keys(), ...assessed.peers.keys()])]
      const peers = ids.map((id) => peerSummary(id, seen.get(id), assessed.peers.get(id), nowMs()))
      return { peers: peers.sort(comparePeers(sort)).slice(0, limit), total: ids.length }
    },
    changesSince: (cursor) => peerChangesSince(journal, cursor),
    async assessedIn(cycle) {
      const { assessed } = await memory.level()
      return [...(assessed.cycles.get(cycle)?.values() ?? [])]
    },
    blockPeers,
    block: async (ids) => peerBlock(await blockPeers(ids)),
    save: memory.save,
  }
}

function blockPeer(id: string, { seen, assessed }: PeerState, nowMs: number): BlockPeer {
  const known = assessed.peers.get(id)
  return { peer: peerSummary(id, seen.get(id), known, nowMs), history: known?.latest ?? [] }
}
