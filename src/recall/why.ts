// Why and why not: what was looked up, what the past had to say, where the threshold lies, and for each skill that was
// not recalled the reason.
import { CONFIDENCE_MIN, confidenceOf } from '../domain/recall-confidence.ts'
import { rounded } from '../domain/rounded.ts'
import { isSeen, type SeenSkills } from '../domain/seen-skills.ts'
import { type Candidate, candidateOf, type Found, SCORE_SHARE_MIN } from './candidates.ts'
import type { Lessons } from './lessons.ts'
import type { RecallHit, RecallRequest, Why, WhyNot } from './recall-result.ts'
import type { SkillIndex } from './skill-index.ts'

/** How many of those that were not recalled are explained. */
export const OTHERS_EXPLAINED_MAX = 10

export type Recalled = {
  found: Found
  hits: readonly RecallHit[]
  seen: SeenSkills
  threshold: number
  silent: string | undefined
  block: string
}

export function explainRecall(
  request: RecallRequest,
  recalled: Recalled,
  { index, lessons }: { index: Pick<SkillIndex, 'explain'>; lessons: Pick<Lessons, 'size'> },
): Why {
  const { found, hits, threshold } = recalled
  const shown = new Set(hits.map(({ name }) => name))
  const losers = found.candidates.filter(({ name }) => !shown.has(name)).slice(0, OTHERS_EXPLAINED_MAX)
  const others = losers.map((candidate) => whyNot(candidate, request, recalled))
  const asked = request.skill
  if (asked !== undefined && !others.some(({ name }) => name === asked)) {
    others.unshift(askedFor(asked, request, recalled, candidateOf(index, found, asked)))
  }
  return {
    terms: found.search.terms,
    repairs: found.search.repairs,
    threshold: rounded(threshold),
    confidence: rounded(confidenceOf(found.candidates[0]?.signal ?? 0, threshold)),
    confidenceNeeded: CONFIDENCE_MIN,
    learned: { lessons: lessons.size(), likenessBest: rounded(found.votes.likenessBest) },
    others,
  }
}

function askedFor(name: string, request: RecallRequest, recalled: Recalled, candidate: Candidate | undefined): WhyNot {
  if (candidate === undefined) return { name, score: 0, confidence: 0, reason: 'no such skill is in the index' }
  const hit = recalled.hits.find((each) => each.name === name)
  if (hit === undefined) return whyNot(candidate, request, recalled)
  const { score, confidence } = hit
  const isNamedOnly = !recalled.block.includes(`\n- ${name}: `)
  const reason = isNamedOnly ? 'recalled, by name only: the block is full' : `recalled: ${hit.reason}`
  return { name, score, confidence, reason }
}

function whyNot(
  candidate: Candidate,
  { limit }: RecallRequest,
  { found, hits, seen, threshold, silent }: Recalled,
): WhyNot {
  const { name, score, signal } = candidate
  const seenAt = seen.shown.get(name)
  const place = found.candidates.findIndex((each) => each.name === name)
  const reason = (): string => {
    if (score <= 0) return candidate.learned < 0 ? 'the past speaks against it' : 'it holds no word of the message'
    if (seenAt !== undefined && isSeen(seen.shown, name, seen.turns)) {
      const turns = seen.turns - seenAt
      return `this session has seen it ${turns} ${turns === 1 ? 'turn' : 'turns'} ago`
    }
    if (silent !== undefined) return 'recall was silent'
    if (place < 0) return `not among the best ${found.candidates.length}`
    if (score < SCORE_SHARE_MIN * (hits[0]?.score ?? 0)) return 'far behind the best'
    return `it came ${ordinal(place + 1)}, and only ${limit === 1 ? 'one was' : `${limit} were`} asked for`
  }
  return { name, score: rounded(score), confidence: rounded(confidenceOf(signal, threshold)), reason: reason() }
}

function ordinal(place: number): string {
  const ending = place % 100 > 10 && place % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${place}${ending}`
}
