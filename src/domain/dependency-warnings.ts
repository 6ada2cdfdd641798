// What a reader of a skill is told of the skills that it needs: which to load first, what is not there, what conflicts.
// Sentences without a full stop, the same for agents and people.
import type { LoadOrder } from './dependency-graph.ts'
import { shown } from './skill-error.ts'

export const DEPENDENCY_WARNINGS_MAX = 20
const NAMES_SAID_MAX = 20
const PATH_NAMES_SAID_MAX = 12

/** Undefined when the skill needs nothing that is there. */
export function loadFirstSentence({ names, leftOut }: LoadOrder): string | undefined {
  if (names.length === 0) return undefined
  const more = leftOut + Math.max(0, names.length - NAMES_SAID_MAX)
  return `Load first, in this order: ${names.slice(0, NAMES_SAID_MAX).join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

export function dependencyWarnings({ names, leftOut, missing, conflicts, cycles }: LoadOrder): string[] {
  const warnings = [
    ...missing.map(({ name, neededBy }) => `"${neededBy}" needs "${shown(name)}", which is not there`),
    ...conflicts.map(([one, other]) => `"${one}" and "${other}" conflict: do not follow both without asking`),
    ...cycles.map((cycle) => `these need each other, so no order is right: ${cyclePath(cycle)}`),
    ...(leftOut === 0 ? [] : [`it needs ${names.length + leftOut} skills; the first ${names.length} are listed`]),
  ]
  const more = warnings.length - DEPENDENCY_WARNINGS_MAX
  return more <= 0
    ? warnings
    : [...warnings.slice(0, DEPENDENCY_WARNINGS_MAX), `and ${more} more; see: skill-cortex check`]
}

/** `a -> b -> a`; a long one without its middle. */
export function cyclePath(cycle: readonly string[]): string {
  if (cycle.length <= PATH_NAMES_SAID_MAX) return cycle.join(' -> ')
  const half = PATH_NAMES_SAID_MAX / 2
  const [head, tail] = [cycle.slice(0, half), cycle.slice(-half)]
  return [...head, `(${cycle.length - PATH_NAMES_SAID_MAX} more)`, ...tail].join(' -> ')
}
