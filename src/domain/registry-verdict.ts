// What a registry says of the safety of one version, as we read it. Only a clean verdict of the very version counts as one;
// whatever is not known is unreviewed, and what is blocked, malicious or gone is never offered. It is a hint for the
// person who approves: our own scan runs when the skill comes in, and nothing is approved by any of them.

import { strangersLine } from './strangers-line.ts'

/** withheld: never offered and never installed. */
export const VERDICTS = ['verified', 'unreviewed', 'suspicious', 'withheld'] as const
export type Verdict = (typeof VERDICTS)[number]
/** @property why what the registry gave as its reasons: a few short lines. */
export type Judgement = { verdict: Verdict; why: string[] }

export const UNREVIEWED: Judgement = { verdict: 'unreviewed', why: [] }

/** Of ClawHub's `security-verdicts`, one item. @property status of the security check. @property error its code. */
export type SecurityVerdict = {
  ok: boolean
  decision: string
  reasons: readonly string[]
  status: string | null
  error: string | null
}

const REASONS_MAX = 5
const REASON_CHARS_MAX = 100
const WITHHOLDING = /malware|malicious|blocked|not.?found|unavailable|withdrawn|removed|deleted/i

export function judged({ ok, decision, reasons, status, error }: SecurityVerdict): Judgement {
  const said = error === null ? [...reasons] : [...reasons, error]
  const why = [...new Set(said)].slice(0, REASONS_MAX).map((reason) => strangersLine(reason, REASON_CHARS_MAX))
  if (said.some((reason) => WITHHOLDING.test(reason))) return { verdict: 'withheld', why }
  if (status === 'malicious') return { verdict: 'withheld', why: why.length === 0 ? ['malicious'] : why }
  if (status === 'suspicious') return { verdict: 'suspicious', why }
  return { verdict: ok && decision === 'pass' && status === 'clean' ? 'verified' : 'unreviewed', why }
}
