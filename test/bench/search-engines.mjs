// The engines that are compared, all behind one small port. Ours are the built ones; the others are set up as their own
// documentation has it, and once as well as they can be without an analyzer of ours.

import MiniSearch from 'minisearch'
import bm25 from 'wink-bm25-text-search'
import stem from 'wink-porter2-stemmer'
import { findSqlite, fts5 } from './fts5.mjs'

/** @typedef {import('./retrieval-sets.mjs').Entry} Entry */
/** @typedef {import('./built.mjs').BuiltRecall} BuiltRecall */
/** @typedef {Uint8Array | string} Saved */
/**
 * What it holds can be changed and saved, except where a function is missing: then a change is a new one made of everything.
 * @typedef {{
 *   search(text: string, countMax: number): string[],
 *   upsert?(entry: Entry): void,
 *   remove?(name: string): void,
 *   save?(): Saved,
 *   bytesOutsideHeap?(): number,
 * }} Searched
 */
/**
 * @typedef {{
 *   engine: string,
 *   open(entries: readonly Entry[]): Searched,
 *   restore?(saved: Saved): Searched,
 * }} SearchEngine
 */

/** The names of the engines, in the order in which they are printed. */
export const OURS = 'ours'
export const OUR_WINK = 'our wink engine'
export const PLAIN_WINK = 'wink, its own prep'
export const MINISEARCH = 'minisearch'
export const MINISEARCH_STEMS = 'minisearch, stems + stop list'
export const FTS5 = 'SQLite FTS5 porter'
export const FTS5_STOPS = 'SQLite FTS5 porter + stop list'

/**
 * @param {BuiltRecall} built
 * @returns {Promise<Record<string, SearchEngine | undefined>>} undefined is not installed.
 */
export async function searchEngines(built) {
  const { lowerCase, tokenize0, removeWords, stem: stems } = await winkPrep()
  const sqlite = await findSqlite()
  const isStop = (/** @type {string} */ word) => built.STOP_WORDS.has(word)
  return {
    [OURS]: skillIndex(OURS, () => built.createSkillIndex('bm25f')),
    [OUR_WINK]: skillIndex(OUR_WINK, () => built.createSkillIndex('wink')),
    [PLAIN_WINK]: plainWink([lowerCase, tokenize0, removeWords, stems]),
    [MINISEARCH]: miniSearch(MINISEARCH, {}),
    [MINISEARCH_STEMS]: miniSearch(MINISEARCH_STEMS, {
      processTerm: (word) => (isStop(word.toLowerCase()) ? null : stem(word.toLowerCase())),
    }),
    [FTS5]: sqlite === undefined ? undefined : fts5(FTS5, sqlite, () => false),
    [FTS5_STOPS]: sqlite === undefined ? undefined : fts5(FTS5_STOPS, sqlite, isStop),
  }
}

/** @param {string} engine @param {() => import('../../src/recall/skill-index.ts').SkillIndex} create @returns {SearchEngine} */
function skillIndex(engine, create) {
  const searched = (/** @type {ReturnType<typeof create>} */ index) => ({
    search: (/** @type {string} */ text, /** @type {number} */ countMax) =>
      index.search(text, countMax).hits.map(({ name }) => name),
    upsert: (/** @type {Entry} */ entry) => index.upsert({ ...entry, triggers: [], tags: [] }),
    remove: index.remove,
    save: index.snapshot,
  })
  return {
    engine,
    open(entries) {
      const index = create()
      for (const entry of entries) index.upsert({ ...entry, triggers: [], tags: [] })
      return searched(index)
    },
    restore(saved) {
      const index = create()
      if (typeof saved === 'string' || !index.restore(saved))
        throw new Error(`${engine} does not know its own snapshot`)
      return searched(index)
    },
  }
}

// Equal weights, and the package's own k1 and b.
/** @param {((value: any) => any)[]} prep @returns {SearchEngine} */
function plainWink(prep) {
  const searched = (/** @type {any} */ engine) => ({
    search: (/** @type {string} */ text, /** @type {number} */ countMax) =>
      engine.search(text, countMax).map((/** @type {[string, number]} */ [name]) => name),
    save: () => engine.exportJSON(),
  })
  return {
    engine: PLAIN_WINK,
    open(entries) {
      /** @type {any} */
      const engine = bm25()
      const withContent = entries.some(({ content }) => content !== '')
      engine.defineConfig({ fldWeights: { name: 1, summary: 1, ...(withContent ? { content: 1 } : {}) } })
      engine.definePrepTasks(prep)
      for (const { name, summary, content } of entries) engine.addDoc({ name, summary, content }, name)
      engine.consolidate()
      return searched(engine)
    },
    restore(saved) {
      /** @type {any} */
      const engine = bm25()
      engine.importJSON(saved)
      engine.definePrepTasks(prep)
      return searched(engine)
    },
  }
}

// Untyped, and its names are what its tasks are called there.
async function winkPrep() {
  const name = 'wink-nlp-utils'
  const { default: nlp } = await import(name)
  return { ...nlp.string, ...nlp.tokens }
}

/** @param {string} engine @param {Partial<import('minisearch').Options>} options @returns {SearchEngine} */
function miniSearch(engine, options) {
  /** @type {import('minisearch').Options} */
  const whole = { idField: 'name', fields: ['name', 'summary', 'content'], ...options }
  const searched = (/** @type {MiniSearch} */ index) => ({
    search: (/** @type {string} */ text, /** @type {number} */ countMax) =>
      index
        .search(text, { boost: { content: 0.1 } })
        .slice(0, countMax)
        .map(({ id }) => id),
    upsert: (/** @type {Entry} */ entry) => (index.has(entry.name) ? index.replace(entry) : index.add(entry)),
    remove: (/** @type {string} */ name) => index.discard(name),
    save: () => JSON.stringify(index),
  })
  return {
    engine,
    open(entries) {
      const index = new MiniSearch(whole)
      index.addAll(entries)
      return searched(index)
    },
    restore: (saved) => searched(MiniSearch.loadJSON(String(saved), whole)),
  }
}
