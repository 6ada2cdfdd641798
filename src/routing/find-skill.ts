// Which skill serves a task, from experience: the region that its words speak for, its routes by effective weight, with
// reasons and warnings. Where nothing is known or shown, recall is asked; where that is silent, registries, as far as the
// network is allowed; where they have nothing either, nothing fits.
import type { RecallArguments } from '../domain/recall-request.ts'
import type { Actor } from '../domain/record.ts'
import type { Offer, Offers } from '../domain/registry-offer.ts'
import { rounded } from '../domain/rounded.ts'
import { lessonText, type Perception, perceive, type RoutingCandidate } from '../domain/routing-candidates.ts'
import { type Validation, validate } from '../domain/routing-plan.ts'
import type { RoutingSettings } from '../domain/routing-settings.ts'
import type { RoutingMemory } from './routing-memory.ts'
import { type Append, type RoutedSkill, reflexSkill } from './routing-parts.ts'
import { worthKeeping } from './worth-keeping.ts'

export type FindRequest = { task: string; keywords: string[]; session: string | undefined; actor: Actor }
export type FoundSkill = {
  name: string
  summary: string
  reason: string
  /** Of a route: what it was worth when it was last used, and now. */
  weight?: number
  effectiveWeight?: number
  uses?: { successes: number; failures: number; streak: number }
  validation?: Validation
  warnings: string[]
  lessons: string[]
  /** It has proven itself, and nobody has approved it yet. */
  worthKeeping?: boolean
}
export type FindResult = {
  /** Where the candidates come from. */
  from: 'routing' | 'recall' | 'registry' | 'nothing'
  region?: string
  /** Stems that the task shares with the region. */
  agreeing?: string[]
  candidates: FoundSkill[]
  /** Skills of registries that may be installed; none of them is in the library. */
  offers?: Offer[]
  /** The words that registries were asked with: all that left this machine. */
  asked?: string[]
  /** Registries that did not answer as they should. */
  faults?: string[]
  /** Why nothing fits. */
  silent?: string
}

export type FindParts = {
  memory: Pick<RoutingMemory, 'level' | 'grant'>
  skill: (name: string) => RoutedSkill | undefined
  /** The words of a task that may be kept. */
  stemsOf: (text: string) => string[]
  /** Whether the words of a message may be written down. */
  isLearning: () => boolean
  recall: (request: RecallArguments, session: string | undefined, actor: Actor) => Promise<Recalled>
  /** Asks registries, where that is allowed. @param isWanted by the name that it would have here. */
  offers: (asked: OfferRequest) => Promise<Offers>
  append: Append
  now: () => Date
  settings: RoutingSettings
}
export type OfferRequest = Pick<FindRequest, 'task' | 'keywords'> & { isWanted: (name: string) => boolean }
type Recalled = { hits: { name: string; summary: string; reason: string; warning?: string }[]; silent?: string }

/** Of a search beside routing: as many as fit one look. */
const RECALLED_MAX = 3

export async function findSkill(request: FindRequest, parts: FindParts): Promise<FindResult> {
  const { memory, skill, settings } = parts
  const view = await memory.level()
  const now = parts.now().toISOString()
  const message = [request.task, ...request.keywords].join('\n')
  const stems = parts.stemsOf(message)
  const isListed = (name: string) => skill(name)?.listed === true
  const best = perceive(stems, { view, isListed, now, settings }).find(({ candidates }) => candidates.length > 0)
  if (best === undefined) return searched(request, message, view.blacklist, parts)
  await rememberTurn(request, best, stems, parts)
  const { region, agreeing } = best
  return { from: 'routing', region, agreeing, candidates: best.candidates.map((one) => found(one, best, now, parts)) }
}

async function searched(
  { session, actor, ...asked }: FindRequest,
  message: string,
  blacklist: ReadonlySet<string>,
  { recall, offers }: FindParts,
): Promise<FindResult> {
  const request = { message, limit: RECALLED_MAX, bodies: 0, force: false, why: false }
  const { hits, silent } = await recall(request, session, actor)
  const allowed = hits.filter(({ name }) => !blacklist.has(name))
  if (allowed.length === 0) {
    const why = silent ?? 'all that recall found is on the blacklist'
    const isWanted = (name: string) => !blacklist.has(name)
    return offered(why, await offers({ ...asked, isWanted }))
  }
  const candidates = allowed.map(({ name, summary, reason, warning }) => ({
    ...{ name, summary, reason, lessons: [] },
    warnings: warning === undefined ? [] : [warning],
  }))
  return { from: 'recall', candidates }
}

function offered(silentHere: string, { offers, asked, faults, silent }: Offers): FindResult {
  const beside = {
    candidates: [],
    ...(asked.length === 0 ? {} : { asked }),
    ...(faults.length === 0 ? {} : { faults }),
  }
  if (offers.length > 0) return { from: 'registry', ...beside, offers }
  return { from: 'nothing', ...beside, silent: silent === undefined ? silentHere : `${silentHere}; ${silent}` }
}

// What recall writes of a message, too: so what is loaded now teaches the words of the task.
async function rememberTurn(
  { session, actor }: FindRequest,
  { region, candidates }: Perception,
  stems: string[],
  { append, isLearning }: FindParts,
): Promise<void> {
  if (session === undefined) return
  await append(session, { event: 'turn', actor, region, ...(isLearning() ? { stems } : {}) })
  const skills = candidates.map(({ route }) => route.skill)
  const confidence = rounded(candidates[0]!.effective)
  await append(session, { event: 'recalled', actor, skills, related: [], confidence, blockChars: 0 })
}

function found(
  { route, effective, lessons }: RoutingCandidate,
  { region, agreeing }: Perception,
  now: string,
  { skill: find, memory, settings }: FindParts,
): FoundSkill {
  const known = find(route.skill)!
  const { skill, warning } = known
  const { successes, failures, streak, weight } = route
  const validation = validate({
    ...{ skill: { ...reflexSkill(known), name: route.skill }, route, isBlacklisted: false, now, settings },
    grant: memory.grant(region, route.skill),
  })
  const isProven = worthKeeping(region, route, known, settings) !== undefined
  return {
    name: route.skill,
    summary: skill.summary,
    reason: `serves "${region}" (${agreeing.join(', ')}): ${successes} of ${successes + failures} uses succeeded`,
    ...{ weight: rounded(weight), effectiveWeight: rounded(effective), uses: { successes, failures, streak } },
    ...{ validation, warnings: warning === undefined ? [] : [warning], lessons: lessons.map(lessonText) },
    ...(isProven ? { worthKeeping: true } : {}),
  }
}
