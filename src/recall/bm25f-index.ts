// Our engine, the default: BM25F over an inverted index that is changed in place, with typo repair, and a snapshot from
// which it begins without unpacking.
import { byCodeUnit, fieldTokens, scoreBound, weighedSkill } from './bm25f.ts'
import { frozenWords } from './frozen-words.ts'
import type { TermWatch } from './postings.ts'
import { hitsWithin, type Message, type SkillIndex } from './skill-index.ts'
import { snapshotArrays, snapshotBytes } from './snapshot-bytes.ts'
import { encodeStrings } from './string-table.ts'
import { createTermIndex, type TermIndexArrays } from './term-index.ts'
import {
  createVocabulary,
  isRepairTerm,
  type Neighbours,
  readMessage,
  routingWords,
  type Vocabulary,
} from './typo-repair.ts'

// To be changed with the analyzer, the weights or the layout: a snapshot of another title is made anew.
const TITLE = 'skill-cortex bm25f 3'

export function createBm25fIndex(): SkillIndex {
  // Of a restored index the vocabulary is made at the first change; until then the snapshot is asked.
  let vocabulary: Vocabulary | undefined = createVocabulary()
  let wordsByName = new Map<string, string[]>()
  let frozen: Frozen | undefined
  let neighbours: Neighbours | undefined
  const watch: TermWatch = {
    onFirst: (term) => isRepairTerm(term) && vocabulary?.terms.add(term),
    onLast: (term) => isRepairTerm(term) && vocabulary?.terms.remove(term),
  }
  let index = createTermIndex(watch)

  function vocabularyNow(): Vocabulary {
    if (vocabulary !== undefined) return vocabulary
    vocabulary = createVocabulary()
    wordsByName = wordsFrom(frozen!.words)
    for (const words of wordsByName.values()) for (const word of words) vocabulary.words.add(word)
    for (const term of index.terms().filter(isRepairTerm)) vocabulary.terms.add(term)
    return vocabulary
  }
  function forgetWords(name: string): void {
    const { words } = vocabularyNow()
    for (const word of wordsByName.get(name) ?? []) words.remove(word)
    wordsByName.delete(name)
  }
  function neighboursNow(): Neighbours {
    if (vocabulary !== undefined) return vocabulary
    neighbours ??= neighboursIn(frozen!)
    return neighbours
  }
  const read = (message: Message) => readMessage(message, index.holders, neighboursNow)

  return {
    upsert(skill) {
      forgetWords(skill.name)
      index.put(skill.name, weighedSkill(fieldTokens(skill)))
      const words = routingWords(skill)
      wordsByName.set(skill.name, words)
      for (const word of words) vocabularyNow().words.add(word)
    },
    remove(name) {
      forgetWords(name)
      index.remove(name)
    },
    search(message, hitsMax) {
      const { terms, repairs } = read(message)
      const wanted = index.wanted(terms)
      const best = index.search(wanted, hitsWithin(hitsMax))
      const hits = best.map(({ name }) => index.explain(wanted, name)!)
      return { hits, terms, repairs, scoreBound: scoreBound(wanted) }
    },
    explain: (message, name) => index.explain(index.wanted(read(message).terms), name),
    holds: (term) => index.holders(term) > 0,
    size: () => index.size(),
    snapshot() {
      vocabularyNow()
      return snapshotBytes(TITLE, { ...index.freeze(), ...wordArrays(wordsByName) })
    },
    restore(snapshot) {
      const arrays = snapshotArrays(TITLE, snapshot)
      // The title tells which arrays there are.
      frozen = arrays as Frozen | undefined
      neighbours = undefined
      index = createTermIndex(watch, frozen)
      wordsByName = new Map()
      vocabulary = arrays === undefined ? createVocabulary() : undefined
      return arrays !== undefined
    },
  }
}

/** The routing words of each skill as JSON, and each of them once, sorted. */
type WordArrays = { words: Uint8Array; wordBytes: Uint8Array; wordStarts: Uint32Array }
type Frozen = TermIndexArrays & WordArrays

function wordArrays(wordsByName: ReadonlyMap<string, string[]>): WordArrays {
  const bySkill = [...wordsByName].map(([name, own]) => [name, own.join(' ')])
  bySkill.sort(([a], [b]) => byCodeUnit(a!, b!))
  const distinct = [...new Set([...wordsByName.values()].flat())].sort(byCodeUnit)
  const { bytes: wordBytes, starts: wordStarts } = encodeStrings(distinct)
  return { words: Buffer.from(JSON.stringify(bySkill), 'utf8'), wordBytes, wordStarts }
}

function neighboursIn({ wordBytes, wordStarts, termBytes, termStarts }: Frozen): Neighbours {
  return {
    words: frozenWords({ bytes: wordBytes, starts: wordStarts }, () => true),
    terms: frozenWords({ bytes: termBytes, starts: termStarts }, isRepairTerm),
  }
}

function wordsFrom(bytes: Uint8Array): Map<string, string[]> {
  const pairs: [string, string][] = JSON.parse(Buffer.from(bytes).toString('utf8'))
  return new Map(pairs.map(([name, words]) => [name, words === '' ? [] : words.split(' ')]))
}
