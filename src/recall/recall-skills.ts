// Brings up the skills that fit a message: the best by text that this session has not seen, then their see-also.
// Silence is an answer: a message that says too little, or that nothing matches, recalls nothing and says why.
import { analyze } from '../domain/analyzer.ts'
import type { NewEvent } from '../domain/journal-event.ts'
import { BLOCK_CHARS_MAX, type BlockHit, type BlockRelated, recallBlock } from '../domain/recall-block.ts'
import type { Actor } from '../domain/record.ts'
import { isSeen, NOTHING_SEEN, type SeenSkills } from '../domain/seen-skills.ts'
import type { SessionMemory } from './session-memory.ts'
import type { IndexHit, SkillIndex } from './skill-index.ts'

const MESSAGE_TOKENS_MIN = 2
// Enough candidates that those already seen do not use up the places of those that were not.
const CANDIDATES_MAX = 60

export type RecallRequest = {
  message: string
  /** Undefined: stateless, nothing counts as seen and nothing is journalled. */
  session: string | undefined
  limit: number
  bodies: number
  force: boolean
  why: boolean
  actor: Actor
}
export type RecallHit = BlockHit & {
  score: number
  confidence: number
  terms?: { term: string; score: number; fields: string[] }[]
}
export type RecallResult = {
  hits: RecallHit[]
  related: BlockRelated[]
  context: { kind: string; text: string }[]
  silent?: string
  block: string
}

/** The few things that recall needs of a skill. */
export type RecallSkill = { summary: string; content: string; seeAlso: string[] }
export type RecallParts = {
  index: SkillIndex
  skill: (name: string) => RecallSkill | undefined
  sessions: SessionMemory
  append: (sessionId: string, event: NewEvent) => Promise<unknown>
}

export async function recallSkills(request: RecallRequest, parts: RecallParts): Promise<RecallResult> {
  const { session } = request
  if (session !== undefined) await parts.append(session, { event: 'turn', actor: request.actor })
  if (analyze(request.message).length < MESSAGE_TOKENS_MIN) {
    return silence(`the message has fewer than ${MESSAGE_TOKENS_MIN} words that say something`)
  }
  const found = parts.index.search(request.message, CANDIDATES_MAX)
  if (found.length === 0) return silence('no skill matches any word of the message')
  const seen = session === undefined || request.force ? NOTHING_SEEN : await parts.sessions.seen(session)
  const fresh = found.filter((hit) => !isSeen(seen.shown, hit.name, seen.turns)).slice(0, request.limit)
  const hits = fresh.flatMap((hit, rank) => toHit(hit, rank, request, parts))
  const related = relatedTo(hits, seen, parts)
  if (hits.length === 0) return silence('every matching skill has been shown in this session; force shows them again')
  const block = recallBlock(hits, related, BLOCK_CHARS_MAX)
  if (session !== undefined) await remember(session, request.actor, hits, related, block, parts)
  return { hits, related, context: [], block }
}

function silence(reason: string): RecallResult {
  return { hits: [], related: [], context: [], silent: reason, block: '' }
}

function toHit(hit: IndexHit, rank: number, request: RecallRequest, parts: RecallParts): RecallHit[] {
  const skill = parts.skill(hit.name)
  if (skill === undefined) return []
  return [
    {
      name: hit.name,
      summary: skill.summary,
      score: rounded(hit.score),
      confidence: rounded(hit.coverage),
      reason: reasonOf(hit),
      ...(request.why ? { terms: hit.terms.map((t) => ({ ...t, score: rounded(t.score) })) } : {}),
      ...(rank < request.bodies ? { body: skill.content } : {}),
    },
  ]
}

function reasonOf(hit: IndexHit): string {
  const terms = hit.terms.slice(0, 4).map((t) => `"${t.term}"`)
  const fields = [...new Set(hit.terms.slice(0, 4).flatMap((t) => t.fields))]
  return `matches ${terms.join(', ')} in ${fields.join(', ')}`
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
  session: string,
  actor: Actor,
  hits: RecallHit[],
  related: BlockRelated[],
  block: string,
  parts: RecallParts,
) {
  const names = hits.map((hit) => hit.name)
  await parts.append(session, {
    event: 'recalled',
    actor,
    skills: names,
    related: related.map((r) => r.name),
    confidence: hits[0]!.confidence,
    blockChars: block.length,
  })
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
