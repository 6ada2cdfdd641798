// How much two skills say the same, by their words alone: no model, no library around them. Ranking for a message is
// something else and lives in recall/.
import { analyze } from './analyzer.ts'
import type { Skill } from './skill.ts'

export type SkillWords = Pick<Skill, 'name' | 'summary' | 'content'>

/** From here on two skills count as the same one written twice (DESIGN 3.3). */
export const NEAR_DUPLICATE_MIN = 0.75
/** A text of fewer different words is a stub: it is like any other stub and says nothing. */
export const COMPARED_TERMS_MIN = 4

// They add up to 1.
const NAME_SHARE = 0.2
const SUMMARY_SHARE = 0.3
const CONTENT_SHARE = 0.5

/**
 * `max(content, 0.2 name + 0.3 summary + 0.5 content)`, each the cosine of the two fields' stems, weighted 1 + ln(count):
 * a copied text is a copy under whatever name, and a reworded one is still near when name and summary say the same.
 * From 0 (no word in common) to 1 (equal); symmetric. Of long texts the first 20,000 characters count (the analyzer's
 * limit); costs about a millisecond for two of these.
 */
export function similarity(a: SkillWords, b: SkillWords): number {
  return similarityTo(a)(b)
}

/** The same for one skill against many: its own words are weighed once. A whole library: near-pairs.ts. */
export function similarityTo(skill: SkillWords): (other: SkillWords) => number {
  const own = { name: weighed(skill.name), summary: weighed(skill.summary), content: weighed(skill.content) }
  return (other) =>
    similarityOf({
      name: cosine(own.name, weighed(other.name)),
      summary: cosine(own.summary, weighed(other.summary)),
      content: skill.content === other.content ? 1 : cosine(own.content, weighed(other.content)),
    })
}

/** What the likeness of each field comes to. @param of each from 0 to 1. */
export function similarityOf(of: { name: number; summary: number; content: number }): number {
  return Math.max(of.content, NAME_SHARE * of.name + SUMMARY_SHARE * of.summary + CONTENT_SHARE * of.content)
}

/** Whether the text is long enough for its likeness to mean anything. */
export function isComparable({ content }: SkillWords): boolean {
  return new Set(analyze(content)).size >= COMPARED_TERMS_MIN
}

/** The terms of a text with 1 + ln(count) of each. */
export type TermWeights = ReadonlyMap<string, number>
export type Weighed = { weights: TermWeights; squares: number }

export function termWeights(text: string): TermWeights {
  const weights = new Map<string, number>()
  for (const term of analyze(text)) weights.set(term, (weights.get(term) ?? 0) + 1)
  for (const [term, count] of weights) if (count > 1) weights.set(term, 1 + Math.log(count))
  return weights
}

/** Sorted, so that sums do not depend on the order of the words. */
export function weighed(text: string): Weighed {
  const weights = new Map([...termWeights(text)].sort(([a], [b]) => (a < b ? -1 : 1)))
  let squares = 0
  for (const weight of weights.values()) squares += weight * weight
  return { weights, squares }
}

/** A text without a term is like nothing: two skills without a summary do not share one. */
export function cosine(a: Weighed, b: Weighed): number {
  const [few, many] = a.weights.size <= b.weights.size ? [a.weights, b.weights] : [b.weights, a.weights]
  let dot = 0
  for (const [term, weight] of few) dot += weight * (many.get(term) ?? 0)
  // Rounding may lead a hair above 1.
  return dot === 0 ? 0 : Math.min(1, dot / Math.sqrt(a.squares * b.squares))
}
