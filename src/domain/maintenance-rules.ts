// What the health job would do with one skill, and why (DESIGN 3.2): one question after the other, for each state of its
// lifecycle. A date that cannot be read or lies ahead proves nothing: a clock was wrong, and the job then waits.
import {
  DEGRADE_HEALTH_BELOW,
  DEGRADE_OUTCOMES_MIN,
  freshness,
  isFailing,
  isStale,
  type Performance,
  STALE_FRESHNESS_BELOW,
} from './performance.ts'
import type { Lifecycle, Origin, SkillRecord } from './record.ts'
import type { SkillTally } from './skill-tally.ts'

/** So many in a row bring a degraded skill back, and keep one with old failures from being degraded. */
export const RECOVER_SUCCESSES_MIN = 3
export const ARCHIVE_AFTER_DAYS = 60
const DAY_MS = 86_400_000

/** A skill as the job finds it. */
export type SkillFacts = {
  name: string
  record: SkillRecord | undefined
  /** As it stands: `builtin` only for bytes that are as shipped. */
  origin: Origin
  lifecycle: Lifecycle
  createdAt: string
  tally: Pick<SkillTally, 'successes' | 'failures' | 'streak' | 'latest' | 'lastUsedAt'>
  nearDuplicates: readonly { name: string; similarity: number }[]
  /** The skills that stand and depend on this one. */
  neededBy: readonly { name: string; lifecycle: Lifecycle }[]
}

/** @property inARow the latest run of successes. */
export type HealthNumbers = Performance & { inARow: number }

export type MaintenanceStep = 'degrade' | 'recover' | 'deprecate' | 'archive'
export type LeftWhy =
  | 'pinned'
  | 'builtin'
  /** A person's skill is only flagged. */
  | 'human-written'
  | 'too-few-outcomes'
  | 'run-of-successes'
  /** A person looked at it after the last failure, or not long ago. */
  | 'person-decided'
  | 'not-recovered'
  | 'needed'
  | 'loaded-since'
  | 'waiting'
  /** A count or a record says what cannot be. */
  | 'unknown'

export type Verdict =
  | { kind: 'step'; step: MaintenanceStep; reason: string }
  | { kind: 'left'; why: LeftWhy; reason: string }
  | { kind: 'fine' }

const FINE: Verdict = { kind: 'fine' }
const left = (why: LeftWhy, reason: string): Verdict => ({ kind: 'left', why, reason })
const step = (what: MaintenanceStep, reason: string): Verdict => ({ kind: 'step', step: what, reason })

export function judgeSkill(facts: SkillFacts, numbers: HealthNumbers, now: Date): Verdict {
  const { successes, failures, streak } = facts.tally
  const isCounted = [successes, failures, streak.successes].every((count) => count >= 0 && count < Infinity)
  if (!isCounted) return left('unknown', 'its outcomes cannot be read')
  switch (facts.lifecycle) {
    case 'candidate':
    case 'verified':
    case 'released':
      return judgeServing(facts, numbers, now)
    case 'degraded':
      return judgeDegraded(facts, numbers, now)
    case 'deprecated':
      return judgeDeprecated(facts, now)
    case 'archived':
      return FINE
  }
}

function judgeServing(facts: SkillFacts, numbers: HealthNumbers, now: Date): Verdict {
  const outcomes = numbers.successes + numbers.failures
  if (!isFailing(numbers) || outcomes < DEGRADE_OUTCOMES_MIN) {
    const stale = judgeStale(facts, numbers, now)
    if (stale !== FINE || outcomes === 0 || !isFailing(numbers)) return stale
    return left('too-few-outcomes', `${failed(numbers)}; ${DEGRADE_OUTCOMES_MIN} are needed to judge it`)
  }
  const reason = failingReason(numbers)
  const { inARow } = numbers
  if (inARow >= RECOVER_SUCCESSES_MIN) return left('run-of-successes', `${reason}, but the last ${inARow} succeeded`)
  if (facts.origin === 'builtin') return left('builtin', `${reason}, but it came with the program`)
  if (facts.record?.pinned === true) return left('pinned', `${reason}, but a person pinned it`)
  if (facts.origin === 'human') return left('human-written', `${reason}; a person wrote it, so it is only flagged`)
  const decided = decidedAt(facts.record, now)
  const hasFailedSince = facts.tally.latest.some(
    (last) => last.verdict === 'failure' && isLater(last.at, decided ?? ''),
  )
  if (decided !== undefined && !hasFailedSince) {
    return left('person-decided', `${reason}, but no use failed since a person decided on it on ${day(decided)}`)
  }
  return step('degrade', reason)
}

function judgeDegraded(facts: SkillFacts, numbers: HealthNumbers, now: Date): Verdict {
  if (facts.record?.pinned === true) return left('pinned', 'it is degraded, but a person pinned it')
  const since = facts.record?.lastStep?.at
  const isKnown = since !== undefined && !isAhead(since, now)
  const run = isKnown ? runSince(facts, since) : numbers.inARow
  const when = isKnown ? ` since it was degraded on ${day(since)}` : ''
  if (run >= RECOVER_SUCCESSES_MIN) return step('recover', `${run} successes in a row${when}`)
  const stale = judgeStale(facts, numbers, now)
  if (stale !== FINE) return stale
  return left('not-recovered', `${run} of ${RECOVER_SUCCESSES_MIN} successes in a row${when}`)
}

/** Only machine-written skills go stale. */
function judgeStale({ origin, record, neededBy }: SkillFacts, numbers: HealthNumbers, now: Date): Verdict {
  if (origin !== 'machine' || !isStale(numbers)) return FINE
  const { successes, failures } = numbers
  const reason = `freshness ${numbers.freshness.toFixed(3)} and ${plural(successes + failures, 'reported use')}`
  if (record?.pinned === true) return left('pinned', `${reason}, but a person pinned it`)
  const users = neededBy.filter(({ lifecycle }) => lifecycle !== 'deprecated' && lifecycle !== 'archived')
  if (users.length > 0) return left('needed', `${reason}, but ${neededText(users)}`)
  const decided = decidedAt(record, now)
  if (decided !== undefined && freshness(decided, now) >= STALE_FRESHNESS_BELOW) {
    return left('person-decided', `${reason}, but a person decided on it on ${day(decided)}`)
  }
  const arrived = arrivedAt(record)
  if (arrived !== undefined && freshness(arrived, now) >= STALE_FRESHNESS_BELOW) {
    return left('waiting', `${reason}, but it came here only on ${arrived.slice(0, 10)}`)
  }
  return step('deprecate', `not used any more: ${reason}`)
}

// What was brought in kept its age, and had no chance to be used here before.
function arrivedAt(record: SkillRecord | undefined): string | undefined {
  return record?.via === 'import' ? record.versions[0]?.at : undefined
}

function judgeDeprecated({ origin, record, tally, neededBy }: SkillFacts, now: Date): Verdict {
  if (origin !== 'machine') return FINE
  if (record?.pinned === true) return left('pinned', 'it is deprecated, but a person pinned it')
  const at = record?.lastStep?.cause === 'deprecate' ? record.lastStep.at : undefined
  if (at === undefined || isAhead(at, now)) return left('unknown', 'when it was deprecated is not known')
  const days = Math.floor((now.getTime() - Date.parse(at)) / DAY_MS)
  const when = `deprecated ${plural(days, 'day')} ago`
  if (days < ARCHIVE_AFTER_DAYS) return left('waiting', `${when}; it is archived after ${ARCHIVE_AFTER_DAYS}`)
  const isUnusedSince = tally.lastUsedAt === null || Date.parse(tally.lastUsedAt) <= Date.parse(at)
  if (!isUnusedSince) return left('loaded-since', `${when}, but loaded since`)
  if (neededBy.length > 0) return left('needed', `${when}, but ${neededText(neededBy)}`)
  return step('archive', `${when} and not loaded since`)
}

// At most three are known; more are not needed.
function runSince({ tally: { latest } }: SkillFacts, since: string): number {
  const broken = latest.findLastIndex(({ verdict, at }) => verdict === 'failure' || !isLater(at, since))
  return latest.length - 1 - broken
}

/** When a person last said what becomes of this skill; never a day that lies ahead. */
function decidedAt(record: SkillRecord | undefined, now: Date): string | undefined {
  const decisions = [record?.lastStep, record?.approval].flatMap((each) => (each?.actor === 'operator' ? each.at : []))
  return decisions
    .filter((at) => !isAhead(at, now))
    .sort((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1)
}

// Also true of what is no date.
function isAhead(at: string, now: Date): boolean {
  return !(Date.parse(at) <= now.getTime())
}

function isLater(at: string, than: string): boolean {
  return Date.parse(at) > Date.parse(than)
}

function failingReason(numbers: HealthNumbers): string {
  const isUnhealthy = numbers.health < DEGRADE_HEALTH_BELOW
  return isUnhealthy ? `health ${numbers.health.toFixed(3)}, and ${failed(numbers)}` : failed(numbers)
}

function failed({ successes, failures }: HealthNumbers): string {
  return `${failures} of ${plural(successes + failures, 'reported use')} failed`
}

function neededText(by: readonly { name: string }[]): string {
  const more = by.length === 1 ? '' : ` and ${by.length - 1} more`
  return `"${by[0]!.name}"${more} ${by.length === 1 ? 'needs' : 'need'} it`
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function day(at: string): string {
  return new Date(at).toISOString().slice(0, 10)
}
