// Which fact leads to what: the whole list. Features do not know each other; they meet here.
import type { Fact } from './events/bus.ts'
import type { SkillIndexText } from './library/index-text.ts'
import type { Shelf } from './library/shelf.ts'
import type { SkillIndex } from './recall/skill-index.ts'

export type Wired = {
  shelf: Shelf
  searchIndex: SkillIndex
  indexText: SkillIndexText
  /** Connected clients. */
  tellClients: () => void
}

export function react(fact: Fact, wired: Wired): void {
  switch (fact.kind) {
    case 'skill-changed':
      indexSkill(fact.name, wired)
      wired.indexText.forget()
      wired.tellClients()
      return
  }
}

/** Brings the search index level with the shelf for one name. */
export function indexSkill(name: string, { shelf, searchIndex }: Pick<Wired, 'shelf' | 'searchIndex'>): void {
  const entry = shelf.entry(name)
  if (entry === undefined) searchIndex.remove(name)
  else searchIndex.upsert(entry.skill)
}
