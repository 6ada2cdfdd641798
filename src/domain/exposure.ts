// Who is shown a skill without asking for it by name, and with which mark (DESIGN 3.2). The text of a message, not this,
// decides what fits; this decides what may come up at all.
import type { Approval } from './approval.ts'
import type { Gate } from './gate.ts'
import { successRate, type Verdicts } from './performance.ts'
import { isMachine, type Lifecycle, type Origin, type SkillRecord } from './record.ts'

/** From least to most. `hidden` cannot be loaded; `on-request` by name only; `listed-warn` with a reason. */
export const EXPOSURES = ['hidden', 'on-request', 'listed-warn', 'listed'] as const
export type Exposure = (typeof EXPOSURES)[number]

/** A learned skill that succeeds less often carries a warning. Nothing reported is 0.5. */
export const LEARNED_SUCCESS_MIN = 0.3

// Ways in by which nobody meant to publish anything; `save_skill` and the like are on purpose.
const UNASKED_VIAS: ReadonlySet<string> = new Set(['extract', 'gap', 'consolidate', 'import', 'registry'])

/** What whoever shows lists of skills needs to know of one. */
export type Mark = { listed: boolean; warning?: string }

export type Exposed = { exposure: Exposure; reasons: string[] }

export type ExposureFacts = {
  record: SkillRecord | undefined
  origin: Origin
  lifecycle: Lifecycle
  approval: Approval
  verdicts: Verdicts
  gate: Gate
  /** Severe rules of the scan that its text matches. Asked only of what a machine wrote and nobody approved: it costs. */
  scanned: () => readonly string[]
  /** What was learned of its description: that it promises what the skill does not do. */
  misleads?: string | undefined
}

/** @returns `reasons` for less than `listed`, the gravest first, each fit to stand behind a name. */
export function exposureOf(facts: ExposureFacts): Exposed {
  const { lifecycle, record } = facts
  if (lifecycle === 'deprecated' || lifecycle === 'archived') {
    return { exposure: 'hidden', reasons: [putAwayReason(lifecycle, record)] }
  }
  const over = scopeReason(record)
  if (over !== undefined) return { exposure: 'hidden', reasons: [over] }
  const warnings = [degradedReason(facts), successReason(facts), facts.misleads].flatMap((reason) => reason ?? [])
  if (facts.origin !== 'machine' || facts.approval === 'approved') return warned(warnings)
  const unreviewed = unreviewedReason(record)
  if (facts.gate === 'strict') return { exposure: 'hidden', reasons: [`${unreviewed}; the gate is strict`] }
  const rejected = facts.gate === 'open' ? undefined : rejectedReason(record)
  if (rejected !== undefined) return { exposure: 'on-request', reasons: [rejected, ...warnings] }
  const scan = scanReason(facts.scanned())
  if (scan !== undefined) return { exposure: 'on-request', reasons: [scan, unreviewed, ...warnings] }
  if (facts.gate === 'open') return warned(warnings)
  const isUnasked = UNASKED_VIAS.has(record?.via ?? '')
  if (isUnasked) return { exposure: 'on-request', reasons: [unreviewed, ...warnings] }
  return warned([...warnings, unreviewed])
}

/** Whether it may come up in recall and in the index; knows nothing of outcomes, which only warn. */
export function isListed(exposure: Exposure): boolean {
  return exposure === 'listed' || exposure === 'listed-warn'
}

function warned(reasons: string[]): Exposed {
  return { exposure: reasons.length === 0 ? 'listed' : 'listed-warn', reasons }
}

function putAwayReason(lifecycle: 'deprecated' | 'archived', record: SkillRecord | undefined): string {
  const step = record?.lastStep
  const at = (step?.at ?? record?.archivedAt)?.slice(0, 10)
  const instead = record?.supersededBy == null ? '' : `, superseded by "${record.supersededBy}"`
  const reason = step?.reason == null ? '' : `: ${step.reason}`
  return `${lifecycle}${at === undefined ? '' : ` on ${at}`}${instead}${reason}`
}

// It was taken for one session, and nobody kept it.
function scopeReason(record: SkillRecord | undefined): string | undefined {
  const endedAt = record?.scope?.endedAt
  if (endedAt == null) return undefined
  return `taken for one session, which ended on ${endedAt.slice(0, 10)}; keep_skill, or skill-cortex keep, brings it back`
}

function degradedReason({ lifecycle, verdicts }: ExposureFacts): string | undefined {
  return lifecycle === 'degraded' ? `degraded: ${failedOf(verdicts)}` : undefined
}

function successReason({ lifecycle, origin, verdicts }: ExposureFacts): string | undefined {
  if (origin !== 'machine' || lifecycle === 'degraded') return undefined
  return successRate(verdicts) < LEARNED_SUCCESS_MIN ? `often fails: ${failedOf(verdicts)}` : undefined
}

function failedOf({ successes, failures }: Verdicts): string {
  const all = successes + failures
  return all === 0 ? 'of earlier uses too many failed' : `${failures} of ${all} reported uses failed`
}

// In every gate: an open one trusts agents, not what an agent was made to write.
function scanReason([worst, ...others]: readonly string[]): string | undefined {
  if (worst === undefined) return undefined
  const more = others.length === 0 ? '' : ` and ${others.length} more severe ${others.length === 1 ? 'rule' : 'rules'}`
  return `the scan found something severe: ${worst}${more}`
}

// Until somebody changes the text.
function rejectedReason(record: SkillRecord | undefined): string | undefined {
  const { rejection, versions } = record ?? {}
  if (rejection == null || versions?.at(-1)?.digest !== rejection.digest) return undefined
  return `rejected by a person on ${rejection.at.slice(0, 10)}: ${rejection.note}`
}

function unreviewedReason(record: SkillRecord | undefined): string {
  if (record?.approval == null) return 'written by an agent and not reviewed'
  const by = isMachine(record.versions.at(-1)?.actor ?? 'operator') ? 'by an agent ' : ''
  return `changed ${by}since it was approved`
}
