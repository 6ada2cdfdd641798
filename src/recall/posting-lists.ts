// The lists of an inverted index, one for each term. Begun from frozen postings, a list is made when it is asked for.
import type { FrozenPostings } from './frozen-postings.ts'
import { emptyList, type PostingList } from './posting-list.ts'

export type PostingLists = {
  /** The list with this id, which must be in use. */
  at(id: number): PostingList
  /** May be empty. */
  find(term: string): PostingList | undefined
  findOrMake(term: string): PostingList
  /** Gives up an empty list. */
  release(list: PostingList): void
  /** Every list that is not empty, in no order. */
  all(): PostingList[]
}

export function createPostingLists(frozen?: FrozenPostings): PostingLists {
  // Ids below the frozen count belong to the frozen terms for good; those above are used again.
  const frozenCount = frozen?.terms.size ?? 0
  const listByTerm = new Map<string, PostingList>()
  const lists: (PostingList | undefined)[] = []
  const freeIds: number[] = []
  let nextId = frozenCount

  function enter(list: PostingList): PostingList {
    lists[list.id] = list
    listByTerm.set(list.term, list)
    return list
  }
  const at = (id: number): PostingList => lists[id] ?? enter({ id, term: frozen!.terms.at(id), ...frozen!.listAt(id) })
  function find(term: string): PostingList | undefined {
    const known = listByTerm.get(term)
    if (known !== undefined || frozen === undefined) return known
    const id = frozen.terms.indexOf(term)
    return id < 0 ? undefined : at(id)
  }
  return {
    at,
    find,
    findOrMake: (term) => find(term) ?? enter(emptyList(freeIds.pop() ?? nextId++, term)),
    release({ id, term }) {
      if (id < frozenCount) return
      listByTerm.delete(term)
      lists[id] = undefined
      freeIds.push(id)
    },
    all() {
      for (let id = 0; id < frozenCount; id++) at(id)
      return lists.filter((list): list is PostingList => list !== undefined && list.size > 0)
    },
  }
}
