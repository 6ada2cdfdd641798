// How mature a skill is, as one table of (state, cause, actor) to state (DESIGN 3.2). Bytes and their approval are another
// axis; the only cause that touches both is `approve`.

import type { Gate } from './gate.ts'
import { isMachinesOwn } from './gate.ts'
import {
  type Actor,
  firstLifecycle,
  LIFECYCLE_CAUSES,
  type Lifecycle,
  type LifecycleCause,
  type SkillRecord,
} from './record.ts'

type Target = Lifecycle | 'former' | 'first' | 'same'

// What each cause makes of each state; a state that is missing is one the cause cannot begin from.
const STEPS: Record<LifecycleCause, Partial<Record<Lifecycle, Target>>> = {
  promote: { candidate: 'verified', verified: 'released', degraded: 'former', deprecated: 'former' },
  approve: { candidate: 'verified', verified: 'same', released: 'same', degraded: 'same', deprecated: 'same' },
  deprecate: { candidate: 'deprecated', verified: 'deprecated', released: 'deprecated', degraded: 'deprecated' },
  degrade: { candidate: 'degraded', verified: 'degraded', released: 'degraded' },
  recover: { degraded: 'former' },
  archive: {
    ...{ candidate: 'archived', verified: 'archived', released: 'archived' },
    ...{ degraded: 'archived', deprecated: 'archived' },
  },
  revive: { archived: 'first' },
}

/** `proposes`: it is written down for a person to decide. `own`: at once where it is the machine's to decide, else proposes. */
type Permit = 'may' | 'own' | 'proposes' | 'never'

const PERMITS: Record<LifecycleCause, Record<Actor, Permit>> = {
  promote: { operator: 'may', agent: 'proposes', model: 'proposes', system: 'never', installer: 'never' },
  approve: { operator: 'may', agent: 'never', model: 'never', system: 'never', installer: 'never' },
  deprecate: { operator: 'may', agent: 'proposes', model: 'proposes', system: 'own', installer: 'never' },
  degrade: { operator: 'never', agent: 'never', model: 'never', system: 'own', installer: 'never' },
  recover: { operator: 'never', agent: 'never', model: 'never', system: 'may', installer: 'never' },
  archive: { operator: 'may', agent: 'own', model: 'own', system: 'own', installer: 'never' },
  revive: { operator: 'may', agent: 'proposes', model: 'proposes', system: 'never', installer: 'never' },
}

export type Ruling =
  | { kind: 'to'; state: Lifecycle }
  | { kind: 'proposes' }
  /** `wrong-state`: nobody can; `wrong-actor`: this one may never. */
  | { kind: 'refused'; why: 'wrong-state' | 'wrong-actor' }

/** @param record what stands; its `origin` is the one it has now, `builtin` only for bytes that are as shipped. */
export function ruleStep(record: SkillRecord, cause: LifecycleCause, actor: Actor, gate: Gate): Ruling {
  const target = STEPS[cause][record.lifecycle]
  const permit = PERMITS[cause][actor]
  if (permit === 'never') return { kind: 'refused', why: 'wrong-actor' }
  if (target === undefined) return { kind: 'refused', why: 'wrong-state' }
  if (permit === 'proposes') return { kind: 'proposes' }
  if (permit === 'own' && !isTheirs(record, cause, actor, gate)) {
    return actor === 'system' ? { kind: 'refused', why: 'wrong-actor' } : { kind: 'proposes' }
  }
  return { kind: 'to', state: stateOf(target, record) }
}

/** Each way out of this state, with who may go it: what a refusal tells. */
export function possibleSteps(record: SkillRecord, gate: Gate, actors: readonly Actor[]) {
  return LIFECYCLE_CAUSES.flatMap((cause) =>
    actors.flatMap((actor) => {
      const ruling = ruleStep(record, cause, actor, gate)
      return ruling.kind === 'to' && ruling.state !== record.lifecycle ? [{ cause, actor, to: ruling.state }] : []
    }),
  )
}

function isTheirs(record: SkillRecord, cause: LifecycleCause, actor: Actor, gate: Gate): boolean {
  if (record.pinned || record.origin === 'builtin') return false
  if (actor !== 'system') return gate === 'open' || isMachinesOwn(record)
  // People's skills are only flagged, and the person decides.
  return record.origin === 'machine' && (cause !== 'archive' || record.lifecycle === 'deprecated')
}

function stateOf(target: Target, record: SkillRecord): Lifecycle {
  if (target === 'same') return record.lifecycle
  if (target === 'first') return firstLifecycle(record.origin)
  return target === 'former' ? formerOf(record) : target
}

// A record whose last step is lost, or says what cannot be, goes back to where its kind begins.
function formerOf({ lastStep, origin, lifecycle }: SkillRecord): Lifecycle {
  const from = lastStep?.from
  const isSound = from === 'candidate' || from === 'verified' || from === 'released'
  if (isSound) return from
  return lifecycle === 'deprecated' && from === 'degraded' ? 'degraded' : firstLifecycle(origin)
}
