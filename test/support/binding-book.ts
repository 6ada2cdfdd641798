// The list of bindings on a home, with everything real.
import { randomUUID } from 'node:crypto'
import { type BookParts, openBindingBook } from '../../src/bindings/binding-book.ts'
import type { Shelf } from '../../src/library/shelf.ts'

export function bindingBookOn(shelf: Shelf, parts: Pick<BookParts, 'layout' | 'appendLedger' | 'log' | 'now'>) {
  return openBindingBook({
    ...parts,
    isThere: async (name) => (await shelf.look(name)) !== undefined,
    names: () => shelf.entries().map(({ skill }) => skill.name),
    newId: randomUUID,
  })
}
