// The pass "reflect": shows a model what passed with peers since the last time, and carries out what it is let through to
// say: assessments in the ledger, beliefs, directives, a line in the history. What it may say stands in
// domain/judge-reflection.ts; the loop that acts never waits for it.
import type { Gathered, Look, NoteCycle, NoteDone, Pass } from '../cycles/pass.ts'
import { sha256Of } from '../domain/digest.ts'
import { judgeReflection } from '../domain/judge-reflection.ts'
import type { NoteChange } from '../domain/pass-change.ts'
import { signed } from '../domain/peer-trust.ts'
import { type ContextPeer, reflectContext } from '../domain/reflect-context.ts'
import { backoffReason, dueTriggers, type ReflectTrigger } from '../domain/reflect-triggers.ts'
import {
  type ReflectionAnswer,
  type ReflectionState,
  reflectionAnswerSchema,
  reflectionStateSchema,
} from '../domain/reflection-answer.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Beliefs } from './belief-store.ts'
import { type ConcludeParts, conclude } from './conclude.ts'
import type { AgentDirectives } from './directive-store.ts'
import { reflectDirective } from './directives/reflect.ts'
import type { Ledger } from './open-ledger.ts'
import { type ReadSettings, triggerRules } from './reflection-settings.ts'
import { chosenPeers, type Unread, unreadPeers } from './unread-peers.ts'

// More than any ledger keeps.
const ALL_PEERS = 1_000_000

export type ReflectParts = ConcludeParts & {
  ledger: Pick<Ledger, 'peers' | 'peer' | 'blockPeers' | 'recordAssessment' | 'assessedIn'>
  beliefs: Beliefs
  directives: Pick<AgentDirectives, 'offer' | 'withdraw'>
  settings: ReadSettings
  /** What a person wrote of the agent's principles; undefined where there is nothing. */
  soul: () => Promise<string | undefined>
}

export function reflectPass(parts: ReflectParts): Pass<ReflectionAnswer> {
  return {
    name: 'reflect',
    directive: { file: 'reflect.md', builtIn: reflectDirective },
    output: reflectionAnswerSchema,
    async gather(now, look) {
      const settings = parts.settings()
      const waits = look.isAsked
        ? undefined
        : backoffReason(look.past, settings['reflection.backoffMinutes'] * 60_000, now)
      if (waits !== undefined) return { kind: 'skip', reason: waits }
      const { peers } = await parts.ledger.peers({ limit: ALL_PEERS, sort: 'recent' })
      const unread = unreadPeers(peers, look.past)
      const triggers = dueTriggers(unread.facts, triggerRules(settings), now)
      const isWorth = triggers.length > 0 || (look.isAsked && unread.facts.unread > 0)
      if (!isWorth) return { kind: 'skip', reason: notDue(unread.facts.unread, settings['reflection.interactions']) }
      return { kind: 'work', gathered: await gathered(unread, triggers, look, parts) }
    },
    judge: (answer, { state }) => judgeReflection(answer, idsOf(state)),
    carryOut: (change, cycle) => carriedOut(change, cycle, parts),
    async takeBack({ kind, name }, cycleId) {
      if (kind === 'believe') return parts.beliefs.takeBack(name, cycleId)
      if (kind === 'direct') {
        return (await parts.directives.withdraw(sourceOf(cycleId, name))) ? 'taken out' : 'nothing to undo'
      }
      return 'stays, it is only added to'
    },
    leaseMs(executor) {
      const settings = parts.settings()
      return executor === 'order'
        ? settings['reflection.orderMinutes'] * 60_000
        : settings['reflection.timeoutSeconds'] * 1_000
    },
  }
}

function notDue(unread: number, needed: number | null): string {
  if (unread === 0) return 'nothing passed with peers since the last reflection'
  return `${unread} interactions since the last reflection${needed === null ? '' : ` of ${needed}`}, and nothing else is due`
}

async function gathered(
  unread: Unread,
  triggers: ReflectTrigger[],
  { past }: Look,
  { ledger, beliefs, book, soul, settings }: ReflectParts,
): Promise<Gathered> {
  const limits = settings()
  const chosen = chosenPeers(unread, limits['reflection.peers'])
  const peers: ContextPeer[] = []
  for (const { peer, unread: news } of chosen) {
    const detail = await ledger.peer(peer.peer_id, { interactions: limits['reflection.interactionsPerPeer'] })
    if (detail !== undefined) peers.push({ peer: detail, history: detail.history, recent: detail.recent, unread: news })
  }
  const material = {
    ...{ triggers, peers, waiting: unread.peers.length - chosen.length, soul: await soul() },
    beliefs: (await beliefs.standing()).map((belief) => ({ ...belief, before: null })),
    summary: (await book.all()).at(-1)?.summary,
  }
  const counts = chosen.map(({ peer }) => ({ id: peer.peer_id, interactions: peer.interactions }))
  const state: ReflectionState = { number: past.length + 1, triggers, peers: counts }
  const overdue = chosen.map(({ peer }) => peer.promise_overdue_since)
  return {
    context: reflectContext(material, limits['reflection.contextTokens']),
    seen: {},
    fingerprint: sha256Of(JSON.stringify([counts, overdue])),
    state,
  }
}

async function carriedOut(change: NoteChange, cycle: NoteCycle, parts: ReflectParts): Promise<NoteDone> {
  switch (change.kind) {
    case 'assess':
      return assess(change, cycle, parts)
    case 'believe':
      return believe(change, cycle, parts)
    case 'direct':
      return direct(change, cycle, parts)
    case 'conclude':
      return conclude(change, cycle, parts)
    case 'answer':
      throw new Error('a reflection answers no consultation')
  }
}

async function assess({ name, note }: NoteChange, { id }: NoteCycle, { ledger }: ReflectParts): Promise<NoteDone> {
  const earlier = (await ledger.assessedIn(id)).find(({ peer_id }) => peer_id === name)
  const asked = { peerId: name, trust: Number(note.trust), rationale: String(note.rationale), cycle: id }
  const stored = earlier ?? (await ledger.recordAssessment({ ...asked, source: 'cycle' }, 'model'))
  const { trust, proposed_trust, rationale } = stored
  const proposed = trust === proposed_trust ? '' : ` (${signed(proposed_trust)} was proposed)`
  return { created: true, note: `trust ${signed(trust)}${proposed}: ${rationale}` }
}

async function believe(
  { name, note }: NoteChange,
  { id }: NoteCycle,
  { ledger, beliefs }: ReflectParts,
): Promise<NoteDone> {
  const peerId = note.peer == null ? null : String(note.peer)
  // What this cycle has just stored of the peer is the last.
  const bound = peerId === null ? undefined : (await ledger.blockPeers([peerId]))[0]?.history.at(-1)
  const { created, evicted } = await beliefs.believe({
    ...{ key: name, value: String(note.value), rationale: String(note.rationale), peerId, source: id },
    ...{ assessmentId: bound?.assessment_id ?? null, trust: bound?.trust ?? null },
  })
  const gone = evicted.length === 0 ? '' : ` (makes room: ${evicted.join(', ')})`
  return { created, note: `${String(note.value)}${gone}` }
}

async function direct(
  { name, note }: NoteChange,
  { id, at }: NoteCycle,
  { directives, settings }: ReflectParts,
): Promise<NoteDone> {
  const expiresAt = new Date(Date.parse(at) + settings()['reflection.directiveHours'] * 3_600_000).toISOString()
  const peerId = note.peer == null ? null : String(note.peer)
  await directives.offer({ text: String(note.action), source: sourceOf(id, name), expiresAt, peerId })
  return { created: true }
}

function sourceOf(cycleId: string, name: string): string {
  return `reflection:${cycleId}/${name}`
}

function idsOf(state: unknown): string[] {
  const read = reflectionStateSchema.safeParse(state)
  if (read.success) return read.data.peers.map(({ id }) => id)
  throw new SkillError('damaged', 'what the cycle had to remember cannot be read', 'Begin a new one.')
}
