// The beliefs as they stand before an agent: the block of seed 002, to the letter. Empty where there is none.
import { type LatestTrust, supersededBy, type ToldBelief } from './belief-standing.ts'
import { signed } from './peer-trust.ts'

export const BELIEF_BLOCK_CHARS_MAX = 3_000
const HEAD = '## Cortex Beliefs\n\n'

/**
 * Pinned ones first, then those that were confirmed last; where `peers` are given, what is about them before all others.
 * Lines that do not fit are left out from the end and counted.
 */
export function beliefBlock(
  beliefs: readonly ToldBelief[],
  latestOf: (peerId: string) => LatestTrust | undefined,
  { peers = [], charsMax = BELIEF_BLOCK_CHARS_MAX }: { peers?: readonly string[]; charsMax?: number } = {},
): string {
  if (beliefs.length === 0) return ''
  const lines = inBlockOrder(beliefs, peers).map((belief) => lineOf(belief, latestOf))
  let text = HEAD
  for (const [i, line] of lines.entries()) {
    const rest = `(${lines.length - i} more: cortex://beliefs)`
    const isFitting = text.length + line.length + 1 + (i === lines.length - 1 ? 0 : rest.length + 1) <= charsMax
    if (!isFitting) return text === HEAD ? '' : text + rest
    text += i === lines.length - 1 ? line : `${line}\n`
  }
  return text
}

export function inBlockOrder<B extends ToldBelief>(beliefs: readonly B[], peers: readonly string[]): B[] {
  const rank = ({ peerId, pinned }: B) => (peerId !== null && peers.includes(peerId) ? 0 : pinned ? 1 : 2)
  return [...beliefs].sort((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b)
    if (a.lastConfirmedAt !== b.lastConfirmedAt) return a.lastConfirmedAt > b.lastConfirmedAt ? -1 : 1
    return a.key < b.key ? -1 : 1
  })
}

function lineOf(belief: ToldBelief, latestOf: (peerId: string) => LatestTrust | undefined): string {
  const { key, peerId, value, trust, createdAt, lastConfirmedAt } = belief
  const whom = peerId === null || peerId === key ? '' : ` (${peerId})`
  const newer = peerId === null ? undefined : supersededBy(belief, latestOf(peerId))
  if (newer === undefined) return `- ${key}${whom}: ${value}`
  // Both are printed with their days: neither stands for the other.
  const since = lastConfirmedAt === createdAt ? createdAt : lastConfirmedAt
  const was = `of ${since.slice(0, 10)} at trust ${signed(trust!)}`
  return `- ${key}${whom}: ${value} [superseded: ${was}, now ${signed(newer.trust)} since ${newer.at.slice(0, 10)}]`
}
