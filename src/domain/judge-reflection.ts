// The pass "reflect": which of a model's judgements are carried out. Each is looked at by itself; what is refused says why
// and keeps no other. How far trust may move at once is not the judge's but the ledger's to say (peer-trust.ts).
import { BELIEF_VALUE_CHARS_MAX, beliefFault, DIRECTIVE_CHARS_MAX, isBeliefKey } from './belief-text.ts'
import type { NoteChange, NoteKind, Verdict } from './pass-change.ts'
import { keptLine } from './peer-text.ts'
import { parseRationale, parseTrust } from './peer-trust.ts'
import type { ReflectionAnswer } from './reflection-answer.ts'
import { SkillError, shown } from './skill-error.ts'

export const DIRECTIVES_MAX = 5
export const SUMMARY_CHARS_MAX = 1_000
const BELIEF_RATIONALE_CHARS_MAX = 500
const TWICE = 'the answer speaks of it twice, and the first counts'
/** The name under which a cycle is concluded. */
export const CONCLUSION = 'reflection'

/** @param peers ids that were shown. @returns in the order in which they are carried out. */
export function judgeReflection(answer: ReflectionAnswer, peers: readonly string[]): Verdict[] {
  const judged = [
    ...judgedOnce(
      'assess',
      answer.assessments,
      ({ peer_id }) => peer_id,
      (item) => assessment(item, peers),
    ),
    ...judgedOnce(
      'believe',
      answer.beliefs,
      ({ key }) => key,
      (item) => belief(item, peers),
    ),
    ...answer.directives.map((item, at) =>
      verdictOn('direct', `directive-${at + 1}`, () => directive(item, at, peers)),
    ),
  ]
  const summary = keptLine(answer.summary, SUMMARY_CHARS_MAX)
  return [...judged, { kind: 'apply', change: note('conclude', CONCLUSION, { summary }, summary) }]
}

type Found = Pick<NoteChange, 'note' | 'reason'>

function judgedOnce<I>(kind: NoteKind, items: readonly I[], nameOf: (item: I) => string, judge: (item: I) => Found) {
  const seen = new Set<string>()
  return items.map((item): Verdict => {
    const name = nameOf(item)
    if (seen.has(name)) return refused(kind, name, TWICE)
    seen.add(name)
    return verdictOn(kind, name, () => judge(item))
  })
}

/** @param judge throws `bad-input` for what is refused. */
function verdictOn(kind: NoteKind, name: string, judge: () => Found): Verdict {
  try {
    const { note: held, reason } = judge()
    return { kind: 'apply', change: note(kind, name, held, reason) }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return refused(kind, name, error.message)
  }
}

function assessment({ peer_id, trust, rationale }: ReflectionAnswer['assessments'][number], peers: readonly string[]) {
  assertShown(peer_id, peers)
  const said = parseRationale(rationale)
  return { note: { trust: parseTrust(trust), rationale: said }, reason: said }
}

function belief({ key, value, rationale, peer_id }: ReflectionAnswer['beliefs'][number], peers: readonly string[]) {
  if (!isBeliefKey(key)) refuse(`a key is lower-case words joined by "-", got ${shown(key)}`)
  const fault = beliefFault(value, BELIEF_VALUE_CHARS_MAX)
  if (fault !== undefined) refuse(fault)
  if (peer_id != null) assertShown(peer_id, peers)
  const reason = keptLine(rationale, BELIEF_RATIONALE_CHARS_MAX)
  return { note: { value: value.trim(), peer: peer_id ?? onlyPeerIn(key, value, peers), rationale: reason }, reason }
}

function directive(
  { action, rationale, peer_id }: ReflectionAnswer['directives'][number],
  at: number,
  peers: readonly string[],
): Found {
  if (at >= DIRECTIVES_MAX) refuse(`a cycle gives ${DIRECTIVES_MAX} directives at most`)
  const fault = beliefFault(action, DIRECTIVE_CHARS_MAX)
  if (fault !== undefined) refuse(fault)
  if (peer_id != null) assertShown(peer_id, peers)
  const reason = keptLine(rationale, BELIEF_RATIONALE_CHARS_MAX)
  return { note: { action: action.trim(), peer: peer_id ?? null }, reason: reason === '' ? action.trim() : reason }
}

/** Seed 002's answer says in words alone whom a belief is about: the one peer that it names, if it names one. */
function onlyPeerIn(key: string, value: string, peers: readonly string[]): string | null {
  const words = new Set(value.split(/[\s,;:()"']+/u).map((word) => word.replace(/[.!?]+$/, '')))
  const named = peers.filter((peer) => words.has(peer) || `-${key}-`.includes(`-${asKey(peer)}-`))
  return named.length === 1 ? named[0]! : null
}

function asKey(peer: string): string {
  return peer
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function assertShown(peer: string, peers: readonly string[]): void {
  if (!peers.includes(peer)) refuse(`${shown(peer)} is no peer that was shown`)
}

function refuse(reason: string): never {
  throw new SkillError('bad-input', reason, 'Leave it out, or mend it in the next cycle.')
}

function refused(what: NoteKind, name: string, reason: string): Verdict {
  return { kind: 'refuse', what, name: shown(name), reason }
}

function note(kind: NoteKind, name: string, held: NoteChange['note'], reason: string): NoteChange {
  return { kind, name, note: held, reason }
}
