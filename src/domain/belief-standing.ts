// Which beliefs still stand, and which of them a newer judgement contradicts. Apart from beliefs.ts because hooks ask it too,
// and have no time to load the schema library.
import { SLOT_MS, slotOf } from './active-time.ts'
import type { Belief } from './beliefs.ts'
import { rounded } from './rounded.ts'

/** In active minutes, where no setting says otherwise. */
export const BELIEF_MINUTES = 120
export const BELIEF_MINUTES_MIN = 5
export const BELIEF_MINUTES_MAX = 100_000

/** What is needed to tell an agent of one. */
export type ToldBelief = Pick<
  Belief,
  'key' | 'value' | 'peerId' | 'assessmentId' | 'trust' | 'createdAt' | 'lastConfirmedAt' | 'pinned'
>
type Ageing = Pick<Belief, 'pinned' | 'lastConfirmedAt'>

/** How long it has been since it was confirmed, in milliseconds in which sessions were active. */
export type ActiveSince = (instant: string) => number

/** Parted into those that stand and those whose time is over. A pinned one stands for good. */
export function aged<B extends Ageing>(beliefs: readonly B[], activeSince: ActiveSince, minutes: number) {
  const isOver = (belief: B) => !belief.pinned && activeSince(belief.lastConfirmedAt) >= minutes * 60_000
  return { standing: beliefs.filter((belief) => !isOver(belief)), expired: beliefs.filter(isOver) }
}

/** How much of its time is left, in active minutes; null for a pinned one. */
export function minutesLeft(belief: Ageing, activeSince: ActiveSince, minutes: number): number | null {
  return belief.pinned ? null : Math.max(0, rounded(minutes - activeSince(belief.lastConfirmedAt) / 60_000))
}

/**
 * Those that stand whatever the journal holds, for who has no time to read it: as if sessions had been active in every slot
 * since. So what an idle night did not age is missing here, and nothing that is over comes up.
 */
export function surelyStanding<B extends Ageing>(beliefs: readonly B[], now: Date, minutes: number): B[] {
  const last = Math.floor(now.getTime() / SLOT_MS)
  return aged(beliefs, (instant) => (last - slotOf(instant)) * SLOT_MS, minutes).standing
}

/** What is thought of a peer now. */
export type LatestTrust = { assessmentId: string; trust: number; at: string }

export const SUPERSEDED_BY = 3

type Judged = Pick<Belief, 'assessmentId' | 'trust'>

/** Whether a newer judgement says otherwise than the one that the belief was formed under. */
export function supersededBy(belief: Judged, latest: LatestTrust | undefined): LatestTrust | undefined {
  if (latest === undefined || belief.trust === null || latest.assessmentId === belief.assessmentId) return undefined
  const isOpposite = Math.sign(belief.trust) * Math.sign(latest.trust) < 0
  return isOpposite || Math.abs(latest.trust - belief.trust) >= SUPERSEDED_BY ? latest : undefined
}

/** The peer whose latest judgement decides whether it is superseded; undefined where none can supersede it. */
export function judgedPeer({ peerId, trust }: Pick<Belief, 'peerId' | 'trust'>): string | undefined {
  return peerId === null || trust === null ? undefined : peerId
}
