// A library on a home as one process opens it, with everything real.
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Gate } from '../../src/domain/gate.ts'
import type { Verdicts } from '../../src/domain/performance.ts'
import type { Origin } from '../../src/domain/record.ts'
import type { Skill } from '../../src/domain/skill.ts'
import type { Fact } from '../../src/events/bus.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import type { Caller, LibraryParts } from '../../src/library/library.ts'
import { openLibrary as openTheLibrary } from '../../src/library/open-library.ts'
import { openShelf } from '../../src/library/shelf.ts'
import { createSkillScans } from '../../src/library/skill-scans.ts'
import { createStandings } from '../../src/library/standings.ts'
import type { SkillStore } from '../../src/store/skill-store.ts'
import { bindingBookOn } from './binding-book.ts'
import { storeOn } from './file-store.ts'

export const AGENT: Caller = { actor: 'agent', via: 'save_skill', author: 'client' }
export const OPERATOR: Caller = { actor: 'operator', via: 'terminal', author: null }

export type LibraryOptions = {
  lostOrigin?: (name: string) => Origin
  isShipped?: (skill: Skill) => boolean
  /** What is said to be near to a new skill. */
  nearTo?: LibraryParts['nearTo']
  gate?: Gate
  verdictsOf?: (name: string) => Verdicts | undefined
  now?: () => Date
  /** A store on the same home in which something happens at a given moment. */
  store?: SkillStore
}
export type OpenLibrary = Awaited<ReturnType<typeof openLibrary>>

export async function openLibrary(layout: HomeLayout, options: LibraryOptions = {}) {
  const { lostOrigin = () => 'human', isShipped = () => false, nearTo = () => [], store = storeOn(layout) } = options
  const { gate = 'open', verdictsOf = () => undefined, now = () => new Date() } = options
  const journal = openFileJournal(layout, { now, newId: randomUUID }, (error) => {
    throw error
  })
  onTestFinished(() => journal.close())
  /** Names of the skills that changed, in order. */
  const facts: string[] = []
  /** Faults that were told, in order. */
  const faults: string[] = []
  const logged: string[] = []
  const log = (part: string, message: string) => void logged.push(`${part}: ${message}`)
  const publish = (fact: Fact) => {
    if (fact.kind === 'skill-changed') facts.push(fact.name)
    else if (fact.kind === 'fault-found') faults.push(`${fact.fault.file} ${fact.fault.code}`)
  }
  const scans = createSkillScans(store, { severe: (_, scan) => scan(), known: () => undefined, note: () => {} })
  const shelf = await openShelf({ store, publish, log, now, lostOrigin, isShipped, scanAhead: scans.ahead })
  const standings = createStandings(gate, verdictsOf, scans)
  const parts = {
    layout,
    store,
    shelf,
    standings,
    gate,
    lostOrigin,
    isShipped,
    nearTo,
    appendLedger: journal.appendLedger,
    now,
    log,
  }
  const { carryOut: carryOutBinding } = bindingBookOn(shelf, parts)
  const opened = openTheLibrary({ ...parts, carryOutBinding, newId: randomUUID })
  /** As recall is given them. */
  const kept = () => shelf.entries().map((entry) => ({ ...entry, mark: standings.markOf(entry) }))
  return { store, shelf, ...opened, standings, kept, journal, facts, faults, logged, log }
}
