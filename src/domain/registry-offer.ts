// Which of the skills that registries found are shown: those that speak of the task, are not withheld, and three at most.
// Reviewed ones come alone where there are two; else others stand behind them, each marked as what it is.
import { analyze } from './analyzer.ts'
import { printRegistryRef, type RegistryRef } from './registry-ref.ts'
import type { Judgement, Verdict } from './registry-verdict.ts'
import { strangersLine } from './strangers-line.ts'

/** As a registry lists it. All but the ref is a stranger's text. @property page where a person can read about it. */
export type ListedSkill = { ref: RegistryRef; title: string; summary: string; page: string | null }

/** One that may be installed, fit to be shown: one line each, bounded, without characters that steer a terminal. */
export type Offer = {
  ref: string
  title: string
  summary: string
  verdict: Exclude<Verdict, 'withheld'>
  /** What the registry gave as reasons. */
  why: string[]
  page: string | null
}

/** @property asked the words that were sent. @property silent why there is nothing. @property faults of registries that failed. */
export type Offers = { offers: Offer[]; asked: string[]; faults: string[]; silent?: string }

export const OFFERS_MAX = 3
const VERIFIED_ENOUGH = 2
/** As many words of the question as must stand in what a skill says of itself: a search by likeness always finds something. */
const SHARED_STEMS_MIN = 2
const TITLE_CHARS_MAX = 100
const SUMMARY_CHARS_MAX = 300

const ORDER = ['verified', 'unreviewed', 'suspicious'] as const

/** How many of the words, by stem, stand in its name, title or summary. */
export function sharedStems(keywords: readonly string[], { ref, title, summary }: ListedSkill): number {
  const said = new Set(analyze(`${ref.slug}\n${title}\n${summary}`))
  return keywords.filter((word) => analyze(word).some((stem) => said.has(stem))).length
}

export function isRelevant(keywords: readonly string[], listed: ListedSkill): boolean {
  return sharedStems(keywords, listed) >= SHARED_STEMS_MIN
}

/** @param found the best first. */
export function chooseOffers(found: readonly { listed: ListedSkill; judgement: Judgement }[]): Offer[] {
  const offers = found.flatMap(({ listed, judgement }) => offerOf(listed, judgement) ?? [])
  const verified = offers.filter(({ verdict }) => verdict === 'verified')
  if (verified.length >= VERIFIED_ENOUGH) return verified.slice(0, OFFERS_MAX)
  return ORDER.flatMap((wanted) => offers.filter(({ verdict }) => verdict === wanted)).slice(0, OFFERS_MAX)
}

function offerOf({ ref, title, summary, page }: ListedSkill, { verdict, why }: Judgement): Offer | undefined {
  if (verdict === 'withheld') return undefined
  return {
    ref: printRegistryRef(ref),
    title: strangersLine(title, TITLE_CHARS_MAX),
    summary: strangersLine(summary, SUMMARY_CHARS_MAX),
    ...{ verdict, why, page },
  }
}
