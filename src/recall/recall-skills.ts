// Brings up the skills that fit a message: the best by text and past use that this session has not seen, then their
// see-also. Silence is an answer: a message that says too little, or that nothing fits, recalls nothing and says why.
import { analyze } from '../domain/analyzer.ts'
import type { NewEvent } from '../domain/journal-event.ts'
import {
  BLOCK_CHARS_MAX,
  type BlockRelated,
  RECALL_FRAME,
  recallBlock,
  withinBodyBudget,
} from '../domain/recall-block.ts'
import { CONFIDENCE_MIN, confidenceOf } from '../domain/recall-confidence.ts'
import { rounded } from '../domain/rounded.ts'
import { foldSeen, isSeen, NOTHING_SEEN, type SeenSkills } from '../domain/seen-skills.ts'
import { isTextKept, type TurnSignals, turnText } from '../domain/signal-text.ts'
import { turnStems } from '../domain/turn-stems.ts'
import type { Calibration } from './calibration.ts'
import { type Candidate, type Found, findCandidates, SCORE_SHARE_MIN, type TieFactor } from './candidates.ts'
import type { Lessons } from './lessons.ts'
import { recallReason } from './recall-reason.ts'
import type { RecallHit, RecallRequest, RecallResult } from './recall-result.ts'
import type { SessionMemory } from './session-memory.ts'
import { HITS_MAX, type Message, type Search, type SkillIndex } from './skill-index.ts'
import { explainRecall, OTHERS_EXPLAINED_MAX } from './why.ts'

const MESSAGE_TERMS_MIN = 2

/** The few things that recall needs of a skill. */
export type RecallSkill = { summary: string; content: string; seeAlso: string[]; warning?: string | undefined }
export type RecallParts = {
  index: SkillIndex
  lessons: Lessons
  calibration: Calibration
  /** Undefined for what may not come up. */
  skill: (name: string) => RecallSkill | undefined
  tieFactor?: TieFactor
  sessions: SessionMemory
  /** Of which messages the words are kept, as far as recall may learn; absent: of none. */
  turnSignals?: TurnSignals
  append: (sessionId: string, event: NewEvent) => Promise<unknown>
}

export async function recallSkills(request: RecallRequest, parts: RecallParts): Promise<RecallResult> {
  await parts.lessons.levelSoon()
  const before = request.session === undefined ? NOTHING_SEEN : await parts.sessions.seen(request.session)
  await rememberTurn(request, before.turns === 0, parts)
  const seen = request.force ? NOTHING_SEEN : foldSeen(before, { event: 'turn' })
  // What the session has seen must not use up the places of what it has not.
  const reach = request.limit + seen.shown.size + (request.why ? OTHERS_EXPLAINED_MAX : 0)
  const vote = (terms: readonly string[]) => parts.lessons.vote(terms)
  const found = findCandidates(parts.index, vote, request.message, Math.min(reach, HITS_MAX), parts.tieFactor)
  const fresh = found.candidates.filter((candidate) => !isSeen(seen.shown, candidate.name, seen.turns))
  const threshold = found.candidates.length > 0 ? parts.calibration.threshold() : 0
  const silent = silenceReason(request, found, fresh, threshold)
  const hits =
    silent === undefined
      ? goodEnough(fresh, request).flatMap((c, rank) => toHit(c, rank, found, threshold, request, parts))
      : []
  const related = relatedTo(hits, seen, parts)
  const block = recallBlock(hits, related, BLOCK_CHARS_MAX)
  if (hits.length > 0) await remember(request, hits, related, block, parts)
  const why = request.why ? explainRecall(request, { found, hits, seen, threshold, silent, block }, parts) : undefined
  return {
    hits: withinBodyBudget(hits),
    related,
    context: [],
    ...(silent === undefined ? {} : { silent }),
    ...(hits.length === 0 ? {} : { note: RECALL_FRAME }),
    ...(why === undefined ? {} : { why }),
    block,
  }
}

// A skill that shares one word of ten comes along only when it is asked for by force.
function goodEnough(fresh: readonly Candidate[], { limit, force }: RecallRequest): Candidate[] {
  const scoreMin = force ? 0 : SCORE_SHARE_MIN * (fresh[0]?.score ?? 0)
  return fresh.slice(0, limit).filter(({ score }) => score >= scoreMin)
}

function silenceReason(
  { message, force }: RecallRequest,
  { candidates, search }: Found,
  fresh: readonly Candidate[],
  threshold: number,
): string | undefined {
  if (saysTooLittle(message, search)) {
    return `the message has fewer than ${MESSAGE_TERMS_MIN} words that say something`
  }
  if (candidates.length === 0) return 'no skill matches any word of the message'
  const [best] = fresh
  if (best === undefined) return 'every matching skill has been shown in this session; force shows them again'
  const confidence = confidenceOf(best.signal, threshold)
  if (force || confidence >= CONFIDENCE_MIN) return undefined
  // Rounded down, so that 0.499 does not read as enough.
  const shown = (Math.floor(100 * confidence) / 100).toFixed(2)
  const others = fresh.length < candidates.length ? ' beside what this session has seen' : ''
  return `nothing fits well enough${others}: the nearest is "${best.name}" with confidence ${shown}, and ${CONFIDENCE_MIN} is needed; force shows it`
}

/** From one term alone nobody can tell what is meant. */
export function saysTooLittle(message: Message, { terms }: Pick<Search, 'terms'>): boolean {
  const said = () => (typeof message === 'string' ? analyze(message) : message)
  return terms.length < MESSAGE_TERMS_MIN && said().length < MESSAGE_TERMS_MIN
}

async function rememberTurn({ message, session, actor }: RecallRequest, isFirst: boolean, parts: RecallParts) {
  if (session === undefined) return
  const { append, index, lessons, turnSignals = 'off' } = parts
  // Whoever has learning paused wants nothing kept of what is said.
  const isLearning = lessons.isLearning()
  const stems = isLearning ? { stems: turnStems(message, index.holds) } : {}
  const text = isLearning && isTextKept(turnSignals, isFirst) ? { text: turnText(message, index.holds) } : {}
  await append(session, { event: 'turn', actor, ...stems, ...text })
}

function toHit(
  candidate: Candidate,
  rank: number,
  found: Found,
  threshold: number,
  request: RecallRequest,
  parts: RecallParts,
): RecallHit[] {
  const skill = parts.skill(candidate.name)
  if (skill === undefined) return []
  const { learned, voters, text } = candidate
  return [
    {
      name: candidate.name,
      summary: skill.summary,
      score: rounded(candidate.score),
      confidence: rounded(confidenceOf(candidate.signal, threshold)),
      reason: recallReason(candidate, found.search, request.message),
      ...(skill.warning === undefined ? {} : { warning: skill.warning }),
      ...(request.why
        ? {
            terms: text.terms.map((t) => ({ ...t, fields: [...t.fields], score: rounded(t.score) })),
            learned: { score: rounded(learned), messages: voters },
          }
        : {}),
      ...(rank < request.bodies ? { body: skill.content } : {}),
    },
  ]
}

// Once per session, after the hits, and never one of them.
function relatedTo(hits: RecallHit[], seen: SeenSkills, parts: RecallParts): BlockRelated[] {
  const taken = new Set(hits.map((hit) => hit.name))
  const related: BlockRelated[] = []
  for (const hit of hits) {
    for (const name of parts.skill(hit.name)?.seeAlso ?? []) {
      const target = parts.skill(name)
      const known = isSeen(seen.shown, name, seen.turns) || isSeen(seen.related, name, seen.turns)
      if (target === undefined || taken.has(name) || known) continue
      taken.add(name)
      related.push({ name, summary: target.summary, of: hit.name })
    }
  }
  return related
}

async function remember(
  { session, actor }: RecallRequest,
  hits: RecallHit[],
  related: BlockRelated[],
  block: string,
  parts: RecallParts,
) {
  if (session === undefined) return
  await parts.append(session, {
    event: 'recalled',
    actor,
    skills: hits.map((hit) => hit.name),
    related: related.map((r) => r.name),
    confidence: hits[0]!.confidence,
    blockChars: block.length,
  })
}
