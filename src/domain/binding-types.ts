// The types of events that a binding may name: a closed list, spelled as on the stream (live-event.ts), and patterns over
// it. What a journal line is called there is found here under its new name.
import { journalEventSchema, ledgerEventSchema } from './journal-event.ts'
import { liveType } from './live-event.ts'
import { nearestNames } from './nearest-names.ts'
import { shown } from './skill-error.ts'

/** What a binding may emit: nobody else's type begins so. */
export const CUSTOM_TYPE = /^custom(?:\.[a-z0-9][a-z0-9_]{0,39}){1,3}$/
const CUSTOM_PATTERN = /^custom(?:\.(?:[a-z0-9][a-z0-9_]{0,39}|\*)){1,3}$/

/** Told on the bus alone; noted in the ledger where a binding waits for them. */
export const NOTED_TYPES = [
  'cortex.after_reflect',
  'cortex.after_assess',
  'ledger.after_record',
  'ledger.after_assess',
] as const

// A binding's own traces: on these nothing fires, or one firing would beget the next.
const OWN = new Set(['binding-fired', 'binding-added', 'binding-changed', 'binding-removed', 'event-noted'])

const JOURNALLED = [...journalEventSchema.options, ...ledgerEventSchema.options]
  .flatMap(({ shape: { event } }): string[] => ('options' in event ? event.options : [...event.values]))
  .filter((event) => !OWN.has(event))

export const EVENT_TYPES: readonly string[] = [...new Set([...JOURNALLED.map(liveType), ...NOTED_TYPES])].sort()

// As the lines of the journal are called, and as seed 001 calls them.
const FORMER_NAMES: ReadonlyMap<string, string> = new Map([
  ...JOURNALLED.map((event) => [event, liveType(event)] as const),
  ['tool_call', 'tool.called'],
  ['agent_turn_end', 'turn'],
  ['session_end', 'session.ended'],
])

/** In the one spelling that is kept. */
export function spelledType(type: string): string {
  return FORMER_NAMES.get(type) ?? type
}

/** `*` stands for one segment, as the last one for any number of them, at least one. */
export function isOfType(pattern: string, type: string): boolean {
  const wanted = pattern.split('.')
  const given = type.split('.')
  const isOpen = wanted.at(-1) === '*'
  if (isOpen ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted.every((segment, i) => segment === '*' || segment === given[i])
}

/** What is wrong with a pattern, or undefined: it must be able to match something. */
export function eventPatternFault(said: string): string | undefined {
  const pattern = spelledType(said)
  if (CUSTOM_PATTERN.test(pattern)) return undefined
  if (/^(?:[a-z_]+|\*)(?:\.(?:[a-z_]+|\*))*$/.test(pattern) && EVENT_TYPES.some((type) => isOfType(pattern, type))) {
    return undefined
  }
  const near = nearestNames(pattern, EVENT_TYPES)
  const hint = near.length === 0 ? `one of ${EVENT_TYPES.join(', ')}` : `for example ${near.join(', ')}`
  return `expected a type of event, ${hint}, or custom.<name>; * may stand for a segment; got "${shown(said)}"`
}
