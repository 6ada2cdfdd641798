// Whether anything fits at all. A raw score is a poor judge, as its scale depends on library and message; how much of the
// message the best skill covers says more, and so does how sure the past is. What such a signal is worth is found out on
// the library at hand: from messages that no skill is for, and from what was learned. Needs no labels.

/** One candidate's evidence. */
export type Evidence = {
  /** Of the text alone. */
  score: number
  /** 0 to 1: the share of the message's idf that the skill covers. */
  coverage: number
  /** What the past adds to the score. */
  learned: number
  /** 0 to 1: how like the nearest past message is. */
  likenessBest: number
}

/** 0 or more; to be compared with the library's threshold. */
export function fitSignal({ score, coverage, learned, likenessBest }: Evidence): number {
  return Math.max(0, score * coverage + learned * likenessBest)
}

/** 0 to 1, and 0.5 exactly at the threshold. Below it recall is silent. */
export function confidenceOf(signal: number, threshold: number): number {
  return signal === 0 ? 0 : signal / (signal + threshold)
}

export const CONFIDENCE_MIN = 0.5

// A share of what a word that no skill holds weighs. It decides in small libraries and for other languages, where
// everyday English matches nothing at all.
const UNKNOWN_WORD_SHARE = 0.1
// With fewer lessons the past says nothing about how it looks when it is right.
const LESSONS_MIN = 20

export type Calibration = {
  skills: number
  /** The best signal of each of many everyday messages that are about no skill. */
  foreign: readonly number[]
  /** Of past messages, with themselves left out, where the skill that was loaded came up: what it looks like when right. */
  right: readonly number[]
}

/**
 * Half of the everyday messages stay below it, which on public sets keeps 95% of the answers that are right. Once the
 * past is rich enough it may rise to what the past keeps 95% of, yet not beyond three quarters of the everyday messages.
 */
export function fitThreshold({ skills, foreign, right }: Calibration): number {
  const floor = UNKNOWN_WORD_SHARE * Math.log(2 * skills + 2)
  const byForeign = Math.max(floor, quantile(foreign, 0.5))
  if (right.length < LESSONS_MIN) return byForeign
  return Math.max(byForeign, Math.min(quantile(right, 0.05), quantile(foreign, 0.75)))
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
