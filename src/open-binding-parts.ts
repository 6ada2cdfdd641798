// Bindings on one home: which skills may be bound, and which may come before a model because something happened.
import { randomUUID } from 'node:crypto'
import { type BindingBook, openBindingBook } from './bindings/binding-book.ts'
import type { Offered } from './bindings/carry-out-action.ts'
import { type Bindings, openBindings } from './bindings/open-bindings.ts'
import type { OpenHome } from './open-home.ts'

export function openBook({ layout, journal, shelf, log, now }: OpenHome): BindingBook {
  return openBindingBook({
    ...{ layout, appendLedger: journal.appendLedger, log, now },
    isThere: async (name) => (await shelf.look(name)) !== undefined,
    newId: () => randomUUID().slice(0, 8),
    names: () => shelf.entries().map(({ skill }) => skill.name),
  })
}

export function openBound(home: OpenHome, book: BindingBook, serving: boolean): Bindings {
  const { journal, shelf, standings, bus } = home
  return openBindings({
    ...{ ...home, book, serving, appendLedger: journal.appendLedger, publish: bus.publish },
    offered: (name) => offered(home, name),
    skill: (name) => {
      const entry = shelf.entry(name)
      return entry && { summary: entry.skill.summary, exposure: standings.of(entry).exposure }
    },
  })
}

// What may not come up by itself does not come up by a binding either, whoever made it.
async function offered({ shelf, standings }: OpenHome, name: string): Promise<Offered> {
  const entry = await shelf.look(name)
  if (entry === undefined) return { refusal: `no skill is named "${name}" now` }
  const { listed, warning } = standings.markOf(entry)
  if (listed) return { skill: entry.skill, warning }
  const { exposure, warnings } = standings.of(entry)
  return { refusal: `"${name}" is ${exposure}${warnings[0] === undefined ? '' : `: ${warnings[0]}`}` }
}
