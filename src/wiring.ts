// Which fact leads to what: the whole list. Features do not know each other; they meet here.
import { diagnosticLine } from './domain/diagnostic.ts'
import type { Fact } from './events/bus.ts'
import type { Log } from './events/log.ts'
import type { SkillIndexText } from './library/index-text.ts'
import type { Shelf } from './library/shelf.ts'
import type { SkillIndex } from './recall/skill-index.ts'

export type Wired = {
  shelf: Shelf
  searchIndex: SkillIndex
  indexText: SkillIndexText
  clients: Clients
  log: Log
}

/** Whoever is connected, through whichever transport. */
export type Clients = {
  /** The library changed. */
  tell(): void
  /** Something is wrong that a person should know. */
  warn(text: string): void
}

export function react(fact: Fact, wired: Wired): void {
  switch (fact.kind) {
    case 'skill-changed':
      indexSkill(fact.name, wired)
      wired.indexText.forget()
      wired.clients.tell()
      return
    case 'fault-found':
      wired.log('library', diagnosticLine(fact.fault))
      wired.clients.warn(diagnosticLine(fact.fault))
      return
  }
}

/** Brings the search index level with the shelf for one name. */
export function indexSkill(name: string, { shelf, searchIndex }: Pick<Wired, 'shelf' | 'searchIndex'>): void {
  const entry = shelf.entry(name)
  if (entry === undefined) searchIndex.remove(name)
  else searchIndex.upsert(entry.skill)
}
