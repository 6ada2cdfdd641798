// What is said when a decision about routing cannot be carried out.
import type { RoutingLesson } from '../domain/routing-lessons.ts'
import { SkillError, shown } from '../domain/skill-error.ts'

/** @throws `bad-input` with what stands in the way, gravest first. */
export function assertEligible(name: string, obstacles: string[]): void {
  if (obstacles.length === 0) return
  throw new SkillError(
    'bad-input',
    `"${name}": expected a route that may fire without a yes to its plan, got one with obstacles: ${obstacles.join('; ')}`,
    'Nothing was granted. See how it does with: skill-cortex routes',
  )
}

export function noRoute(region: string, name: string): SkillError {
  return new SkillError(
    'not-found',
    `expected a route, got "${shown(name)}" in the region "${shown(region)}", where it was never used`,
    'List the routes with: skill-cortex routes',
  )
}

export function noLesson(id: string): SkillError {
  return new SkillError(
    'not-found',
    `expected the id of a lesson, got "${shown(id)}"`,
    'List them with: skill-cortex lessons',
  )
}

export function writtenLesson(id: string): SkillError {
  return new SkillError(
    'bad-input',
    `expected a lesson that was learned, got "${id}", which somebody wrote into cortex/cortex.json`,
    'Change it, or take it out, in that file.',
  )
}

export function noChange(): SkillError {
  return new SkillError(
    'bad-input',
    'expected a key or a confidence, got neither',
    'Nothing was changed. Give one of them.',
  )
}

export function weakConfidence(confidence: number, min: number, id: string): SkillError {
  return new SkillError(
    'bad-input',
    `confidence: expected ${min} to 1, got ${confidence}`,
    `Nothing was changed. To drop the lesson: skill-cortex lessons remove ${id}`,
  )
}

export function badKey(kind: RoutingLesson['kind'], key: string): SkillError {
  const expected = {
    dependency_warning: 'the name of a program or package in lower case, of letters, digits and . _ + -',
    env_ready: 'the name of a variable such as TODOIST_API_KEY',
    skill_quality_warning: 'no key: this lesson is on a skill as a whole',
  }[kind]
  return new SkillError('bad-input', `key: expected ${expected}, got "${shown(key)}"`, 'Nothing was changed.')
}

export function takenKey(id: string): SkillError {
  return new SkillError(
    'bad-input',
    `expected a key that no other lesson has there, got that of "${id}"`,
    'Nothing was changed. Remove one of the two.',
  )
}
