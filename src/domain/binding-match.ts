// Whether the conditions of a binding hold. Fields of events and patterns of bindings are both text of others: nothing of
// either is ever run as a regular expression, and nothing takes longer than pattern times text.
import type { Condition } from './binding.ts'
import { type BindingEvent, fieldOf } from './binding-event.ts'

/** Of a field; what stands beyond is not looked at. */
export const FIELD_LOOKED_AT_CHARS_MAX = 4_000

/** The first condition that does not hold, or undefined. */
export function failedCondition(
  conditions: readonly Condition[],
  event: Pick<BindingEvent, 'type' | 'session' | 'fields'>,
): Condition | undefined {
  return conditions.find((condition) => !holds(condition, fieldOf(event, condition.field)))
}

/** A list holds where one of its items does. What is no text, number or truth value never does. */
function holds(condition: Condition, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => !Array.isArray(item) && holds(condition, item))
  const text = textOf(value)
  if (text === undefined) return false
  const wanted = String(condition.value)
  switch (condition.op) {
    case 'equals':
      return text === wanted
    case 'contains':
      return text.toLowerCase().includes(wanted.toLowerCase())
    case 'matches':
      return matchesPattern(wanted, text)
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value.slice(0, FIELD_LOOKED_AT_CHARS_MAX) : undefined
}

/**
 * The whole text against a pattern in which `*` stands for any characters and `?` for one; letters of either case are the
 * same. One star at a time is moved, so that the steps are at most pattern × text, whatever both hold.
 */
export function matchesPattern(said: string, saidText: string): boolean {
  const [pattern, text] = [said.toLowerCase(), saidText.toLowerCase()]
  let [p, t] = [0, 0]
  // Where the last star stands, and up to where it reaches so far.
  let star = -1
  let reach = 0
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++
      reach = t
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) {
      p++
      t++
    } else if (star >= 0) {
      p = star + 1
      t = ++reach
    } else return false
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}
