// The package wink-bm25-text-search behind our port, chosen by configuration and kept as the oracle that our own
// engine is compared with. It scores and ranks; which terms matched where is explained by the formula beside it.
import bm25, { type Engine } from 'wink-bm25-text-search'
import {
  B,
  explainedHit,
  FIELD_WEIGHTS,
  type FieldTokens,
  fieldTokens,
  inverseFrequency,
  K1,
  type MessageTerm,
  messageTerms,
  type WeighedSkill,
  weighedSkill,
} from './bm25f.ts'
import { byRank } from './hit-order.ts'
import { hitsWithin, type IndexHit, type SkillField, type SkillIndex } from './skill-index.ts'

type Entry = { tokens: FieldTokens; weighed: WeighedSkill }
type Library = ReadonlyMap<string, Entry>
/** What is derived from the library as a whole, and stale after any change. */
type Derived = { holders: Map<string, number>; lengthAverage: number; engine: Engine<SkillField> | undefined }

// The package refuses to consolidate a smaller library.
const ENGINE_SKILLS_MIN = 3
// The most it offers. With its default of 4 the scores of common words in a large library become 0.
const SCORE_DECIMALS = 9

export function createWinkIndex(): SkillIndex {
  const library = new Map<string, Entry>()
  let derived: Derived | undefined

  return {
    upsert(skill) {
      const tokens = fieldTokens(skill)
      library.set(skill.name, { tokens, weighed: weighedSkill(tokens) })
      derived = undefined
    },
    remove(name) {
      if (library.delete(name)) derived = undefined
    },
    search(message, hitsMax) {
      // Whole rebuild at the first search after a change (1 s at 10,000 skills): the package neither updates nor
      // removes, and takes no document after consolidate(). Loading a library thus builds it once.
      derived ??= derivedFrom(library)
      return ranked(library, derived, messageTerms(message)).slice(0, hitsWithin(hitsMax))
    },
    size: () => library.size,
  }
}

function derivedFrom(library: Library): Derived {
  const holders = new Map<string, number>()
  let lengthTotal = 0
  for (const { weighed } of library.values()) {
    lengthTotal += weighed.length
    for (const term of weighed.terms.keys()) holders.set(term, (holders.get(term) ?? 0) + 1)
  }
  const engine = library.size < ENGINE_SKILLS_MIN ? undefined : consolidatedEngine(library)
  return { holders, lengthAverage: lengthTotal / library.size, engine }
}

function consolidatedEngine(library: Library): Engine<SkillField> {
  const engine = bm25<SkillField>()
  engine.defineConfig({ fldWeights: { ...FIELD_WEIGHTS }, bm25Params: { k1: K1, b: B, k: 1 } })
  // Skills and messages come as terms joined by spaces; no term holds one.
  engine.definePrepTasks([(text) => (text === '' ? [] : text.split(' '))])
  for (const [name, { tokens }] of library) {
    engine.addDoc(
      {
        name: tokens.name.join(' '),
        summary: tokens.summary.join(' '),
        triggers: tokens.triggers.join(' '),
        tags: tokens.tags.join(' '),
      },
      name,
    )
  }
  engine.consolidate(SCORE_DECIMALS)
  return engine
}

function ranked(library: Library, { holders, lengthAverage, engine }: Derived, terms: string[]): IndexHit[] {
  const message: MessageTerm[] = terms.map((term) => ({
    term,
    idf: inverseFrequency(library.size, holders.get(term) ?? 0),
  }))
  const explained = (name: string): IndexHit => {
    const { length, terms } = library.get(name)!.weighed
    return explainedHit(name, length / lengthAverage, message, ({ term }) => terms.get(term))
  }
  // Below three skills the formula itself ranks. Padding the library with empty documents would let the package
  // answer, but with another number of skills and another average length, hence with wrong scores.
  const hits =
    engine === undefined
      ? [...library.keys()].map(explained)
      : engine.search(terms.join(' '), library.size).map(([name, score]) => ({ ...explained(name), score }))
  return hits.filter(({ score }) => score > 0).sort(byRank)
}
