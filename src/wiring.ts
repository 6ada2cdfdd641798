// Which fact leads to what: the whole list. Features do not know each other; they meet here.
import type { Bindings } from './bindings/open-bindings.ts'
import { diagnosticLine } from './domain/diagnostic.ts'
import type { Fact } from './events/bus.ts'
import type { Log } from './events/log.ts'
import type { SkillIndexText } from './library/index-text.ts'
import type { Shelf } from './library/shelf.ts'
import type { Standings } from './library/standings.ts'
import type { IndexKeeper, KeptSkill } from './recall/index-keeper.ts'

export type Wired = {
  shelf: Shelf
  standings: Standings
  indexKeeper: IndexKeeper
  indexText: SkillIndexText
  clients: Clients
  bindings: Pick<Bindings, 'heard'>
  log: Log
}

/** Whoever is connected, through whichever transport. */
export type Clients = {
  /** A skill changed, came or went. */
  tell(name: string): void
  /** Something is wrong that a person should know. */
  warn(text: string): void
}

export function react(fact: Fact, wired: Wired): void {
  switch (fact.kind) {
    case 'skill-changed':
      wired.indexKeeper.follow(fact.name, kept(wired, fact.name))
      wired.indexText.forget()
      wired.clients.tell(fact.name)
      return
    case 'fault-found':
      wired.log('library', diagnosticLine(fact.fault))
      wired.clients.warn(diagnosticLine(fact.fault))
      return
    // What is told of everything that happens is open-live.ts's; features that wait for an event are woken here.
    case 'event-written':
    case 'live-event':
      wired.bindings.heard(fact)
      return
  }
}

function kept({ shelf, standings }: Wired, name: string): KeptSkill | undefined {
  const entry = shelf.entry(name)
  return entry && { ...entry, mark: standings.markOf(entry) }
}
