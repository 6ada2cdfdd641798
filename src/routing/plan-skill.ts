// The plan of following a skill, before anybody does: its steps, what it does to the world, what to check, what the past
// warns of, whether the user must say yes and to what. Reads only, but for a reflex, which is written down as it fires.
import { type LoadOrder, loadOrder } from '../domain/dependency-graph.ts'
import { policyInForce, whyNotExecutable } from '../domain/policy-in-force.ts'
import type { Actor } from '../domain/record.ts'
import { lessonsFor, lessonText } from '../domain/routing-candidates.ts'
import type { RoutingLesson } from '../domain/routing-lessons.ts'
import {
  retryAdvice,
  SWITCHES_MAX,
  sideEffectsByClass,
  stepSummary,
  type Validation,
  validate,
} from '../domain/routing-plan.ts'
import type { RoutingSettings } from '../domain/routing-settings.ts'
import { environmentNames, type SideEffectClass } from '../domain/side-effect-class.ts'
import type { Policy } from '../domain/skill.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { hiddenSkill } from '../domain/skill-refusal.ts'
import type { RoutingMemory } from './routing-memory.ts'
import { type RoutedSkill, reflexSkill } from './routing-parts.ts'
import { worthKeeping } from './worth-keeping.ts'

export type SkillPlan = {
  name: string
  version: number
  region: string
  steps: string[]
  sideEffects: { class: SideEffectClass; tags: string[] }[]
  /** False: nobody said what it does, so nobody knows. */
  sideEffectsDeclared: boolean
  /** To load first, in order. */
  loadFirst: string[]
  /** Needed and not in the library. */
  missing: string[]
  /** Programs that were missing before: look for them before the first step. */
  check: { program: string; command: string }[]
  /** Names only; whether this server's own environment has them. */
  environment: { name: string; present: boolean }[]
  lessons: string[]
  conflicts: string[]
  /** How the skill stands. */
  warnings: string[]
  policy: Policy
  executable: boolean
  whyNot?: string
  validation: Validation
  retry: { kind: string; advice: string }[]
  switchesMax: number
  /** It has proven itself here, and nobody has kept it yet. */
  worthKeeping?: boolean
}

export type PlanParts = {
  memory: Pick<RoutingMemory, 'level' | 'grant' | 'tell'>
  skill: (name: string) => RoutedSkill | undefined
  isSet: (variable: string) => boolean
  now: () => Date
  settings: RoutingSettings
}

/**
 * @param region where find_skill found it; else the one of its own name.
 * @throws `not-found` for a skill that is not there, and as get_skill does for one that is hidden.
 */
export async function planSkill(
  name: string,
  region: string | undefined,
  actor: Actor,
  parts: PlanParts,
): Promise<SkillPlan> {
  const { memory, skill: find, isSet, now, settings } = parts
  const view = await memory.level()
  const known = find(name)
  if (known === undefined) throw noSkill(name)
  if (known.standing.exposure === 'hidden') throw hiddenSkill(name, known.standing)
  const { skill, version, executable } = known
  const at = region ?? name
  const route = view.regions.get(at)?.routes.get(name)
  const validation = validate({
    ...{ skill: { ...reflexSkill(known), name }, grant: memory.grant(at, name), now: now().toISOString(), settings },
    route,
    isBlacklisted: view.blacklist.has(name),
  })
  if (validation.path === 'reflex') await memory.tell({ event: 'reflex-fired', actor, name, region: at })
  const isProven = route !== undefined && worthKeeping(at, route, known, settings) !== undefined
  const lessons = lessonsFor(view.lessons, at, name)
  const needs = loadOrder(skill, (other) => find(other)?.skill)
  return {
    ...{ name, version, region: at, steps: stepSummary(skill) },
    sideEffects: sideEffectsByClass(skill.policy.sideEffects),
    sideEffectsDeclared: skill.policy.sideEffects.length > 0,
    ...needed(needs),
    check: lessons.flatMap(checkOf),
    environment: environmentNames(skill.policy).map((variable) => ({ name: variable, present: isSet(variable) })),
    lessons: lessons.map(lessonText),
    warnings: known.standing.warnings,
    policy: policyInForce(skill.policy, known.standing).policy,
    executable,
    ...(executable ? {} : { whyNot: whyNotExecutable(known.standing) }),
    ...{ validation, retry: retryAdvice(), switchesMax: SWITCHES_MAX },
    ...(isProven ? { worthKeeping: true } : {}),
  }
}

function needed({ names, missing, conflicts }: LoadOrder): Pick<SkillPlan, 'loadFirst' | 'missing' | 'conflicts'> {
  return {
    loadFirst: names,
    missing: missing.map((one) => one.name),
    conflicts: conflicts.map(([one, other]) => `"${one}" conflicts with "${other}"`),
  }
}

function checkOf({ kind, key }: RoutingLesson): { program: string; command: string }[] {
  return kind === 'dependency_warning' && key !== null ? [{ program: key, command: `which ${key}` }] : []
}

function noSkill(name: string): SkillError {
  return new SkillError(
    'not-found',
    `expected the name of a skill in the library, got "${shown(name)}"`,
    'Find one with find_skill or list_skills.',
  )
}
