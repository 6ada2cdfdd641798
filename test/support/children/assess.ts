// A process that records interactions with a peer and assesses it as high as it can, again and again; with `keep` it also
// writes the fold down after each, and says how many that are.
import { randomUUID } from 'node:crypto'
import { TRUST_LIMITS } from '../../../src/domain/peer-trust.ts'
import { homeLayout } from '../../../src/files/home-layout.ts'
import { openFileJournal } from '../../../src/journal/file-journal.ts'
import { openLedger } from '../../../src/reflection/open-ledger.ts'
import { noPeersCheckpoint, peersCheckpointSchema } from '../../../src/reflection/peer-memory.ts'
import { smallDocument } from '../../../src/store/small-document.ts'

const [home, name, count, keeps] = process.argv.slice(2) as [string, string, string, string | undefined]
const layout = homeLayout(home)
const now = () => new Date()
const fail = (error: unknown) => {
  throw error
}
const journal = openFileJournal(layout, { now, newId: randomUUID }, fail)
const ledger = openLedger({
  ...{ journal, now, publish: () => {}, onTrouble: fail },
  document: smallDocument(layout.peers, peersCheckpointSchema, noPeersCheckpoint),
  lock: `${layout.leases}/peers.all.lock`,
  settings: () => ({ limits: TRUST_LIMITS, previewCharsMax: 200 }),
})

async function judge(): Promise<void> {
  for (let i = 0; i < Number(count); i++) {
    await ledger.recordInteraction({ peer: 'shared', direction: 'in' }, name, 'agent')
    const asked = { peerId: 'shared', trust: 10, rationale: `${name} ${i}`, source: 'inline' } as const
    await ledger.recordAssessment(asked, 'agent')
    if (keeps !== 'keep') continue
    await ledger.save()
    process.send!(i)
  }
  await journal.close()
}

process.on('message', () => {
  judge().then(
    () => process.send!('done'),
    (error: Error) => process.send!(`failed: ${error.stack}`),
  )
})
process.send!('ready')
