// The port of lexical search: which skills a message is about, and by which of its words. What an engine sees of a
// skill is plain text; exposure, what a session has seen and learned wording are applied by those who call it.

export type IndexedSkill = { name: string; summary: string; triggers: string[]; tags: string[] }

export type SkillField = 'name' | 'summary' | 'triggers' | 'tags'

/** One term of the message that the skill holds: what it adds to the score, and where it stands. */
export type TermMatch = { term: string; score: number; fields: SkillField[] }

export type IndexHit = {
  name: string
  /** Above 0, without upper bound; its scale depends on library and message, so compare within one search only. */
  score: number
  /** 0 to 1: the share of the message's idf that this skill covers. A term that no skill holds weighs most. */
  coverage: number
  /** Best first; their scores add up to `score`. */
  terms: TermMatch[]
}

/** Nothing here throws or waits. Equal contents give equal answers, however the index came by them. */
export type SkillIndex = {
  /** Adds a skill, or replaces the one of this name. */
  upsert(skill: IndexedSkill): void
  /** Forgets a skill; an unknown name is no fault. */
  remove(name: string): void
  /** Best first, equal scores by name; at most `hitsMax`, itself at most HITS_MAX. A repeated word counts once. */
  search(message: string, hitsMax: number): IndexHit[]
  size(): number
}

/** Whoever wants more is listing, not searching. */
export const HITS_MAX = 1_000

/** The number of hits to return for what a caller asked for: a whole number from 0 to HITS_MAX, and 0 for NaN. */
export function hitsWithin(hitsMax: number): number {
  return hitsMax > 0 ? Math.floor(Math.min(hitsMax, HITS_MAX)) : 0
}
