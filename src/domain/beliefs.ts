// What the agent holds to be so since a reflection, until it is confirmed or has had its time. Two states, as seed 002 ends
// up with: it stands, or it is gone; a person may keep one for good. Time counts while sessions are active, so that no night
// and no outage of the judge takes beliefs away.
import { z } from 'zod'

const heldSchema = z.object({
  value: z.string(),
  rationale: z.string(),
  /** Whom it is about; null for no one peer. */
  peerId: z.string().nullable(),
  /** The assessment that stood when it was formed, with its trust. */
  assessmentId: z.string().nullable(),
  trust: z.number().nullable(),
  createdAt: z.string(),
  lastConfirmedAt: z.string(),
  /** Whose words it is: a cycle's, or `operator`. */
  source: z.string(),
  /** Who said it last. */
  confirmedBy: z.string(),
  pinned: z.boolean(),
})
export const beliefSchema = heldSchema.extend({
  key: z.string(),
  /** As it stood before the cycle that last said it, to be taken back; null where it was new. */
  before: heldSchema.nullable(),
})
export type Held = z.infer<typeof heldSchema>
export type Belief = z.infer<typeof beliefSchema>

export const BELIEFS_MAX = 20
export const OPERATOR_SOURCE = 'operator'

export type NewBelief = Pick<Held, 'value' | 'rationale' | 'peerId' | 'assessmentId' | 'trust' | 'source'> & {
  key: string
}
export type Believed = {
  beliefs: Belief[]
  what: 'added' | 'reaffirmed' | 'unchanged'
  /** Keys that had to go for it. */
  evicted: string[]
}

/**
 * Takes one in, or reaffirms the one of its key: that keeps when it was created. The same from the same cycle once more
 * changes nothing. Beyond `max` the one goes that was not confirmed for longest; a pinned one never. What a person wrote or
 * pinned may be reaffirmed, and says what it says.
 * @returns why not, where it may not come in.
 */
export function believed(standing: readonly Belief[], fresh: NewBelief, at: string, max: number): Believed | string {
  const { key, ...held } = fresh
  const known = standing.find((belief) => belief.key === key)
  if (known !== undefined && known.confirmedBy === fresh.source && known.value === fresh.value) {
    return { beliefs: [...standing], what: 'unchanged', evicted: [] }
  }
  const isPersons = known !== undefined && (known.pinned || known.source === OPERATOR_SOURCE)
  if (isPersons && fresh.source !== OPERATOR_SOURCE && known.value !== fresh.value)
    return `a person keeps "${key}" as it is`
  if (known !== undefined) {
    const { key: _key, before: _before, ...before } = known
    // Who reaffirms what a person wrote does not make it his own.
    const source = isPersons ? known.source : fresh.source
    const next = { ...before, ...held, source, confirmedBy: fresh.source, key, lastConfirmedAt: at, before }
    return { beliefs: standing.map((each) => (each === known ? next : each)), what: 'reaffirmed', evicted: [] }
  }
  const beliefs = [...standing]
  const evicted: string[] = []
  while (beliefs.length >= max) {
    const oldest = beliefs.filter(({ pinned }) => !pinned).reduce(olderOf, undefined)
    if (oldest === undefined) return `there is room for ${max}, and a person has pinned them all`
    beliefs.splice(beliefs.indexOf(oldest), 1)
    evicted.push(oldest.key)
  }
  beliefs.push({
    ...held,
    confirmedBy: held.source,
    key,
    createdAt: at,
    lastConfirmedAt: at,
    pinned: false,
    before: null,
  })
  return { beliefs, what: 'added', evicted }
}

function olderOf(oldest: Belief | undefined, belief: Belief): Belief {
  return oldest === undefined || belief.lastConfirmedAt < oldest.lastConfirmedAt ? belief : oldest
}

/**
 * What a cycle made of the belief is taken back, where it still stands so.
 * @returns the beliefs and what was done; undefined where there is nothing to take back.
 */
export function unbelieved(
  standing: readonly Belief[],
  key: string,
  source: string,
): { beliefs: Belief[]; what: 'restored' | 'taken out' } | undefined {
  const known = standing.find((belief) => belief.key === key && belief.confirmedBy === source)
  if (known === undefined) return undefined
  const { before } = known
  if (before === null) return { beliefs: standing.filter((belief) => belief !== known), what: 'taken out' }
  const back = { ...before, key, pinned: known.pinned, before: null }
  return { beliefs: standing.map((belief) => (belief === known ? back : belief)), what: 'restored' }
}
