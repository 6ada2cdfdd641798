// Gives the operator token for a ticket of `skill-cortex ui` (domain/ui-ticket.ts): in time, at this port, and once.
import { readTicket } from '../domain/ui-ticket.ts'

// More tickets than a person opens in the minutes that one holds; beyond it no more are taken until some have ended.
const TAKEN_MAX = 1_000

export type UiDoor = {
  /** Undefined for a ticket that holds no more, was used, or was never made with our token for our port. */
  tokenFor(ticket: string): string | undefined
  /** Told once the port is known; before, no ticket holds. */
  openedAt(port: number): void
}

/** @param operator the token; undefined where the home keeps none: then no ticket holds. */
export function createUiDoor(operator: string | undefined, now: () => Date): UiDoor {
  const taken = new Map<string, number>()
  let atPort: number | undefined
  return {
    openedAt(port) {
      atPort = port
    },
    tokenFor(ticket) {
      if (operator === undefined || atPort === undefined) return undefined
      const read = readTicket(ticket, { token: operator, port: atPort, now: now() })
      for (const [nonce, untilMs] of taken) if (untilMs <= now().getTime()) taken.delete(nonce)
      if (read === undefined || taken.has(read.nonce) || taken.size >= TAKEN_MAX) return undefined
      taken.set(read.nonce, read.untilMs)
      return operator
    },
  }
}
