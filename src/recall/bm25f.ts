// BM25F as a set of pure functions: what a skill's terms weigh, and what a message's terms are worth in it. Both
// engines explain their hits with it. The formula is that of wink-bm25-text-search with k = 1, to the digit:
// fields are weighed before saturation, and the length of a skill is the weight of all its tokens.
import { analyze } from '../domain/analyzer.ts'
import type { IndexedSkill, IndexHit, SkillField, TermMatch } from './skill-index.ts'

// Measured on public sets of real prompts. Whole numbers, so that sums of lengths are exact in whatever order.
export const FIELD_WEIGHTS = { name: 3, summary: 1, triggers: 1, tags: 1 } as const satisfies Record<SkillField, number>
/** How fast the repetition of a term stops to count. */
export const K1 = 1.2
/** How much a long skill is held back: 0 not at all, 1 in full. */
export const B = 0.4

const FIELDS = Object.keys(FIELD_WEIGHTS) as SkillField[]

export type FieldTokens = Record<SkillField, string[]>

/** How a term stands in a skill: weighted frequency, and one bit for each field that holds it. */
export type Occurrence = { weight: number; fieldBits: number }

/** The skill as weights. `length` is the weighted number of its tokens, repetitions included. */
export type WeighedSkill = { length: number; terms: Map<string, Occurrence> }

/** A distinct term of a message and its idf in the library at hand. */
export type MessageTerm = { term: string; idf: number }

export function fieldTokens(skill: IndexedSkill): FieldTokens {
  // "/" and "-" of a name part words for the analyzer as a space does; a line break keeps list items apart.
  return {
    name: analyze(skill.name),
    summary: analyze(skill.summary),
    triggers: analyze(skill.triggers.join('\n')),
    tags: analyze(skill.tags.join('\n')),
  }
}

export function weighedSkill(tokens: FieldTokens): WeighedSkill {
  const terms = new Map<string, Occurrence>()
  let length = 0
  for (const [i, field] of FIELDS.entries()) {
    const weight = FIELD_WEIGHTS[field]
    length += weight * tokens[field].length
    for (const term of tokens[field]) {
      const { weight: before, fieldBits } = terms.get(term) ?? { weight: 0, fieldBits: 0 }
      terms.set(term, { weight: before + weight, fieldBits: fieldBits | (1 << i) })
    }
  }
  return { length, terms }
}

/** Each term once, in the order of the message: every sum over them is taken in this order, hence reproducible. */
export function messageTerms(message: string): string[] {
  return [...new Set(analyze(message))]
}

/** Above 0 for any `holders` of 0 to `skills`; most for a term that no skill holds. */
export function inverseFrequency(skills: number, holders: number): number {
  return Math.log(1 + (skills - holders + 0.5) / (holders + 0.5))
}

/** 0 to K1 + 1, growing with the weight. `lengthRatio` is the skill's length by the average length. */
export function saturation(weight: number, lengthRatio: number): number {
  return (weight * (K1 + 1)) / (K1 * (1 - B + B * lengthRatio) + weight)
}

/** What the terms of a message make of one skill. Engines that looked the terms up get back what they passed in. */
export function explainedHit<Term extends MessageTerm>(
  name: string,
  lengthRatio: number,
  message: readonly Term[],
  occurrenceOf: (wanted: Term) => Occurrence | undefined,
): IndexHit {
  const terms: TermMatch[] = []
  let score = 0
  let idfCovered = 0
  let idfTotal = 0
  for (const wanted of message) {
    idfTotal += wanted.idf
    const occurrence = occurrenceOf(wanted)
    if (occurrence === undefined) continue
    const termScore = wanted.idf * saturation(occurrence.weight, lengthRatio)
    score += termScore
    idfCovered += wanted.idf
    terms.push({ term: wanted.term, score: termScore, fields: fieldsOf(occurrence.fieldBits) })
  }
  terms.sort((a, b) => b.score - a.score || byCodeUnit(a.term, b.term))
  return { name, score, coverage: idfTotal === 0 ? 0 : idfCovered / idfTotal, terms }
}

function fieldsOf(bits: number): SkillField[] {
  return FIELDS.filter((_, i) => (bits & (1 << i)) !== 0)
}

/** The order of names and terms everywhere: the same on every machine, unlike a locale's. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
