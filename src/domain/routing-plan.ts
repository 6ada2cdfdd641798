// Validation and plan, the second and third phase of seed 000: whether a skill may be followed without asking (reflex) or
// what the user must confirm, what it will do, what to check before and what to do when it fails. Says; runs nothing.
import type { Outcome } from './outcomes.ts'
import { printableLine } from './printable.ts'
import { type ReflexGrant, type ReflexSkill, reflexFires, reflexObstacles, reflexRevoked } from './routing-reflex.ts'
import type { Route } from './routing-route.ts'
import type { RoutingFailure, RoutingSettings } from './routing-settings.ts'
import { effectiveWeight } from './routing-weight.ts'
import { onlyReads, SIDE_EFFECT_CLASSES, type SideEffectClass, sideEffectClass } from './side-effect-class.ts'
import type { Skill } from './skill.ts'

/** So often another skill may be tried for one task. */
export const SWITCHES_MAX = 2
const STEPS_SAID_MAX = 12
const STEP_CHARS_MAX = 160

export type Validation =
  | { path: 'reflex'; notice: string }
  /** @property why it is no reflex; @property confirm what the user has to say yes to. */
  | { path: 'standard'; why: string[]; confirm: string[] }

type ValidationParts = {
  skill: ReflexSkill & { name: string }
  route: Route | undefined
  grant: ReflexGrant | undefined
  isBlacklisted: boolean
  now: string
  settings: RoutingSettings
}

export function validate(parts: ValidationParts): Validation {
  const { skill, route, grant, isBlacklisted, now, settings } = parts
  if (route !== undefined && !isBlacklisted && reflexFires(route, grant, skill, now, settings)) {
    return { path: 'reflex', notice: noticeOf(skill, route) }
  }
  return { path: 'standard', why: whyStandard(parts), confirm: toConfirm(skill) }
}

/** What is told of the side effects, by class; classes without any are left out. */
export function sideEffectsByClass(tags: readonly string[]): { class: SideEffectClass; tags: string[] }[] {
  return SIDE_EFFECT_CLASSES.map((of) => ({
    class: of,
    tags: tags.filter((tag) => sideEffectClass(tag) === of),
  })).filter(({ tags }) => tags.length > 0)
}

/** The skill's own steps, else the headings and list items at the beginning of its text. */
export function stepSummary({ steps, content }: Pick<Skill, 'steps' | 'content'>): string[] {
  const said = steps.length > 0 ? steps.map(({ action }) => action) : linesOf(content)
  return said.slice(0, STEPS_SAID_MAX).map((step) => printableLine(step.slice(0, STEP_CHARS_MAX)))
}

/** Lessons page, E 1.1, phase 3.4. */
const RETRY_ADVICE: Record<RoutingFailure, string> = {
  dependency_missing: 'Tell the user what must be installed and have that confirmed by itself; then go on.',
  auth_error: 'Do not retry: ask the user for the credential to be set up.',
  api_error: 'Wait 3 seconds and retry once.',
  task_mismatch: 'Stop following it; suggest the next candidate and ask before switching.',
  runtime_error: 'Stop following it; suggest the next candidate and ask before switching.',
}

function noticeOf({ name, version }: ValidationParts['skill'], { successes, failures }: Route): string {
  const percent = Math.round((100 * successes) / (successes + failures))
  return `Following "${name}" version ${version} (read-only, ${percent}% of ${successes + failures} uses succeeded) without asking for its plan; say "cancel" to stop.`
}

function whyStandard({ skill, route, grant, isBlacklisted, now, settings }: ValidationParts): string[] {
  if (isBlacklisted) return ['it is on the blacklist']
  if (route === undefined) return ['nothing was learned of it here yet']
  const obstacles = reflexObstacles(route, skill, settings)
  if (obstacles.length > 0) return obstacles
  if (grant === undefined) return ['a person has not granted it reflex']
  if (reflexRevoked(grant, route, skill)) return ['what a person granted ended with a failure or a change of the skill']
  return [
    `its effective weight is ${effectiveWeight(route, now, settings).toFixed(2)} now, and ${settings.reflexWeightMin} is needed`,
  ]
}

function toConfirm({ sideEffects, executable }: ReflexSkill): string[] {
  const grave = sideEffectsByClass(sideEffects).filter((one) => one.class !== 'read-only')
  return [
    ...(executable ? [] : ['following it at all: a person has not approved it as it stands']),
    ...(sideEffects.length === 0 ? ['whatever it changes: it declares no side effects'] : []),
    ...grave.map((one) => `${CONFIRMED_AS[one.class]}: ${one.tags.join(', ')}`),
    ...(executable && onlyReads(sideEffects) && grave.length === 0 ? ['the plan as a whole'] : []),
  ]
}

const CONFIRMED_AS: Record<SideEffectClass, string> = {
  'read-only': 'what it reads',
  write: 'what it writes',
  destructive: 'what it deletes',
  credentials: 'the credentials that it uses',
  shell: 'the commands that it runs',
}

function linesOf(content: string): string[] {
  return content
    .split('\n')
    .flatMap((line) => /^\s{0,3}(?:#{2,6}|[-*]|\d{1,3}[.)])\s+(\S.*)$/.exec(line)?.[1]?.trim() ?? [])
}

/** The failures for which there is advice. */
export function retryAdvice(): { kind: Outcome; advice: string }[] {
  return (Object.keys(RETRY_ADVICE) as RoutingFailure[]).map((kind) => ({ kind, advice: RETRY_ADVICE[kind] }))
}
