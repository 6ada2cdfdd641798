// What people decided about routing, as the ledger has it: what is never suggested, what is forgotten, which lessons are gone
// or read otherwise, which routes may fire as a reflex, and when learning was paused. A fold; the ledger is in order.
import type { Forgetting } from './forgetting.ts'
import type { LedgerEvent } from './journal-event.ts'
import type { LessonEdit } from './routing-lessons.ts'
import type { ReflexGrant } from './routing-reflex.ts'

export type RoutingDecisions = {
  /** In their order. The list itself stands in cortex.json, because people edit it there. */
  blacklistChanges: { name: string; isAdded: boolean }[]
  /** Id of a lesson to when it was removed. */
  removed: Map<string, string>
  /** What a person made of lessons, in order. */
  edits: LessonEdit[]
  /** All that was ever wanted forgotten: uses before it make nothing. */
  forgettings: Forgetting[]
  /** By `grantKey`. */
  grants: Map<string, ReflexGrant>
  /** By `grantKey`: routes of which a person took the grant back, so that no rule gives it again. */
  withdrawn: Set<string>
  reflexesFired: number
  /** Skills that came from registries. */
  installs: number
  /** Since which `seq` learning is paused, or null: two lines of one millisecond are told apart by it. */
  pausedSince: number | null
  pauses: { from: number; to: number }[]
}

export function noDecisions(): RoutingDecisions {
  return {
    blacklistChanges: [],
    removed: new Map(),
    edits: [],
    forgettings: [],
    grants: new Map(),
    withdrawn: new Set(),
    reflexesFired: 0,
    installs: 0,
    pausedSince: null,
    pauses: [],
  }
}

export function grantKey(region: string, skill: string): string {
  return JSON.stringify([region, skill])
}

function grantedSkill(key: string): string {
  // Written by grantKey alone.
  const [, skill] = JSON.parse(key) as [string, string]
  return skill
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
    case 'lesson-edited': {
      const { lesson, key, confidence, timestamp: at } = event
      return void decisions.edits.push({ lesson, at, key: key ?? undefined, confidence: confidence ?? undefined })
    }
    case 'wording-forgotten':
      forget(decisions, { scope: event.scope, of: event.of ?? undefined, at: event.timestamp })
      return
    case 'reflex-granted': {
      const { digest, version, timestamp: at } = event
      const key = grantKey(event.region, event.name)
      decisions.withdrawn.delete(key)
      return void decisions.grants.set(key, { digest, version, at })
    }
    case 'reflex-withdrawn': {
      const key = grantKey(event.region, event.name)
      decisions.withdrawn.add(key)
      return void decisions.grants.delete(key)
    }
    case 'reflex-fired':
      decisions.reflexesFired += 1
      return
    case 'skill-installed':
      decisions.installs += 1
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

// What a grant rested on is gone with the uses; a person's no to one, like the blacklist, is no trace of use.
function forget(decisions: RoutingDecisions, forgetting: Forgetting): void {
  decisions.forgettings.push(forgetting)
  if (forgetting.scope === 'session') return
  if (forgetting.scope === 'all') decisions.reflexesFired = 0
  for (const key of decisions.grants.keys()) {
    if (forgetting.scope === 'all' || grantedSkill(key) === forgetting.of) decisions.grants.delete(key)
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
