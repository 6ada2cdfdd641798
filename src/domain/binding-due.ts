// Which bindings fire for an event, and of the others why not: one rule for the firing and for who only asks.
import type { Binding } from './binding.ts'
import type { BindingEvent } from './binding-event.ts'
import { failedCondition } from './binding-match.ts'
import { isOfType } from './binding-types.ts'
import { shown } from './skill-error.ts'

/** What was told late, or while nothing ran, and is older than this concerns nobody any more. */
export const EVENT_AGE_MS_MAX = 24 * 3_600_000
/** How many bindings in a row may lead to an event. */
export const EMIT_DEPTH_MAX = 3

export type Asked = Pick<BindingEvent, 'type' | 'session' | 'fields' | 'path'>
export type FiringState = {
  /** When it fired last. */
  lastFiredAt: (binding: string) => string | undefined
  now: Date
}

/** Why it does not fire, whenever the event may have been; undefined: it fires. */
export function whyNot(binding: Binding, event: Asked, state: FiringState): string | undefined {
  if (!isOfType(binding.event, event.type)) return `it waits for ${binding.event}`
  if (!binding.enabled) return 'it is switched off'
  if (event.path.includes(binding.id)) return 'the event came of its own firing'
  const failed = failedCondition(binding.conditions, event)
  if (failed !== undefined) return `${failed.field} ${failed.op} "${shown(String(failed.value))}" does not hold`
  const until = cooldownUntil(binding, state)
  return until === undefined ? undefined : `it has fired a moment ago and waits until ${until}`
}

/** Until when it does not fire again; undefined: it may. A last time in the future is a clock that was put back. */
export function cooldownUntil(
  { id, cooldownSeconds }: Pick<Binding, 'id' | 'cooldownSeconds'>,
  { lastFiredAt, now }: FiringState,
): string | undefined {
  const last = lastFiredAt(id)
  if (last === undefined || cooldownSeconds === 0) return undefined
  const at = Date.parse(last)
  const until = at + cooldownSeconds * 1_000
  return at <= now.getTime() && now.getTime() < until ? new Date(until).toISOString() : undefined
}

/** Whether it happened and was written down since the binding waits for it, and not too long ago. */
export function isInTime({ since }: Pick<Binding, 'since'>, { at, seq }: BindingEvent, now: Date): boolean {
  const [from, happened] = [Date.parse(since), Date.parse(at)]
  return seq >= from && happened >= from && now.getTime() - happened <= EVENT_AGE_MS_MAX
}

/** The order in which they fire: by priority, then the older one. */
export function inFiringOrder(bindings: readonly Binding[]): Binding[] {
  return [...bindings].sort(
    (a, b) => b.priority - a.priority || compare(a.createdAt, b.createdAt) || compare(a.id, b.id),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
