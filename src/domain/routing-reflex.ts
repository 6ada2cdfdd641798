// Reflex: a route so well proven that its plan needs no yes. It skips that question alone, never an approval and never the
// notice (seed 000, "Reflex Promotion & Demotion", with the repairs of DESIGN 3.4). A person grants it, or the rules do where a person
// has set them to.
import type { Route } from './routing-route.ts'
import type { RoutingSettings } from './routing-settings.ts'
import { effectiveWeight } from './routing-weight.ts'
import { onlyReads } from './side-effect-class.ts'

/** What a person granted: these bytes in this version. */
export type ReflexGrant = { at: string; digest: string; version: number }

/** The skill as it stands now. @property executable a person approved these very bytes. */
export type ReflexSkill = { digest: string; version: number; sideEffects: readonly string[]; executable: boolean }

/** Why a route may not be granted reflex, gravest first; empty: it may. */
export function reflexObstacles(
  { weight, streak }: Pick<Route, 'weight' | 'streak'>,
  { sideEffects, executable }: ReflexSkill,
  { reflexStreakMin, reflexWeightMin }: RoutingSettings,
): string[] {
  return [
    ...(sideEffects.length === 0 ? ['it declares no side effects, so nobody knows what it does'] : []),
    ...(sideEffects.length > 0 && !onlyReads(sideEffects) ? ['it does more than read'] : []),
    ...(executable ? [] : ['a person has not approved it as it stands']),
    ...(streak >= reflexStreakMin ? [] : [`${streak} of ${reflexStreakMin} successes in a row`]),
    ...(weight >= reflexWeightMin ? [] : [`its weight is ${weight.toFixed(2)}, and ${reflexWeightMin} is needed`]),
  ]
}

export function reflexEligible(
  route: Pick<Route, 'weight' | 'streak'>,
  skill: ReflexSkill,
  settings: RoutingSettings,
): boolean {
  return reflexObstacles(route, skill, settings).length === 0
}

/**
 * Whether the rules themselves grant it, where the setting routing.reflex lets them: what may be granted, was not taken back by a
 * person, and has no grant that holds. After a failure it is earned anew; after a change of the skill a person has to look.
 */
export function reflexGrantsItself(
  route: Pick<Route, 'weight' | 'streak' | 'lastFailure'>,
  skill: ReflexSkill,
  { grant, isWithdrawn }: { grant: ReflexGrant | undefined; isWithdrawn: boolean },
  settings: RoutingSettings,
): boolean {
  if (settings.reflex !== 'automatic' || isWithdrawn || !reflexEligible(route, skill, settings)) return false
  if (grant === undefined) return true
  const isSame = grant.digest === skill.digest && grant.version === skill.version
  return isSame && reflexRevoked(grant, route, skill)
}

/** Any failure since, other bytes or another version end a grant. */
export function reflexRevoked(
  grant: ReflexGrant,
  { lastFailure }: Pick<Route, 'lastFailure'>,
  { digest, version }: Pick<ReflexSkill, 'digest' | 'version'>,
): boolean {
  const hasFailed = lastFailure !== null && lastFailure.at >= grant.at
  return hasFailed || digest !== grant.digest || version !== grant.version
}

/** Eligible by the stored weight, firing by the effective one. */
export function reflexFires(
  route: Route,
  grant: ReflexGrant | undefined,
  skill: ReflexSkill,
  now: string,
  settings: RoutingSettings,
): boolean {
  if (grant === undefined || reflexRevoked(grant, route, skill)) return false
  return reflexEligible(route, skill, settings) && effectiveWeight(route, now, settings) >= settings.reflexWeightMin
}
