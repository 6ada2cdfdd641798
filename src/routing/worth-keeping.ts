// Which routes have proven themselves while their skill still waits for somebody to keep it: the retention of seed 000.
import { type Route, retentionSuggested } from '../domain/routing-route.ts'
import type { RoutingSettings } from '../domain/routing-settings.ts'
import type { RoutedSkill } from './routing-parts.ts'

export type WorthKeeping = { region: string; successes: number; weight: number; how: 'approve' | 'keep' }

/** Undefined where nothing is to be done: not proven yet, too long to be carried along, or kept already. */
export function worthKeeping(
  region: string,
  route: Route,
  { skill, standing, scope }: RoutedSkill,
  settings: RoutingSettings,
): WorthKeeping | undefined {
  if (!retentionSuggested(route, skill.content.length, settings)) return undefined
  if (scope === null && standing.approval !== 'pending_review') return undefined
  const { successes, weight } = route
  return { region, successes, weight, how: scope === null ? 'approve' : 'keep' }
}
