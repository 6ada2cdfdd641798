// How long to wait before asking a server again: what it asks for, else exponentially longer with full jitter, so that
// many callers do not come back together. It sleeps nowhere and has no dice of its own.

export const TRIES_MAX = 4
const FIRST_DELAY_MS_MAX = 1_000
const DELAY_MS_MAX = 30_000
/** A server that asks for more is asked again by the next run, not by this one. */
export const RETRY_AFTER_MS_MAX = 60_000

/**
 * @param tries how often it was asked so far, from 1.
 * @param retryAfterMs what the server asked for, if it did.
 * @param dice from 0 up to 1.
 * @returns undefined when it is not to be asked again.
 */
export function retryDelayMs(tries: number, retryAfterMs: number | undefined, dice: number): number | undefined {
  if (tries >= TRIES_MAX) return undefined
  const jitterMs = dice * Math.min(DELAY_MS_MAX, FIRST_DELAY_MS_MAX * 2 ** (tries - 1))
  if (retryAfterMs === undefined) return Math.round(jitterMs)
  // Never sooner than asked for; the jitter keeps those who were told the same apart.
  return retryAfterMs > RETRY_AFTER_MS_MAX ? undefined : Math.round(retryAfterMs + jitterMs)
}

/** The header Retry-After: seconds or a date. Undefined for what is neither; a date that has passed is 0. */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000)
  // Only the form of HTTP: Date.parse takes far more for a date.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
