// Routing as the surfaces ask for it: find, plan, look, and what a person decides about it.
import type { Actor } from '../domain/record.ts'
import { type Perception, perceive } from '../domain/routing-candidates.ts'
import { type RoutingOverview, routingOverview } from '../domain/routing-overview.ts'
import { reflexObstacles, reflexRevoked } from '../domain/routing-reflex.ts'
import type { Route } from '../domain/routing-route.ts'
import { environmentNames } from '../domain/side-effect-class.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import { type FindParts, type FindRequest, type FindResult, findSkill } from './find-skill.ts'
import { type PlanParts, planSkill, type SkillPlan } from './plan-skill.ts'
import type { RoutingMemory } from './routing-memory.ts'
import { type RoutedSkill, reflexSkill } from './routing-parts.ts'

export type Routing = {
  find(request: FindRequest): Promise<FindResult>
  plan(name: string, region: string | undefined, actor: Actor): Promise<SkillPlan>
  overview(): Promise<RoutingOverview>
  /** How the regions stand to a task, the best first; writes nothing down. */
  why(task: string): Promise<{ stems: string[]; regions: Perception[] }>
  /** The variables that a skill declares, and whether each is set here. */
  environment(name: string): Record<string, boolean>
  /** @returns false when it was so already. */
  blacklist(name: string, to: 'add' | 'remove', actor: Actor): Promise<boolean>
  /** @throws `not-found` for a lesson that is not there. */
  removeLesson(id: string, actor: Actor): Promise<void>
  /** @throws `not-found` without such a route, `bad-input` for one that may not fire. @returns false when it was so already. */
  reflex(route: { region: string; name: string }, to: 'grant' | 'withdraw', actor: Actor): Promise<boolean>
}

type RoutingParts = FindParts & PlanParts & { memory: RoutingMemory }

export function createRouting(parts: RoutingParts): Routing {
  const { memory, skill: find, settings, isSet, stemsOf } = parts
  const now = () => parts.now().toISOString()
  const isListed = (name: string) => find(name)?.listed === true
  const isReflex = (region: string, route: Route) => {
    const [grant, known] = [memory.grant(region, route.skill), find(route.skill)]
    if (grant === undefined || known === undefined) return false
    return !reflexRevoked(grant, route, known) && reflexObstacles(route, reflexSkill(known), settings).length === 0
  }
  return {
    find: (request) => findSkill(request, parts),
    plan: (name, region, actor) => planSkill(name, region, actor, parts),
    async overview() {
      const view = await memory.level()
      return routingOverview({ view, stats: memory.stats(), isReflex, isListed, now: now(), settings })
    },
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
    async blacklist(said, to, actor) {
      const name = parseSkillName(said)
      const { blacklist } = await memory.level()
      if (blacklist.has(name) === (to === 'add')) return false
      await memory.tell({ event: to === 'add' ? 'route-blacklisted' : 'route-unblacklisted', actor, name })
      return true
    },
    async removeLesson(id, actor) {
      const { lessons } = await memory.level()
      if (!lessons.some((lesson) => lesson.id === id)) throw noLesson(id)
      if (id.startsWith('written:')) throw writtenLesson(id)
      await memory.tell({ event: 'lesson-removed', actor, lesson: id })
    },
    async reflex({ region, name }, to, actor) {
      const view = await memory.level()
      const route = view.regions.get(region)?.routes.get(name)
      if (to === 'withdraw') {
        if (memory.grant(region, name) === undefined) return false
        await memory.tell({ event: 'reflex-withdrawn', actor, name, region })
        return true
      }
      const known = find(name)
      if (route === undefined || known === undefined) throw noRoute(region, name)
      if (isReflex(region, route)) return false
      assertEligible(known, reflexObstacles(route, reflexSkill(known), settings))
      const { digest, version } = known
      await memory.tell({ event: 'reflex-granted', actor, name, region, digest, version })
      return true
    },
  }
}

function assertEligible({ skill }: RoutedSkill, obstacles: string[]): void {
  if (obstacles.length === 0) return
  throw new SkillError(
    'bad-input',
    `"${skill.name}": expected a route that may fire without a yes to its plan, got one with obstacles: ${obstacles.join('; ')}`,
    'Nothing was granted. See how it does with: skill-cortex routes',
  )
}

function noRoute(region: string, name: string): SkillError {
  return new SkillError(
    'not-found',
    `expected a route, got "${shown(name)}" in the region "${shown(region)}", where it was never used`,
    'List the routes with: skill-cortex routes',
  )
}

function noLesson(id: string): SkillError {
  return new SkillError(
    'not-found',
    `expected the id of a lesson, got "${shown(id)}"`,
    'List them with: skill-cortex lessons',
  )
}

function writtenLesson(id: string): SkillError {
  return new SkillError(
    'bad-input',
    `expected a lesson that was learned, got "${id}", which somebody wrote into cortex/cortex.json`,
    'Take it out of that file.',
  )
}
