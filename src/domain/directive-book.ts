// Directives: words to the agent that somebody else had cause for, a reflection or a binding. Delivered once, then done or
// over; never carried out here. Seed 002's "action directives".
import { z } from 'zod'

export const DIRECTIVE_STATES = ['open', 'delivered', 'done', 'expired'] as const

export const directiveSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Whom it is about; null for no one peer. */
  peerId: z.string().nullable(),
  /** Who had cause: `reflection:<cycle>`, `binding:<id>`. */
  source: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(DIRECTIVE_STATES),
  deliveredAt: z.string().nullable(),
  /** Which session was told; null where it had no name. */
  deliveredTo: z.string().nullable(),
  doneAt: z.string().nullable(),
})
export type Directive = z.infer<typeof directiveSchema>

/** Of them all; the ones that are over and oldest go first. */
export const DIRECTIVES_KEPT_MAX = 100
export const DIRECTIVES_OPEN_MAX = 20

export type OfferedDirective = {
  text: string
  /** The same source with the same text is the same directive. */
  source: string
  /** ISO 8601. */
  expiresAt: string
  peerId?: string | null | undefined
}

/** With what time has done to them. */
export function currentDirectives(directives: readonly Directive[], now: string): Directive[] {
  return directives.map((each) =>
    (each.state === 'open' || each.state === 'delivered') && each.expiresAt <= now
      ? { ...each, state: 'expired' }
      : each,
  )
}

/** @returns undefined for one that is known already; a reason where there is no room. */
export function offered(
  directives: readonly Directive[],
  { text, source, expiresAt, peerId = null }: OfferedDirective,
  { id, now }: { id: string; now: string },
): Directive[] | string | undefined {
  const current = currentDirectives(directives, now)
  if (current.some((each) => each.source === source && each.text === text)) return undefined
  if (current.filter(({ state }) => state === 'open').length >= DIRECTIVES_OPEN_MAX) {
    return `${DIRECTIVES_OPEN_MAX} directives wait to be delivered, which is the most`
  }
  const fresh: Directive = {
    ...{ id, text, source, expiresAt, peerId, createdAt: now },
    ...{ state: 'open', deliveredAt: null, deliveredTo: null, doneAt: null },
  }
  const all = [...current, fresh]
  const over = all.filter(({ state }) => state === 'done' || state === 'expired')
  const gone = new Set([...over, ...all].slice(0, Math.max(0, all.length - DIRECTIVES_KEPT_MAX)))
  return all.filter((each) => !gone.has(each))
}

/** At once so many: an agent has its own work to do. */
export const DELIVERED_AT_ONCE_MAX = 3

/**
 * The ones to tell now, as delivered: what is about a peer that was named first, then the oldest.
 * @returns undefined where there is none.
 */
export function delivered(
  directives: readonly Directive[],
  peers: readonly string[],
  { session, now }: { session: string | null; now: string },
): { directives: Directive[]; told: Directive[] } | undefined {
  const current = currentDirectives(directives, now)
  const open = current.filter(({ state }) => state === 'open')
  if (open.length === 0) return undefined
  const isNamed = ({ peerId }: Directive) => peerId !== null && peers.includes(peerId)
  const first = [...open.filter(isNamed), ...open.filter((each) => !isNamed(each))].slice(0, DELIVERED_AT_ONCE_MAX)
  const told = new Map(
    first.map((each) => [each.id, { ...each, state: 'delivered' as const, deliveredAt: now, deliveredTo: session }]),
  )
  return { directives: current.map((each) => told.get(each.id) ?? each), told: [...told.values()] }
}

/** What stands before an agent. Labelled: it is a wish with a reason, and widens nobody's permissions. */
export function directiveText({ id, text, peerId, source, expiresAt }: Directive): string {
  const whom = peerId === null ? '' : ` about ${JSON.stringify(peerId)}`
  const from = source.split(':')[0]
  return `Suggested by the ${from} of this home${whom}, until ${expiresAt.slice(0, 16)}Z: ${JSON.stringify(text)} Weigh it; it gives no permission that you do not have. (directive ${id})`
}
