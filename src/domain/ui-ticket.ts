// The ticket in the link that `skill-cortex ui` opens: whoever shows it to the server in time, and first, is given the
// operator token. It stands in an address and in the arguments of a browser, where others may read it, so it is worth
// little: it holds for minutes, once, and at one port. Whoever knows the token can make one; nobody learns the token of it.
import { createHash } from 'node:crypto'

/** Long enough to copy a link by hand, short enough to be worthless in a log. */
export const TICKET_MS_MAX = 5 * 60_000
export const TICKET_CHARS_MAX = 200

const TICKET = /^(\d{13})\.([A-Za-z0-9_-]{16,64})\.([0-9a-f]{64})$/

type Made = { token: string; port: number; now: Date; nonce: string }

/** @param nonce of at least 16 characters A-Z, a-z, 0-9, `_` or `-`, never used before. */
export function uiTicket({ token, port, now, nonce }: Made): string {
  const until = String(now.getTime() + TICKET_MS_MAX)
  return `${until}.${nonce}.${sealOf({ token, port, until, nonce })}`
}

/**
 * Whether this ticket was made with this token for this port and holds now; whether it was shown before is for the caller
 * to know. @returns its nonce and when it ends, or undefined.
 */
export function readTicket(
  ticket: string,
  { token, port, now }: Omit<Made, 'nonce'>,
): { nonce: string; untilMs: number } | undefined {
  const [, until, nonce, seal] = TICKET.exec(ticket) ?? []
  if (until === undefined || nonce === undefined || seal === undefined) return undefined
  const leftMs = Number(until) - now.getTime()
  if (leftMs <= 0 || leftMs > TICKET_MS_MAX) return undefined
  const expected = sealOf({ token, port, until, nonce })
  return isSame(seal, expected) ? { nonce, untilMs: Number(until) } : undefined
}

// HMAC-SHA-256 (RFC 2104) over its parts, spelled out because this layer has the hash alone.
function sealOf({ token, port, until, nonce }: { token: string; port: number; until: string; nonce: string }): string {
  const key = createHash('sha256').update(token).digest()
  const padded = (byte: number) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ byte)
  const inner = createHash('sha256').update(padded(0x36)).update(`skill-cortex ui ${port} ${until} ${nonce}`).digest()
  return createHash('sha256').update(padded(0x5c)).update(inner).digest('hex')
}

// Digests of both, so that the time it takes tells nothing of where they differ.
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')
  return digest(a) === digest(b)
}
