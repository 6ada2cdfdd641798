// The bindings as people look at them: each with its skill, how often it fired and whether it waits, and the last events
// with what fired for each.
import type { Binding } from '../domain/binding.ts'
import { cooldownUntil, inFiringOrder, whyNot } from '../domain/binding-due.ts'
import { type FiredEvent, type Firings, firedEvents } from '../domain/binding-fold.ts'
import { bindingText } from '../domain/binding-text.ts'
import { EVENT_TYPES, spelledType } from '../domain/binding-types.ts'
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { Exposure } from '../domain/exposure.ts'

export const EVENTS_REPORTED_MAX = 30

export type BoundSkill = { summary: string; exposure: Exposure }
export type ReportedBinding = Binding & {
  /** All of it in one line. */
  text: string
  /** Null when no skill has that name now. */
  summary: string | null
  exposure: Exposure | null
  fired: number
  failed: number
  lastFiredAt: string | null
  cooldownUntil: string | null
}
export type BindingReport = {
  bindings: ReportedBinding[]
  status: { total: number; enabled: number; activeCooldowns: number; fault: Diagnostic | null }
  recent: FiredEvent[]
  /** What a binding can wait for, beside custom.<name>. */
  eventTypes: readonly string[]
}

export type Reported = {
  bindings: readonly Binding[]
  fault: Diagnostic | undefined
  firings: Firings
  skill: (name: string) => BoundSkill | undefined
  now: Date
}

export function bindingReport({ bindings, fault, firings, skill, now }: Reported, eventsMax: number): BindingReport {
  const state = { lastFiredAt: (id: string) => firings.tallies[id]?.lastFiredAt, now }
  const reported = inFiringOrder(bindings).map((binding): ReportedBinding => {
    const bound = skill(binding.skill)
    const tally = firings.tallies[binding.id]
    return {
      ...binding,
      text: bindingText(binding),
      summary: bound?.summary ?? null,
      exposure: bound?.exposure ?? null,
      fired: tally?.fired ?? 0,
      failed: tally?.failed ?? 0,
      lastFiredAt: tally?.lastFiredAt ?? null,
      cooldownUntil: (binding.enabled ? cooldownUntil(binding, state) : undefined) ?? null,
    }
  })
  return {
    bindings: reported,
    status: {
      total: reported.length,
      enabled: reported.filter(({ enabled }) => enabled).length,
      activeCooldowns: reported.filter((each) => each.cooldownUntil !== null).length,
      fault: fault ?? null,
    },
    recent: firedEvents(firings, eventsMax),
    eventTypes: EVENT_TYPES,
  }
}

/** An event as somebody imagines it. */
export type TestEvent = { type: string; session?: string | undefined; fields?: Record<string, unknown> | undefined }
export type TestedBinding = { id: string; skill: string; text: string; fires: boolean; why: string | null }

/** Which would fire for it now, and why the others would not. Nothing fires. */
export function testBindings(
  { bindings, firings, now }: Pick<Reported, 'bindings' | 'firings' | 'now'>,
  { type, session, fields }: TestEvent,
): TestedBinding[] {
  const event = { type: spelledType(type), session: session ?? null, fields: fields ?? {}, path: [] }
  const state = { lastFiredAt: (id: string) => firings.tallies[id]?.lastFiredAt, now }
  return inFiringOrder(bindings).map((binding) => {
    const why = whyNot(binding, event, state) ?? null
    return { id: binding.id, skill: binding.skill, text: bindingText(binding), fires: why === null, why }
  })
}
