// The port of lexical search: which skills a message is about, and by which of its words. What an engine sees of a
// skill is plain text; exposure, what a session has seen and learned wording are applied by those who call it.

export type IndexedSkill = { name: string; summary: string; triggers: string[]; tags: string[]; content: string }

export type SkillField = 'name' | 'summary' | 'triggers' | 'tags' | 'content'

/** One term of the message that the skill holds: what it adds to the score, and where it stands. */
export type TermMatch = { term: string; score: number; fields: readonly SkillField[] }

export type IndexHit = {
  name: string
  /** Above 0, without upper bound; its scale depends on library and message, so compare within one search only. */
  score: number
  /** 0 to 1: the share of the message's idf that this skill covers. A term that no skill holds weighs most. */
  coverage: number
  /** Best first; their scores add up to `score`. */
  terms: TermMatch[]
}

/** A word of the message that no skill holds, read as a word that one does. */
export type Repair = {
  word: string
  term: string
  /** The term for people: a whole word, or "begin…" when only its beginning is known. */
  meant: string
}

export type Search = {
  /** Best first, equal scores by name. */
  hits: IndexHit[]
  /** What was looked up: the distinct terms of the message in its order, after repair. */
  terms: string[]
  repairs: Repair[]
  /** Above every score that this message can have in any library of these term frequencies. 0 without terms. */
  scoreBound: number
}

/** A message as it came, or its terms, as `Search.terms` gave them. */
export type Message = string | readonly string[]

/** Nothing here throws or waits. Equal contents give equal answers, however the index came by them. */
export type SkillIndex = {
  /** Adds a skill, or replaces the one of this name. */
  upsert(skill: IndexedSkill): void
  /** Forgets a skill; an unknown name is no fault. */
  remove(name: string): void
  /** At most `hitsMax` hits, itself at most HITS_MAX. A repeated word counts once. */
  search(message: Message, hitsMax: number): Search
  /** How one skill stands to a message, also when it holds none of its words. Undefined when it is not in the index. */
  explain(message: Message, name: string): IndexHit | undefined
  /** Whether some skill holds this term. */
  holds(term: string): boolean
  size(): number
  /** Everything in it as bytes; equal contents give equal bytes. */
  snapshot(): Uint8Array
  /**
   * Takes the contents of a snapshot in place of its own. The bytes may be used and changed from then on.
   * @returns false, and is empty, when they are no snapshot of this engine in this version.
   */
  restore(snapshot: Uint8Array): boolean
}

/** Whoever wants more is listing, not searching. */
export const HITS_MAX = 1_000

/** The number of hits to return for what a caller asked for: a whole number from 0 to HITS_MAX, and 0 for NaN. */
export function hitsWithin(hitsMax: number): number {
  return hitsMax > 0 ? Math.floor(Math.min(hitsMax, HITS_MAX)) : 0
}
