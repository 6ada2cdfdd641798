// The skills that a message may be about, best first: what the text says, and what the past adds to it. Relevance only:
// how often a skill is used is not in it, and how well it stands only bends near ties.

import { VOTE_FACTOR, type Votes } from '../domain/learned-votes.ts'
import { fitSignal } from '../domain/recall-confidence.ts'
import { byRank } from './hit-order.ts'
import type { IndexHit, Message, Search, SkillIndex } from './skill-index.ts'

/** A hit has at least so much of the best one's score: measured, this costs 0.1 points of Recall@5 and spares poor company. */
export const SCORE_SHARE_MIN = 0.2

export type Candidate = {
  name: string
  /** Of the text and the past together, in the units of the text's. */
  score: number
  text: IndexHit
  /** What the past adds; below 0 when it speaks against the skill. */
  learned: number
  /** How many of the nearest past messages spoke. */
  voters: number
  /** 0 or more: how well it fits, for the confidence. */
  signal: number
}

export type Found = { candidates: Candidate[]; search: Search; votes: Votes }

/** What a score is multiplied with for the order alone; 0.9 to 1.1. */
export type TieFactor = (name: string) => number
const NO_TIES: TieFactor = () => 1

/** @param countMax of candidates by text; those that only the past speaks for come on top. */
export function findCandidates(
  index: Pick<SkillIndex, 'search' | 'explain'>,
  vote: (terms: readonly string[]) => Votes,
  message: Message,
  countMax: number,
  tieFactor: TieFactor = NO_TIES,
): Found {
  const search = index.search(message, countMax)
  const votes = vote(search.terms)
  const byText = new Set(search.hits.map(({ name }) => name))
  const byPast = [...votes.bySkill.keys()].filter((name) => !byText.has(name))
  // The past may speak for a skill that is gone.
  const more = byPast.flatMap((name) => index.explain(search.terms, name) ?? [])
  const candidates = [...search.hits, ...more].map((text) => candidate(text, search, votes))
  const rank = ({ name, score }: Candidate) => ({ name, score: score * tieFactor(name) })
  const ordered = candidates.filter(({ score }) => score > 0).sort((one, other) => byRank(rank(one), rank(other)))
  return { candidates: ordered, search, votes }
}

/** How one skill stands to a message that was searched for. Undefined when it is not in the index. */
export function candidateOf(
  index: Pick<SkillIndex, 'explain'>,
  { search, votes }: Pick<Found, 'search' | 'votes'>,
  name: string,
): Candidate | undefined {
  const text = index.explain(search.terms, name)
  return text === undefined ? undefined : candidate(text, search, votes)
}

function candidate(text: IndexHit, { scoreBound }: Search, { bySkill, likenessBest }: Votes): Candidate {
  const { share, voters } = bySkill.get(text.name) ?? { share: 0, voters: 0 }
  const learned = VOTE_FACTOR * scoreBound * share
  const signal = fitSignal({ score: text.score, coverage: text.coverage, learned, likenessBest })
  return { name: text.name, score: text.score + learned, text, learned, voters, signal }
}
