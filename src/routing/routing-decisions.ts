// What a person decides about routing: what is never suggested, what a lesson says, which plan needs no yes, whether more is
// learned, and what is forgotten. Each is a line of the ledger; the surfaces make sure that it is a person.
import type { Actor } from '../domain/record.ts'
import { isKeyFor, lessonIdWith, type RoutingLesson } from '../domain/routing-lessons.ts'
import { reflexGrantsItself, reflexObstacles } from '../domain/routing-reflex.ts'
import type { Route } from '../domain/routing-route.ts'
import type { RoutingSettings } from '../domain/routing-settings.ts'
import { isWrittenLesson, type RoutingView } from '../domain/routing-view.ts'
import { parseSkillName } from '../domain/skill-name.ts'
import {
  assertEligible,
  badKey,
  noChange,
  noLesson,
  noRoute,
  takenKey,
  weakConfidence,
  writtenLesson,
} from './routing-faults.ts'
import type { RoutingMemory } from './routing-memory.ts'
import { type Forgotten, type LearningStatus, type RoutedSkill, reflexSkill, type Wording } from './routing-parts.ts'

export type LessonChange = { key?: string | undefined; confidence?: number | undefined }
/** How much is gone: lessons on wording, words of messages and calls, routes, and lessons of routes. */
export type ForgottenUse = { lessons: number; messages: number; routes: number; routeLessons: number }

export type RoutingDecisions = {
  /** @returns false when it was so already. */
  blacklist(name: string, to: 'add' | 'remove', actor: Actor): Promise<boolean>
  /** @throws `not-found` for a lesson that is not there, `bad-input` for one that somebody wrote into the file. */
  removeLesson(id: string, actor: Actor): Promise<void>
  /** @throws as removeLesson; `bad-input` for a key or a confidence that cannot stand. @returns the id that it has now. */
  editLesson(id: string, change: LessonChange, actor: Actor): Promise<string>
  /** @throws `not-found` without such a route, `bad-input` for one that may not fire. @returns false when it was so already. */
  reflex(route: { region: string; name: string }, to: 'grant' | 'withdraw', actor: Actor): Promise<boolean>
  /** By the setting routing.reflex alone: grants what has just been earned. */
  grantEarned(name: string): Promise<void>
  learning(): Promise<LearningStatus>
  /** @returns false when it was so already. */
  setLearning(to: 'pause' | 'resume', actor: Actor): Promise<boolean>
  forget(what: Forgotten, actor: Actor): Promise<ForgottenUse>
}

export type DecisionParts = {
  memory: RoutingMemory
  skill: (name: string) => RoutedSkill | undefined
  /** Whether what was granted holds. */
  isReflex: (region: string, route: Route) => boolean
  wording: Wording
  settings: RoutingSettings
}

export function routingDecisions(parts: DecisionParts): RoutingDecisions {
  const { memory, wording } = parts
  return {
    ...lessonDecisions(parts),
    ...reflexDecisions(parts),
    async blacklist(said, to, actor) {
      const name = parseSkillName(said)
      const { blacklist } = await memory.level()
      if (blacklist.has(name) === (to === 'add')) return false
      await memory.tell({ event: to === 'add' ? 'route-blacklisted' : 'route-unblacklisted', actor, name })
      return true
    },
    learning: wording.status,
    async setLearning(to, actor) {
      if ((await wording.status()).isPaused === (to === 'pause')) return false
      await wording.set(to, actor)
      return true
    },
    async forget(what, actor) {
      const before = await memory.level()
      const gone = await wording.forget(what, actor)
      await memory.keep()
      const after = await memory.level()
      return {
        ...gone,
        routes: Math.max(0, routesIn(before) - routesIn(after)),
        routeLessons: Math.max(0, before.lessons.length - after.lessons.length),
      }
    },
  }
}

function lessonDecisions({ memory, settings }: DecisionParts): Pick<RoutingDecisions, 'removeLesson' | 'editLesson'> {
  const learned = async (id: string): Promise<{ lesson: RoutingLesson; lessons: RoutingLesson[] }> => {
    const { lessons } = await memory.level()
    const lesson = lessons.find((one) => one.id === id)
    if (lesson === undefined) throw noLesson(id)
    if (isWrittenLesson(id)) throw writtenLesson(id)
    return { lesson, lessons }
  }
  return {
    async removeLesson(id, actor) {
      await learned(id)
      await memory.tell({ event: 'lesson-removed', actor, lesson: id })
    },
    async editLesson(id, { key, confidence }, actor) {
      const { lesson, lessons } = await learned(id)
      if (key === undefined && confidence === undefined) throw noChange()
      if (confidence !== undefined && !(confidence >= settings.lessonPruneBelow && confidence <= 1)) {
        throw weakConfidence(confidence, settings.lessonPruneBelow, id)
      }
      if (key !== undefined && !isKeyFor(lesson.kind, key)) throw badKey(lesson.kind, key)
      const next = key === undefined ? id : (lessonIdWith(lesson, key) ?? id)
      if (next !== id && lessons.some((one) => one.id === next)) throw takenKey(next)
      await memory.tell({ event: 'lesson-edited', actor, lesson: id, key, confidence })
      return next
    },
  }
}

function reflexDecisions({
  memory,
  skill: find,
  isReflex,
  settings,
}: DecisionParts): Pick<RoutingDecisions, 'reflex' | 'grantEarned'> {
  const grant = async (region: string, { skill, digest, version }: RoutedSkill, actor: Actor) =>
    memory.tell({ event: 'reflex-granted', actor, name: skill.name, region, digest, version })
  return {
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
      assertEligible(name, reflexObstacles(route, reflexSkill(known), settings))
      await grant(region, known, actor)
      return true
    },
    async grantEarned(name) {
      if (settings.reflex !== 'automatic') return
      const known = find(name)
      if (known === undefined) return
      for (const [region, { routes }] of (await memory.level()).regions) {
        const route = routes.get(name)
        if (route === undefined) continue
        const said = { grant: memory.grant(region, name), isWithdrawn: memory.isWithdrawn(region, name) }
        if (reflexGrantsItself(route, reflexSkill(known), said, settings)) await grant(region, known, 'system')
      }
    },
  }
}

function routesIn({ regions }: RoutingView): number {
  return [...regions.values()].reduce((sum, { routes }) => sum + routes.size, 0)
}
