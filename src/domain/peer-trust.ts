// How far one assessment may move what is thought of a peer, whoever judged: a hallucination, or a peer that talks much,
// must not carry the trust away before a person had time to look. The operator's word alone stands as it is. DESIGN 3.5.
import { SkillError, shown } from './skill-error.ts'

export const TRUST_MAX = 10
export const RATIONALE_CHARS_MAX = 1_000
export const ASSESSMENT_SOURCES = ['inline', 'cycle', 'operator'] as const
export type AssessmentSource = (typeof ASSESSMENT_SOURCES)[number]

const DAY_MS = 86_400_000

export type TrustLimits = {
  /** Of one assessment, from the one before; of the first, from 0. */
  stepMax: number
  /** From any value that stood within the last 24 hours. */
  dayMax: number
}
export const TRUST_LIMITS: TrustLimits = { stepMax: 3, dayMax: 6 }

/**
 * What of a peer's assessments the next one is held against. `stoodUntil` has for each value that stood since the operator's
 * last word when it last did, in milliseconds; so it is bounded by the number of values, however many assessments there were.
 */
export type TrustPast = { current: number | undefined; stoodUntil: ReadonlyMap<number, number> }
export const NO_TRUST_PAST: TrustPast = { current: undefined, stoodUntil: new Map() }

export type ClampedTrust = {
  trust: number
  /** Why it is not what was proposed; undefined where it is. */
  clamped: string | undefined
}

/**
 * The value to store. Of two swings in a day the later is held against both ends of the earlier one: else the trust would
 * stand further than `dayMax` from where it was a day ago by the mere passing of time. A value whose time lies ahead of
 * `nowMs` counts as of the last 24 hours: a clock that jumped back gives nobody a second day.
 */
export function clampTrust(
  proposed: number,
  past: TrustPast,
  { source, nowMs, limits = TRUST_LIMITS }: { source: AssessmentSource; nowMs: number; limits?: TrustLimits },
): ClampedTrust {
  if (source === 'operator') return { trust: proposed, clamped: undefined }
  const anchor = past.current ?? 0
  const recent = [anchor, ...[...past.stoodUntil].filter(([, until]) => until > nowMs - DAY_MS).map(([value]) => value)]
  const step = { low: anchor - limits.stepMax, high: anchor + limits.stepMax }
  const day = { low: Math.max(...recent) - limits.dayMax, high: Math.min(...recent) + limits.dayMax }
  const low = Math.max(step.low, day.low, -TRUST_MAX)
  const high = Math.min(step.high, day.high, TRUST_MAX)
  const trust = Math.max(low, Math.min(high, proposed))
  if (trust === proposed) return { trust, clamped: undefined }
  const isStep = proposed > trust ? step.high <= day.high : step.low >= day.low
  const why = isStep
    ? past.current === undefined
      ? `a first assessment is at most ${limits.stepMax} from 0`
      : `one assessment moves it by at most ${limits.stepMax}, and it was ${signed(anchor)}`
    : `within 24 hours it moves by at most ${limits.dayMax}`
  return { trust, clamped: `${signed(proposed)} was proposed: ${why}` }
}

/** What stands after an assessment was stored. The operator's word begins anew. */
export function trustAfter(
  past: TrustPast,
  { trust, source, atMs }: { trust: number; source: AssessmentSource; atMs: number },
): TrustPast {
  if (source === 'operator') return { current: trust, stoodUntil: new Map() }
  const ended = past.current ?? 0
  const until = Math.max(atMs, past.stoodUntil.get(ended) ?? Number.NEGATIVE_INFINITY)
  return { current: trust, stoodUntil: new Map(past.stoodUntil).set(ended, until) }
}

/** @throws `bad-input` for what is no whole number from -10 to 10. */
export function parseTrust(trust: number): number {
  if (Number.isInteger(trust) && Math.abs(trust) <= TRUST_MAX) return trust === 0 ? 0 : trust
  throw new SkillError(
    'bad-input',
    `trust: expected a whole number from -${TRUST_MAX} to +${TRUST_MAX}, got ${shown(trust)}`,
    'Nothing was recorded. 0 is no opinion; the size says how sure you are that it holds for a larger stake.',
  )
}

/** @throws `bad-input` for one that says nothing, or more than RATIONALE_CHARS_MAX characters. */
export function parseRationale(rationale: string): string {
  const said = rationale.trim()
  if (said !== '' && said.length <= RATIONALE_CHARS_MAX) return said
  throw new SkillError(
    'bad-input',
    `rationale: expected 1 to ${RATIONALE_CHARS_MAX} characters, got ${said.length}`,
    'Nothing was recorded. Say in a sentence or two what happened that speaks for this number.',
  )
}

/** `+3`, `-2`, `0`. */
export function signed(trust: number): string {
  return trust > 0 ? `+${trust}` : String(trust)
}
