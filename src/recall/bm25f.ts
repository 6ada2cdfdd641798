// BM25F as a set of pure functions: what a skill's terms weigh, and what a message's terms are worth in it. Both
// engines explain their hits with it. The formula is that of wink-bm25-text-search with k = 1, to the digit:
// fields are weighed before saturation, and the length of a skill is the weight of all its tokens.
import { analyze } from '../domain/analyzer.ts'
import type { IndexedSkill, IndexHit, SkillField, TermMatch } from './skill-index.ts'

/** A weight of one. Weights are whole numbers, so that sums of lengths are exact in whatever order. */
export const WEIGHT_UNIT = 10

// Measured on public sets of real prompts: the name counts three times, and the text helps as long as it counts
// little (at full weight it harms).
export const FIELD_WEIGHTS = {
  name: 3 * WEIGHT_UNIT,
  summary: WEIGHT_UNIT,
  triggers: WEIGHT_UNIT,
  tags: WEIGHT_UNIT,
  content: WEIGHT_UNIT / 10,
} as const satisfies Record<SkillField, number>

/** More of the text adds cost and, measured, nothing to what is found. */
export const CONTENT_CHARS_INDEXED = 3_000
/** How fast the repetition of a term stops to count. */
export const K1 = 1.2
/** How much a long skill is held back: 0 not at all, 1 in full. */
export const B = 0.4

export const FIELDS = Object.keys(FIELD_WEIGHTS) as SkillField[]

export type FieldTokens = Record<SkillField, string[]>

/** How a term stands in a document: weighted frequency, and one bit for each field that holds it. */
export type Occurrence = { weight: number; fieldBits: number }

/** A document as weights. `length` is the weighted number of its tokens, repetitions included. */
export type WeighedDocument = { length: number; terms: Map<string, Occurrence> }

/** A distinct term of a message and its idf in the library at hand. */
export type MessageTerm = { term: string; idf: number }

export function fieldTokens(skill: IndexedSkill): FieldTokens {
  // "/" and "-" of a name part words for the analyzer as a space does; a line break keeps list items apart.
  return {
    name: analyze(skill.name),
    summary: analyze(skill.summary),
    triggers: analyze(skill.triggers.join('\n')),
    tags: analyze(skill.tags.join('\n')),
    content: analyze(skill.content.slice(0, CONTENT_CHARS_INDEXED)),
  }
}

export function weighedSkill(tokens: FieldTokens): WeighedDocument {
  const terms = new Map<string, Occurrence>()
  let length = 0
  for (const [i, field] of FIELDS.entries()) {
    const weight = FIELD_WEIGHTS[field]
    length += weight * tokens[field].length
    for (const term of tokens[field]) {
      const known = terms.get(term)
      if (known === undefined) terms.set(term, { weight, fieldBits: 1 << i })
      else {
        known.weight += weight
        known.fieldBits |= 1 << i
      }
    }
  }
  return { length, terms }
}

/** Above 0 for any `holders` of 0 to `documents`; most for a term that none holds. */
export function inverseFrequency(documents: number, holders: number): number {
  return Math.log(1 + (documents - holders + 0.5) / (holders + 0.5))
}

/** How much a document is held back by its length: `base + slope * length`, the same for all terms it holds. */
export type LengthNorm = { base: number; slope: number }

export function lengthNorm(lengthAverage: number): LengthNorm {
  return { base: WEIGHT_UNIT * K1 * (1 - B), slope: (WEIGHT_UNIT * K1 * B) / lengthAverage }
}

/** 0 to K1 + 1, growing with the weight of a term in a document. */
export function saturation(weight: number, length: number, { base, slope }: LengthNorm): number {
  return (weight * (K1 + 1)) / (base + slope * length + weight)
}

/** What a message would score in a document that says nothing but its terms, without end. */
export function scoreBound(message: readonly MessageTerm[]): number {
  return message.reduce((sum, { idf }) => sum + idf * (K1 + 1), 0)
}

/** What the terms of a message make of one skill. Engines that looked the terms up get back what they passed in. */
export function explainedHit<Term extends MessageTerm>(
  name: string,
  length: number,
  norm: LengthNorm,
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
    const termScore = wanted.idf * saturation(occurrence.weight, length, norm)
    score += termScore
    idfCovered += wanted.idf
    terms.push({ term: wanted.term, score: termScore, fields: FIELDS_BY_BITS[occurrence.fieldBits]! })
  }
  terms.sort((a, b) => b.score - a.score || byCodeUnit(a.term, b.term))
  return { name, score, coverage: idfTotal === 0 ? 0 : idfCovered / idfTotal, terms }
}

const FIELDS_BY_BITS = Array.from({ length: 1 << FIELDS.length }, (_, bits) =>
  FIELDS.filter((_, i) => (bits & (1 << i)) !== 0),
)

/** The order of names and terms everywhere: the same on every machine, unlike a locale's. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
