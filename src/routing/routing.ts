// Routing as the surfaces ask for it: find, plan, look, and what a person decides about it (routing-decisions.ts).
import type { Lesson } from '../domain/lesson.ts'
import type { Actor } from '../domain/record.ts'
import { type Perception, perceive } from '../domain/routing-candidates.ts'
import { type RoutingOverview, routingOverview } from '../domain/routing-overview.ts'
import { reflexObstacles, reflexRevoked } from '../domain/routing-reflex.ts'
import type { Route } from '../domain/routing-route.ts'
import { environmentNames } from '../domain/side-effect-class.ts'
import { type FindParts, type FindRequest, type FindResult, findSkill } from './find-skill.ts'
import { type PlanParts, planSkill, type SkillPlan } from './plan-skill.ts'
import { type RoutingDecisions, routingDecisions } from './routing-decisions.ts'
import { type ExportParts, exportUse, type RoutingExport } from './routing-export.ts'
import type { RoutingMemory } from './routing-memory.ts'
import { reflexSkill, type Wording } from './routing-parts.ts'
import { type WorthKeeping, worthKeeping } from './worth-keeping.ts'

export type Routing = RoutingDecisions & {
  find(request: FindRequest): Promise<FindResult>
  plan(name: string, region: string | undefined, actor: Actor): Promise<SkillPlan>
  overview(): Promise<RoutingOverview>
  /** Brings what is known of skills, for how they stand, up to a moment ago. */
  levelSoon(): Promise<void>
  /** How the regions stand to a task, the best first; writes nothing down. */
  why(task: string): Promise<{ stems: string[]; regions: Perception[] }>
  /** The variables that a skill declares, and whether each is set here. */
  environment(name: string): Record<string, boolean>
  /** Where a skill has proven itself that nobody has kept yet; the heaviest route. */
  worthKeeping(name: string): Promise<WorthKeeping | undefined>
  /** All that is kept about use. */
  export(): Promise<RoutingExport>
}

type RoutingParts = FindParts &
  PlanParts & {
    memory: RoutingMemory
    wording: Wording
    journal: ExportParts['journal']
    lessons: () => Promise<readonly Lesson[]>
  }

export function createRouting(parts: RoutingParts): Routing {
  const { memory, skill: find, settings, isSet, stemsOf, wording } = parts
  const now = () => parts.now().toISOString()
  const isListed = (name: string) => find(name)?.listed === true
  const isReflex = (region: string, route: Route) => {
    const [grant, known] = [memory.grant(region, route.skill), find(route.skill)]
    if (grant === undefined || known === undefined) return false
    return !reflexRevoked(grant, route, known) && reflexObstacles(route, reflexSkill(known), settings).length === 0
  }
  const isWorthKeeping = (region: string, route: Route) => {
    const known = find(route.skill)
    return known !== undefined && worthKeeping(region, route, known, settings) !== undefined
  }
  const overview = async () => {
    const view = await memory.level()
    const looked = { view, stats: memory.stats(), history: memory.history(), learning: await wording.status() }
    return routingOverview({ ...looked, isReflex, isListed, isWorthKeeping, now: now(), settings })
  }
  return {
    ...routingDecisions({ memory, skill: find, isReflex, wording, settings }),
    find: (request) => findSkill(request, parts),
    plan: (name, region, actor) => planSkill(name, region, actor, parts),
    overview,
    levelSoon: memory.levelSoon,
    async why(task) {
      const view = await memory.level()
      const stems = stemsOf(task)
      return { stems, regions: perceive(stems, { view, isListed, now: now(), settings }) }
    },
    environment(name) {
      const known = find(name)
      const names = known === undefined ? [] : environmentNames(known.skill.policy)
      return Object.fromEntries(names.map((variable) => [variable, isSet(variable)]))
    },
    async worthKeeping(name) {
      const known = find(name)
      if (known === undefined) return undefined
      const found = [...(await memory.level()).regions].flatMap(([region, { routes }]) => {
        const route = routes.get(name)
        return route === undefined ? [] : (worthKeeping(region, route, known, settings) ?? [])
      })
      return found.sort((a, b) => b.weight - a.weight)[0]
    },
    export: () => {
      const { journal, lessons } = parts
      return exportUse({ journal, lessons, overview, uses: memory.uses, learning: wording.status, now: parts.now })
    },
  }
}
