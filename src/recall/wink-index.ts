// The package wink-bm25-text-search behind our port, chosen by configuration and kept as the oracle that our own
// engine is compared with. It scores and ranks; which terms matched where is explained by the formula beside it.
import bm25, { type Engine } from 'wink-bm25-text-search'
import {
  B,
  CONTENT_CHARS_INDEXED,
  explainedHit,
  FIELD_WEIGHTS,
  FIELDS,
  type FieldTokens,
  fieldTokens,
  inverseFrequency,
  K1,
  lengthNorm,
  type MessageTerm,
  scoreBound,
  WEIGHT_UNIT,
  type WeighedDocument,
  weighedSkill,
} from './bm25f.ts'
import { byRank } from './hit-order.ts'
import {
  hitsWithin,
  type IndexedSkill,
  type IndexHit,
  type Message,
  type SkillField,
  type SkillIndex,
} from './skill-index.ts'
import { snapshotArrays, snapshotBytes } from './snapshot-bytes.ts'
import { createVocabulary, isRepairTerm, readMessage, routingWords, type Vocabulary } from './typo-repair.ts'

type Entry = { skill: IndexedSkill; tokens: FieldTokens; weighed: WeighedDocument }
type Library = ReadonlyMap<string, Entry>
/** What is derived from the library as a whole, and stale after any change. */
type Derived = {
  holders: Map<string, number>
  vocabulary: Vocabulary
  lengthAverage: number
  engine: Engine<SkillField> | undefined
}

// The package refuses to consolidate a smaller library.
const ENGINE_SKILLS_MIN = 3
// The most it offers. With its default of 4 the scores of common words in a large library become 0.
const SCORE_DECIMALS = 9

const TITLE = 'skill-cortex wink 1'

export function createWinkIndex(): SkillIndex {
  const library = new Map<string, Entry>()
  let derived: Derived | undefined

  function remove(name: string): void {
    if (library.delete(name)) derived = undefined
  }
  function upsert(given: IndexedSkill): void {
    const skill = textsOf(given)
    const tokens = fieldTokens(skill)
    library.set(skill.name, { skill, tokens, weighed: weighedSkill(tokens) })
    derived = undefined
  }
  // Whole rebuild at the first search after a change (1 s at 10,000 skills): the package neither updates nor removes,
  // and takes no document after consolidate(). Loading a library thus builds it once.
  const derivedNow = () => (derived ??= derivedFrom(library))
  const holders = (term: string) => derivedNow().holders.get(term) ?? 0
  const read = (message: Message) => {
    const { terms, repairs } = readMessage(message, holders, () => derivedNow().vocabulary)
    const wanted = terms.map((term) => ({ term, idf: inverseFrequency(library.size, holders(term)) }))
    return { terms, repairs, wanted }
  }

  return {
    upsert,
    remove,
    search(message, hitsMax) {
      const { terms, repairs, wanted } = read(message)
      const hits = ranked(library, derivedNow(), wanted).slice(0, hitsWithin(hitsMax))
      return { hits, terms, repairs, scoreBound: scoreBound(wanted) }
    },
    explain: (message, name) =>
      library.has(name) ? explained(library, derivedNow(), read(message).wanted, name) : undefined,
    holds: (term) => holders(term) > 0,
    size: () => library.size,
    snapshot() {
      const skills = [...library.values()].map(({ skill }) => skill).sort((a, b) => (a.name < b.name ? -1 : 1))
      return snapshotBytes(TITLE, { skills: Buffer.from(JSON.stringify(skills), 'utf8') })
    },
    restore(snapshot) {
      for (const name of [...library.keys()]) remove(name)
      const arrays = snapshotArrays(TITLE, snapshot)
      if (arrays === undefined) return false
      const skills: IndexedSkill[] = JSON.parse(Buffer.from(arrays.skills as Uint8Array).toString('utf8'))
      for (const skill of skills) upsert(skill)
      return true
    },
  }
}

// What is indexed of a skill, apart from the object that was handed over.
function textsOf({ name, summary, triggers, tags, content }: IndexedSkill): IndexedSkill {
  return { name, summary, triggers: [...triggers], tags: [...tags], content: content.slice(0, CONTENT_CHARS_INDEXED) }
}

function derivedFrom(library: Library): Derived {
  const holders = new Map<string, number>()
  let lengthTotal = 0
  const vocabulary = createVocabulary()
  for (const { skill, weighed } of library.values()) {
    for (const word of routingWords(skill)) vocabulary.words.add(word)
    lengthTotal += weighed.length
    for (const term of weighed.terms.keys()) holders.set(term, (holders.get(term) ?? 0) + 1)
  }
  for (const term of holders.keys()) if (isRepairTerm(term)) vocabulary.terms.add(term)
  const engine = library.size < ENGINE_SKILLS_MIN ? undefined : consolidatedEngine(library)
  return { holders, vocabulary, lengthAverage: lengthTotal / library.size, engine }
}

function consolidatedEngine(library: Library): Engine<SkillField> {
  const engine = bm25<SkillField>()
  const fldWeights = Object.fromEntries(FIELDS.map((field) => [field, FIELD_WEIGHTS[field] / WEIGHT_UNIT]))
  // Every field is in the list.
  engine.defineConfig({ fldWeights: fldWeights as Record<SkillField, number>, bm25Params: { k1: K1, b: B, k: 1 } })
  // Skills and messages come as terms joined by spaces; no term holds one.
  engine.definePrepTasks([(text) => (text === '' ? [] : text.split(' '))])
  for (const [name, { tokens }] of library) {
    engine.addDoc(
      {
        name: tokens.name.join(' '),
        summary: tokens.summary.join(' '),
        triggers: tokens.triggers.join(' '),
        tags: tokens.tags.join(' '),
        content: tokens.content.join(' '),
      },
      name,
    )
  }
  engine.consolidate(SCORE_DECIMALS)
  return engine
}

function ranked(library: Library, derived: Derived, message: MessageTerm[]): IndexHit[] {
  const { engine } = derived
  // Below three skills the formula itself ranks. Padding the library with empty documents would let the package
  // answer, but with another number of skills and another average length, hence with wrong scores.
  const hits =
    engine === undefined
      ? [...library.keys()].map((name) => explained(library, derived, message, name))
      : engine
          .search(message.map(({ term }) => term).join(' '), library.size)
          .map(([name, score]) => ({ ...explained(library, derived, message, name), score }))
  return hits.filter(({ score }) => score > 0).sort(byRank)
}

function explained(library: Library, { lengthAverage }: Derived, message: MessageTerm[], name: string): IndexHit {
  const { length, terms } = library.get(name)!.weighed
  return explainedHit(name, length, lengthNorm(lengthAverage), message, ({ term }) => terms.get(term))
}
