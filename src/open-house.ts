// What only a server does on a home: level with the disk, seed and tidy before it serves, keep house while it does, and keep
// what can be begun from when it stops. A single command just looks.
import { diagnosticLine } from './domain/diagnostic.ts'
import { oldWordsChore } from './dream/old-words.ts'
import type { Log } from './events/log.ts'
import { healthChore } from './library/health-job.ts'
import { type Chore, keepHouse } from './library/housekeeping.ts'
import type { Library } from './library/library.ts'
import type { OpenLibrary } from './library/open-library.ts'
import { keepLevel } from './library/rescan.ts'
import { scopeChore } from './library/session-scopes.ts'
import type { Shelf } from './library/shelf.ts'
import type { OpenHome } from './open-home.ts'
import type { OpenRecall } from './recall/open-recall.ts'
import { seedStarters } from './starter/seed-starters.ts'
import type { SkillStore } from './store/skill-store.ts'

// At the start; `skill-cortex check` lists them all.
const FAULTS_LOGGED_MAX = 20

type HouseParts = { home: OpenHome; opened: OpenLibrary; recall: OpenRecall; log: Log }

export type House = {
  /** Brings the shelf level with the disk, as far as that is cheap. */
  levelShelf: () => Promise<void>
  close(): Promise<void>
}

/** Of a single command. */
export function lookOnly({ shelf }: OpenHome): House {
  return { levelShelf: shelf.lookAround, close: async () => {} }
}

export async function openHouse({ home, opened, recall, log }: HouseParts): Promise<House> {
  const { shelf, store, usage, journal, now, trouble } = home
  const keeper = keepLevel(shelf, store, log)
  const health = { ...opened.library, ...opened.review, ...shelf, level: keeper.level, tallyOf: usage.tally, now }
  const saveScans = () => home.scans.save(standsOn(shelf))
  const scanChore: Chore = { name: 'keeping what the scan found', firstAfterMs: 5_000, everyMs: 60_000, run: saveScans }
  const own = [...ownChores(home, recall), scanChore, scopeChore({ ...opened, shelf, journal, now })]
  const chores = [...own, healthChore(health, log), oldWordsChore(journal, now)]
  const house = keepHouse(chores, log)
  for (const fault of shelf.diagnostics().slice(0, FAULTS_LOGGED_MAX)) log('library', diagnosticLine(fault))
  await tidy(store, opened.library, log)
  await usage.level()
  return {
    levelShelf: keeper.level,
    async close() {
      await house.close()
      await keeper.close()
      await usage.save().catch(trouble('usage'))
      await saveScans().catch(trouble('scan'))
      await recall.save().catch(trouble('recall'))
    },
  }
}

function standsOn(shelf: Shelf): (digest: string) => boolean {
  const digests = new Set(shelf.entries().map((entry) => entry.digest))
  return (digest) => digests.has(digest)
}

function ownChores({ store, usage }: OpenHome, recall: OpenRecall): Chore[] {
  return [
    { name: 'keeping the usage fold', firstAfterMs: 60_000, everyMs: 60_000, run: usage.save },
    { name: 'keeping what recall can begin from', firstAfterMs: 10_000, everyMs: 60_000, run: recall.save },
    { name: 'sweeping old versions', firstAfterMs: 30_000, everyMs: 6 * 3_600_000, run: store.sweepBlobs },
  ]
}

// What a server does before it serves; what fails here must not keep it from serving.
async function tidy(store: SkillStore, library: Library, log: Log): Promise<void> {
  try {
    await seedStarters(library.seed)
    const temps = await store.sweep()
    if (temps > 0) log('start', `removed ${temps} half-written files of processes that were killed`)
  } catch (error) {
    log('start', 'the home could not be tidied', error)
  }
}
