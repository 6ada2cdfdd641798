// A ledger on a home as one process opens it, with everything real but the clock.
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { ToldInteraction } from '../../src/domain/peer-interaction.ts'
import { TRUST_LIMITS } from '../../src/domain/peer-trust.ts'
import type { Fact } from '../../src/events/bus.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import { type Ledger, openLedger } from '../../src/reflection/open-ledger.ts'
import { noPeersCheckpoint, peersCheckpointSchema } from '../../src/reflection/peer-memory.ts'
import { smallDocument } from '../../src/store/small-document.ts'

export const START = '2026-11-22T12:00:00.000Z'
const HOUR_MS = 3_600_000

export type LedgerOn = ReturnType<typeof ledgerOn>

export function ledgerOn(layout: HomeLayout) {
  let nowMs = Date.parse(START)
  const now = () => new Date(nowMs)
  const troubles: unknown[] = []
  const facts: Fact[] = []
  const journal = openFileJournal(layout, { now, newId: randomUUID }, (error) => void troubles.push(error))
  onTestFinished(() => journal.close())
  const ledger: Ledger = openLedger({
    ...{ journal, now, publish: (fact) => void facts.push(fact), onTrouble: (error) => void troubles.push(error) },
    document: smallDocument(layout.peers, peersCheckpointSchema, noPeersCheckpoint),
    lock: `${layout.leases}/peers.all.lock`,
    settings: () => ({ limits: TRUST_LIMITS, previewCharsMax: 200 }),
  })
  return {
    ...{ layout, journal, ledger, troubles, facts },
    /** Forward, or back for a clock that was put right. */
    pass: (hours: number) => {
      nowMs += hours * HOUR_MS
    },
    met: (peer: string, more: Partial<ToldInteraction> = {}, session = 's') =>
      ledger.recordInteraction({ peer, direction: 'in', ...more }, session, 'agent'),
    judged: async (peerId: string, trust: number, cycle?: string) => {
      const by = cycle === undefined ? { source: 'inline' as const } : { source: 'cycle' as const, cycle }
      return (await ledger.recordAssessment({ peerId, trust, rationale: 'It kept its word.', ...by }, 'agent')).trust
    },
  }
}
