// A library on a home as one process opens it, with everything real.
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Origin } from '../../src/domain/record.ts'
import type { Skill } from '../../src/domain/skill.ts'
import type { Fact } from '../../src/events/bus.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import { type Caller, createLibrary } from '../../src/library/library.ts'
import { openShelf } from '../../src/library/shelf.ts'
import type { SkillStore } from '../../src/store/skill-store.ts'
import { storeOn } from './file-store.ts'

export const AGENT: Caller = { actor: 'agent', via: 'save_skill', author: 'client' }
export const OPERATOR: Caller = { actor: 'operator', via: 'terminal', author: null }

export type LibraryOptions = {
  lostOrigin?: (name: string) => Origin
  isShipped?: (skill: Skill) => boolean
  /** A store on the same home in which something happens at a given moment. */
  store?: SkillStore
}
export type OpenLibrary = Awaited<ReturnType<typeof openLibrary>>

export async function openLibrary(layout: HomeLayout, options: LibraryOptions = {}) {
  const { lostOrigin = () => 'human', isShipped = () => false, store = storeOn(layout) } = options
  const now = () => new Date()
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
    else faults.push(`${fact.fault.file} ${fact.fault.code}`)
  }
  const shelf = await openShelf({ store, publish, log, now, lostOrigin, isShipped })
  const library = createLibrary({ store, shelf, appendLedger: journal.appendLedger, lostOrigin, now, log })
  return { store, shelf, library, journal, facts, faults, logged, log }
}
