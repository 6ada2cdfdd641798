// A process that merges two skills, or ends what another has left, and kills itself with SIGKILL right before the nth call
// that changes something on the disk. `0` lets it come to its end; it then says how many calls it made.
import { randomUUID } from 'node:crypto'
import { homeLayout } from '../../../src/files/home-layout.ts'
import { openFileJournal } from '../../../src/journal/file-journal.ts'
import { mergeSkills, recoverMerges } from '../../../src/library/merge-skills.ts'
import { openShelf } from '../../../src/library/shelf.ts'
import { openTransactionLog } from '../../../src/store/transaction-log.ts'
import { storeOn } from '../file-store.ts'
import { mergePartsOf, SOURCE, TARGET } from '../merge-home.ts'
import { killAtCall } from './kill-at-call.ts'

const [home, work, killAt] = [process.argv[2]!, process.argv[3]!, Number(process.argv[4])]
const layout = homeLayout(home)
const now = () => new Date()
const log = () => {}
const lostOrigin = () => 'human' as const
const journal = openFileJournal(layout, { now, newId: randomUUID }, log)
const store = storeOn(layout)
let count = () => 0

async function merge(): Promise<void> {
  const shelf = await openShelf({
    store,
    publish: log,
    log,
    now,
    lostOrigin,
    isShipped: () => false,
    scanAhead: async () => [],
  })
  const parts = mergePartsOf(layout, { store, shelf, journal, log: () => undefined })
  process.send!('ready')
  count = killAtCall(killAt)
  await mergeSkills(parts, TARGET, SOURCE, { actor: 'operator', via: 'merge', author: null })
}

async function recover(): Promise<void> {
  const { transactions } = { transactions: openTransactionLog(layout) }
  process.send!('ready')
  count = killAtCall(killAt)
  await recoverMerges({ store, transactions, appendLedger: journal.appendLedger, lostOrigin, now, log })
}

await (work === 'merge' ? merge() : recover())
process.send!(`ended after ${count()} calls`)
process.disconnect()
