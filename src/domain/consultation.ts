// Thinking before speaking: a decision is put to the judge, who answers with approve, deny or conditional. Until then the
// agent has a holding answer. Seed 002, "synchronous cortex consultation".
import { z } from 'zod'
import { beliefFault } from './belief-text.ts'
import type { Verdict } from './pass-change.ts'
import { keptLine } from './peer-text.ts'
import { shown } from './skill-error.ts'

export const DECISION_CHARS_MAX = 1_000
export const CONSULT_CONTEXT_CHARS_MAX = 4_000
export const REASONING_CHARS_MAX = 1_000
export const RESPONSE_CHARS_MAX = 1_000
export const CONSULTATIONS_KEPT_MAX = 50
export const CONSULTATIONS_OPEN_MAX = 10
/** A decision that old is made. */
export const CONSULTATION_HOURS_MAX = 24

export const VERDICTS = ['approve', 'deny', 'conditional'] as const

export const consultationSchema = z.object({
  id: z.string(),
  decision: z.string(),
  context: z.string(),
  peers: z.array(z.string()),
  author: z.string().nullable(),
  askedAt: z.string(),
  state: z.enum(['waiting', 'answered', 'expired']),
  verdict: z.enum(VERDICTS).nullable(),
  reasoning: z.string().nullable(),
  suggestedResponse: z.string().nullable(),
  answeredAt: z.string().nullable(),
  cycle: z.string().nullable(),
})
export type Consultation = z.infer<typeof consultationSchema>

export const consultAnswerSchema = z.object({
  verdict: z.enum(VERDICTS),
  reasoning: z.string().describe('Why, in a few sentences; of a conditional one, under which condition.'),
  suggested_response: z.string().describe('What the agent may say to whoever waits.'),
})
export type ConsultAnswer = z.output<typeof consultAnswerSchema>

export const consultStateSchema = z.object({ consultation: z.string() })

const HOUR_MS = 3_600_000

export function currentConsultations(all: readonly Consultation[], now: Date): Consultation[] {
  const isOld = ({ askedAt }: Consultation) =>
    Math.abs(now.getTime() - Date.parse(askedAt)) > CONSULTATION_HOURS_MAX * HOUR_MS
  return all.map((each) => (each.state === 'waiting' && isOld(each) ? { ...each, state: 'expired' } : each))
}

/** The words go before an agent: what would be no belief is no advice either. */
export function judgeConsult({ verdict, reasoning, suggested_response }: ConsultAnswer, id: string): Verdict[] {
  const said = keptLine(reasoning, REASONING_CHARS_MAX)
  const response = keptLine(suggested_response, RESPONSE_CHARS_MAX)
  const fault =
    beliefFault(said, REASONING_CHARS_MAX) ?? (response === '' ? undefined : beliefFault(response, RESPONSE_CHARS_MAX))
  if (fault !== undefined) return [{ kind: 'refuse', what: 'answer', name: shown(id), reason: fault }]
  return [
    { kind: 'apply', change: { kind: 'answer', name: id, note: { verdict, reasoning: said, response }, reason: said } },
  ]
}

/** What an agent does until there is a verdict. */
export const HOLDING =
  'No verdict yet. Commit to nothing: tell whoever waits that you will think about it, and ask again with this id.'

export function consultationText({ id, state, verdict, reasoning, suggestedResponse }: Consultation): string {
  if (state === 'expired') return `Consultation ${id} had no answer within ${CONSULTATION_HOURS_MAX} hours; ask anew.`
  if (verdict === null) return `${HOLDING} (consultation ${id})`
  const response = suggestedResponse === '' ? [] : [`Suggested response: ${JSON.stringify(suggestedResponse)}`]
  return [`Verdict: ${verdict} (consultation ${id})`, `Reasoning: ${JSON.stringify(reasoning)}`, ...response].join('\n')
}
