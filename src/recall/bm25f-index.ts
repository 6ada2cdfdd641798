// Our engine, the default: BM25F over an inverted index that is changed in place. A save costs what the one skill
// has terms, a search what the message's terms have postings; nothing is ever rebuilt.
import { explainedHit, fieldTokens, inverseFrequency, messageTerms, weighedSkill } from './bm25f.ts'
import { createPostings } from './postings.ts'
import { createScoreBoard } from './score-board.ts'
import { hitsWithin, type SkillIndex } from './skill-index.ts'

export function createBm25fIndex(): SkillIndex {
  const postings = createPostings()
  const board = createScoreBoard()
  // A skill lives in a slot until it changes. Free slots are used again; their names and lengths are stale.
  const slotByName = new Map<string, number>()
  const freeSlots: number[] = []
  const names: string[] = []
  const lengths: number[] = []
  let lengthTotal = 0

  function remove(name: string): void {
    const slot = slotByName.get(name)
    if (slot === undefined) return
    postings.remove(slot)
    slotByName.delete(name)
    freeSlots.push(slot)
    lengthTotal -= lengths[slot]!
  }

  return {
    remove,
    upsert(skill) {
      remove(skill.name)
      const { length, terms } = weighedSkill(fieldTokens(skill))
      const slot = freeSlots.pop() ?? names.length
      board.fit(slot)
      postings.add(slot, terms)
      slotByName.set(skill.name, slot)
      names[slot] = skill.name
      lengths[slot] = length
      lengthTotal += length
    },
    search(message, hitsMax) {
      const ratioUnit = slotByName.size / lengthTotal
      const wanted = messageTerms(message).map((term) => {
        const list = postings.listOf(term)
        return { term, list, idf: inverseFrequency(slotByName.size, list?.size ?? 0) }
      })
      for (const { list, idf } of wanted) if (list !== undefined) board.addUp(list, idf, lengths, ratioUnit)
      return board
        .takeBest(names, hitsWithin(hitsMax))
        .map(({ name, slot }) =>
          explainedHit(name, lengths[slot]! * ratioUnit, wanted, ({ list }) =>
            list === undefined ? undefined : postings.occurrence(list, slot),
          ),
        )
    },
    size: () => slotByName.size,
  }
}
