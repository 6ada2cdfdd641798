// Which texts of many may be alike: an index over their terms in which the rare ones are asked first, and only as far as
// they can decide. It finds whom to compare; what the likeness is, similarity.ts says.
import type { TermWeights } from './similarity.ts'

// Reached only where thousands of texts are made of one form; then those with the most rare words in common are found.
const POSTINGS_WALKED_MAX = 10_000
const FOUND_MAX = 16
const SHARE_STEPS = 100
// Sums of shares, kept to seven digits, are off by less.
const ROUNDING = 1e-4
// The analyzer gives fewer terms to a text.
const TERMS_OF_TEXT_MAX = 32_768

/** A text of length 1: its terms by number, rarest first, what each adds, and the square of all that comes after it. */
export type JoinText = { terms: Uint32Array; shares: Float64Array; rests: Float64Array }

export type LikenessJoin = {
  texts: readonly JoinText[]
  /**
   * At most 16 texts whose cosine with this one may be `min` or more, those with the most in common first. For all pairs
   * ask each text for the earlier ones: that is half the work.
   */
  near(text: number, among: 'all' | 'earlier'): number[]
}

/**
 * Takes the texts one by one and keeps none. Stops after each.
 * @param min what a pair must reach; no pair that does is missed, but for the limits above.
 */
export function* joinTexts(weighed: Iterable<TermWeights>, min: number): Generator<undefined, LikenessJoin> {
  const texts = yield* textsOf(weighed)
  const postings = yield* postingsOf(texts)
  const common = new Float64Array(texts.length)
  const rests = new Float64Array(texts.length)
  return {
    texts,
    near(text, among) {
      const end = among === 'all' ? texts.length : text
      const found = walk(texts[text]!, { min, postings, common, rests, end })
      const isNear = (other: number) => common[other]! + Math.sqrt(found.left * rests[other]!) >= min - ROUNDING
      const near = found.numbers.filter((other) => other !== text && isNear(other))
      const best = mostInCommon(near, common)
      for (const other of found.numbers) common[other] = 0
      return best
    },
  }
}

/** The cosine of two texts of one join: about a microsecond. */
export function joinedCosine(a: JoinText, b: JoinText): number {
  let dot = 0
  for (let i = 0, j = 0; i < a.terms.length && j < b.terms.length; ) {
    const apart = a.terms[i]! - b.terms[j]!
    if (apart === 0) dot += a.shares[i]! * b.shares[j]!
    if (apart <= 0) i++
    if (apart >= 0) j++
  }
  return Math.min(1, dot)
}

/** @property common what each text shares with this one so far; all 0 before. @property rests what it has after that. */
type Walk = { min: number; postings: Postings; common: Float64Array; rests: Float64Array; end: number }

// Whoever shares none of the words before the end of the walk cannot reach `min` with the rest.
function walk({ terms, shares, rests: own }: JoinText, { min, postings, common, rests, end }: Walk) {
  const { starts } = postings
  const numbers: number[] = []
  let left = 1
  let walked = 0
  for (let i = 0; i < terms.length && left >= min * min - ROUNDING && walked <= POSTINGS_WALKED_MAX; i++) {
    const stop = starts[terms[i]! + 1]!
    const share = shares[i]!
    for (let at = starts[terms[i]!]!; at < stop; at++) {
      const other = postings.texts[at]!
      if (other >= end) break
      walked += 1
      if (common[other] === 0) numbers.push(other)
      common[other]! += share * postings.shares[at]!
      rests[other] = postings.rests[at]!
    }
    left = own[i]!
  }
  return { numbers, left }
}

// By steps of a hundredth, since sorting thousands for the best few is what would take the time.
function mostInCommon(near: number[], common: Float64Array): number[] {
  const byMost = (a: number, b: number) => common[b]! - common[a]! || a - b
  if (near.length <= FOUND_MAX) return near.sort(byMost)
  const stepOf = (text: number) => Math.min(SHARE_STEPS, Math.floor(common[text]! * SHARE_STEPS))
  const counts = new Uint32Array(SHARE_STEPS + 1)
  for (const text of near) counts[stepOf(text)]! += 1
  let step = SHARE_STEPS
  for (let count = counts[step]!; count < FOUND_MAX && step > 0; count += counts[step]!) step -= 1
  return near
    .filter((text) => stepOf(text) >= step)
    .sort(byMost)
    .slice(0, FOUND_MAX)
}

// Terms are numbered from the rarest to the commonest, equally rare ones by their code units.
function* textsOf(weighed: Iterable<TermWeights>): Generator<undefined, JoinText[]> {
  const numbers = new Map<string, number>()
  const held: number[] = []
  const raw: { terms: Uint32Array; weights: Float64Array }[] = []
  for (const weights of weighed) {
    const terms = Uint32Array.from(weights.keys(), (term) => {
      const number = numbers.get(term) ?? numbers.size
      numbers.set(term, number)
      held[number] = (held[number] ?? 0) + 1
      return number
    })
    raw.push({ terms, weights: Float64Array.from(weights.values()) })
    yield
  }
  const rarestFirst = [...numbers].sort(([a, n], [b, m]) => held[n]! - held[m]! || (a < b ? -1 : 1))
  const rankOf = new Uint32Array(numbers.size)
  for (const [rank, [, number]] of rarestFirst.entries()) rankOf[number] = rank
  const texts: JoinText[] = []
  for (const { terms, weights } of raw) {
    texts.push(joinText(terms, weights, rankOf))
    yield
  }
  return texts
}

function joinText(terms: Uint32Array, weights: Float64Array, rankOf: Uint32Array): JoinText {
  // Rank and place in one number, which sorts without a call for each comparison.
  const order = Float64Array.from(terms, (term, i) => rankOf[term]! * TERMS_OF_TEXT_MAX + i).sort()
  const sorted = order.map((key) => weights[key % TERMS_OF_TEXT_MAX]!)
  const length = Math.sqrt(sorted.reduce((sum, weight) => sum + weight * weight, 0))
  const shares = sorted.map((weight) => weight / length)
  const rests = new Float64Array(shares.length)
  for (let i = shares.length - 1; i > 0; i--) rests[i - 1] = rests[i]! + shares[i]! ** 2
  return { terms: Uint32Array.from(order, (key) => Math.floor(key / TERMS_OF_TEXT_MAX)), shares, rests }
}

/** For each term the texts that hold it in their order, from `starts[term]` on, with its share and the rest after it. */
type Postings = { starts: Uint32Array; texts: Uint32Array; shares: Float32Array; rests: Float32Array }

function* postingsOf(texts: readonly JoinText[]): Generator<undefined, Postings> {
  const terms = texts.reduce((most, text) => Math.max(most, (text.terms.at(-1) ?? -1) + 1), 0)
  const starts = new Uint32Array(terms + 1)
  for (const text of texts) for (const term of text.terms) starts[term + 1]! += 1
  for (let term = 0; term < terms; term++) starts[term + 1]! += starts[term]!
  const next = starts.slice()
  const total = starts[terms]!
  const [shares, rests] = [new Float32Array(total), new Float32Array(total)]
  const postings = { starts, texts: new Uint32Array(total), shares, rests }
  for (const [number, text] of texts.entries()) {
    for (let i = 0; i < text.terms.length; i++) {
      const at = next[text.terms[i]!]!++
      postings.texts[at] = number
      shares[at] = text.shares[i]!
      rests[at] = text.rests[i]!
    }
    yield
  }
  return postings
}
