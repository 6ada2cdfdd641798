// Opens what stands in a home folder: journal, skills on their shelf, usage, and the standing that follows from them. What
// a killed process left half done is ended first.
import { randomUUID } from 'node:crypto'
import type { Config } from './config.ts'
import type { Origin } from './domain/record.ts'
import { createBus } from './events/bus.ts'
import type { Log } from './events/log.ts'
import { type HomeLayout, homeLayout } from './files/home-layout.ts'
import { openFileJournal } from './journal/file-journal.ts'
import type { Journal } from './journal/journal.ts'
import { type RecoverParts, recoverMerges } from './library/merge-skills.ts'
import { noScans, openScanBook, scanBookSchema } from './library/scan-book.ts'
import { openShelf } from './library/shelf.ts'
import { createSkillScans } from './library/skill-scans.ts'
import { createStandings } from './library/standings.ts'
import { isStarter } from './starter/seed-starters.ts'
import { openFileSkillStore } from './store/file-skill-store.ts'
import { openMountBook } from './store/mount-book.ts'
import { withMounts } from './store/mounted-store.ts'
import { smallDocument } from './store/small-document.ts'
import { openTransactionLog } from './store/transaction-log.ts'
import { checkpointSchema, noCheckpoint, openUsageStats } from './usage/usage-stats.ts'

export type OpenHome = Awaited<ReturnType<typeof openHome>>

/** @param now the clock; a simulation has its own. */
export async function openHome(config: Config, log: Log, now = () => new Date()) {
  const layout = homeLayout(config.home)
  const trouble = (part: string) => (error: unknown) => log(part, 'trouble', error)
  const bus = createBus(trouble('events'))
  const journal = openFileJournal(layout, { now, newId: randomUUID }, trouble('journal'))
  const { store, mounts } = withMounts(openFileSkillStore(layout, trouble('watch')), openMountBook(layout))
  const lostOrigin = await originsInLedger(journal)
  await endLeftMerges({ layout, store, journal, lostOrigin, now, log })
  const known = { lostOrigin, isShipped: isStarter }
  const scans = await openScanBook(smallDocument(layout.scans, scanBookSchema, noScans))
  const skillScans = createSkillScans(store, scans)
  const shelf = await openShelf({ store, publish: bus.publish, log, now, ...known, scanAhead: skillScans.ahead })
  const usage = openUsageStats(journal, smallDocument(layout.usageStats, checkpointSchema, noCheckpoint), now)
  const { gate } = config.settings
  const standings = createStandings(gate, usage.verdicts, skillScans)
  return { scans, layout, bus, journal, store, mounts, shelf, usage, standings, gate, ...known, now, log, trouble }
}

type LeftBehind = Omit<RecoverParts, 'transactions' | 'appendLedger'> & { layout: HomeLayout; journal: Journal }

// What a process that was killed in the midst of a merge left: each done or undone, before anybody looks.
async function endLeftMerges({ layout, journal, ...parts }: LeftBehind): Promise<void> {
  const transactions = openTransactionLog(layout)
  try {
    await recoverMerges({ ...parts, transactions, appendLedger: journal.appendLedger })
  } catch (error) {
    parts.log('start', 'a merge that was cut off could not be ended; it is tried again', error)
  }
}

// A record that is gone leaves the name in the ledger: then a machine wrote it, whatever the file says (DESIGN 3.1).
async function originsInLedger(journal: Journal): Promise<(name: string) => Origin> {
  const { events } = await journal.readLedger(0)
  const byMachine = new Set(
    events.filter((e) => e.event === 'skill-saved' && e.actor !== 'operator').map((e) => e.name),
  )
  return (name) => (byMachine.has(name) ? 'machine' : 'human')
}
