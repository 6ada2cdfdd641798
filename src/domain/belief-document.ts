// The document of all beliefs, and what cycles and its person may make of it: who may change what is said here, what comes of
// a change in beliefs.ts. Each function gives the next document, or throws why not.
import { z } from 'zod'
import { type ActiveSince, aged } from './belief-standing.ts'
import { BELIEF_VALUE_CHARS_MAX, beliefFault } from './belief-text.ts'
import { type Belief, beliefSchema, believed, type NewBelief, OPERATOR_SOURCE } from './beliefs.ts'
import type { Actor } from './record.ts'
import { SkillError, shown } from './skill-error.ts'

/** What a person has rejected no cycle brings back for so long. */
export const REJECTED_DAYS = 30
const REJECTED_KEPT_MAX = 100
const DAY_MS = 86_400_000

export const beliefDocumentSchema = z.object({
  beliefs: z.array(beliefSchema),
  rejected: z.array(z.object({ key: z.string(), at: z.string() })),
})
export type BeliefDocument = z.infer<typeof beliefDocumentSchema>
export const noBeliefs = (): BeliefDocument => ({ beliefs: [], rejected: [] })

export type BeliefTime = { now: Date; since: ActiveSince; minutes: number }

/** @throws `refused` where it may not come in. @property created whether it is the cycle's own, and not reaffirmed. */
export function withBelief(
  { beliefs, rejected }: BeliefDocument,
  fresh: NewBelief,
  { now, since, minutes, max }: BeliefTime & { max: number },
) {
  // A clock that went back makes no rejection old.
  const isRejected = rejected.some(
    ({ key, at }) => key === fresh.key && now.getTime() - Date.parse(at) < REJECTED_DAYS * DAY_MS,
  )
  if (isRejected) throw notTaken(`a person has rejected "${fresh.key}"`)
  // What is over makes room, and comes in as new; the conclusion of the cycle takes it out and says so.
  const { standing, expired } = aged(beliefs, since, minutes)
  const done = believed(standing, fresh, now.toISOString(), max)
  if (typeof done === 'string') throw notTaken(done)
  const created = done.beliefs.find(({ key }) => key === fresh.key)?.before === null
  const over = expired.filter(({ key }) => key !== fresh.key)
  return { document: { beliefs: [...done.beliefs, ...over], rejected }, created, evicted: done.evicted }
}

/** What a person makes of one. */
export type BeliefStep =
  | { step: 'confirm' }
  | { step: 'edit'; value: string }
  | { step: 'reject' }
  | { step: 'pin'; isPinned: boolean }

/** @throws `refused` for all but the operator, `not-found`, `bad-input` for a value that may not stand before an agent. */
export function withStep(
  { beliefs, rejected }: BeliefDocument,
  key: string,
  step: BeliefStep,
  by: { actor: Actor; now: Date },
): BeliefDocument {
  if (by.actor !== 'operator') throw notAPerson()
  const belief = beliefs.find((each) => each.key === key)
  if (belief === undefined) throw noBelief(key)
  const at = by.now.toISOString()
  if (step.step === 'reject') {
    const others = rejected.filter((each) => each.key !== key)
    const all = [{ key, at }, ...others].slice(0, REJECTED_KEPT_MAX)
    return { beliefs: beliefs.filter((each) => each !== belief), rejected: all }
  }
  const next = { ...changed(belief, step), confirmedBy: OPERATOR_SOURCE, lastConfirmedAt: at }
  return { beliefs: beliefs.map((each) => (each === belief ? next : each)), rejected }
}

function changed(belief: Belief, step: Exclude<BeliefStep, { step: 'reject' }>): Belief {
  switch (step.step) {
    case 'confirm':
      return belief
    case 'pin':
      return { ...belief, pinned: step.isPinned }
    case 'edit': {
      const fault = beliefFault(step.value, BELIEF_VALUE_CHARS_MAX)
      if (fault !== undefined) {
        throw new SkillError('bad-input', `"${shown(belief.key)}": ${fault}`, 'Put it differently.')
      }
      const own = { value: step.value.trim(), rationale: 'written by a person', source: OPERATOR_SOURCE }
      return { ...belief, ...own, before: null }
    }
  }
}

function notTaken(reason: string): SkillError {
  return new SkillError('refused', reason, 'Leave it as it is.')
}

function notAPerson(): SkillError {
  return new SkillError('refused', 'only a person may change beliefs by hand', 'Ask the person: skill-cortex beliefs')
}

function noBelief(key: string): SkillError {
  return new SkillError('not-found', `no belief "${shown(key)}" stands`, 'List them: skill-cortex beliefs')
}
