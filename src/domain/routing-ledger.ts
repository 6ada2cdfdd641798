// What people decided about routing, as the ledger has it: what is never suggested, which lessons are gone, which routes may
// fire as a reflex, and when learning was paused. A fold; the ledger is in order.
import type { LedgerEvent } from './journal-event.ts'
import type { ReflexGrant } from './routing-reflex.ts'

export type RoutingDecisions = {
  /** In their order. The list itself stands in cortex.json, because people edit it there. */
  blacklistChanges: { name: string; isAdded: boolean }[]
  /** Id of a lesson to when it was removed. */
  removed: Map<string, string>
  /** By `grantKey`. */
  grants: Map<string, ReflexGrant>
  reflexesFired: number
  /** Since which `seq` learning is paused, or null: two lines of one millisecond are told apart by it. */
  pausedSince: number | null
  pauses: { from: number; to: number }[]
}

export function noDecisions(): RoutingDecisions {
  return {
    blacklistChanges: [],
    removed: new Map(),
    grants: new Map(),
    reflexesFired: 0,
    pausedSince: null,
    pauses: [],
  }
}

export function grantKey(region: string, skill: string): string {
  return JSON.stringify([region, skill])
}

/** Changes the decisions in place. */
export function decide(decisions: RoutingDecisions, event: LedgerEvent): void {
  switch (event.event) {
    case 'route-blacklisted':
      return void decisions.blacklistChanges.push({ name: event.name, isAdded: true })
    case 'route-unblacklisted':
      return void decisions.blacklistChanges.push({ name: event.name, isAdded: false })
    case 'lesson-removed':
      return void decisions.removed.set(event.lesson, event.timestamp)
    case 'reflex-granted': {
      const { digest, version, timestamp: at } = event
      return void decisions.grants.set(grantKey(event.region, event.name), { digest, version, at })
    }
    case 'reflex-withdrawn':
      return void decisions.grants.delete(grantKey(event.region, event.name))
    case 'reflex-fired':
      decisions.reflexesFired += 1
      return
    case 'learning-paused':
      decisions.pausedSince ??= event.seq
      return
    case 'learning-resumed':
      if (decisions.pausedSince !== null) decisions.pauses.push({ from: decisions.pausedSince, to: event.seq })
      decisions.pausedSince = null
      return
    default:
      // Changes of skills and proposals: not routing's.
      return
  }
}

/** @param written how many of the changes the list has in it already. */
export function blacklistAfter(
  list: readonly string[],
  written: number,
  { blacklistChanges }: Pick<RoutingDecisions, 'blacklistChanges'>,
): Set<string> {
  const names = new Set(list)
  for (const { name, isAdded } of blacklistChanges.slice(written)) {
    if (isAdded) names.add(name)
    else names.delete(name)
  }
  return names
}

export function wasPaused({ pausedSince, pauses }: RoutingDecisions, seq: number): boolean {
  return (pausedSince !== null && seq > pausedSince) || pauses.some(({ from, to }) => seq > from && seq < to)
}
