// What the passes may look at. Whatever stands on their own line of the layers comes as a function.
import type { Skill } from '../domain/skill.ts'
import type { SkillTally } from '../domain/skill-tally.ts'
import type { UsageReport } from '../domain/usage-fold.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import type { Journal } from '../journal/journal.ts'
import type { LibraryParts } from '../library/library.ts'
import type { Requests } from '../library/requests.ts'
import type { Shelf } from '../library/shelf.ts'
import type { Standings } from '../library/standings.ts'
import type { SkillStore } from '../store/skill-store.ts'

export type DreamParts = {
  layout: HomeLayout
  now: () => Date
  shelf: Shelf
  standings: Standings
  store: Pick<SkillStore, 'record' | 'records' | 'blob' | 'file'>
  journal: Pick<Journal, 'read' | 'streams' | 'readStream' | 'readLedger'>
  usageReport: (days: number) => Promise<UsageReport>
  /** All that is counted of one skill. */
  tallyOf: (name: string) => Promise<SkillTally>
  /** How many other skills say nearly the same. Takes about 10 ms. */
  nearDuplicates: (skill: Skill) => number
  /** What says nearly the same as a skill that is not there yet; nearest first. */
  nearTo: LibraryParts['nearTo']
  /** Writes down what only a person may decide. */
  propose: Requests['propose']
}
