// A date that another system wrote, as the one form in which dates are compared here.
import { z } from 'zod'

// What stands before is the zero of somebody's clock, not a day on which something happened.
const EARLIEST_MS = Date.UTC(1990, 0)
const dateTime = z.iso.datetime({ offset: true, local: true })

/**
 * ISO 8601 in UTC with milliseconds; a date without a time zone is taken as UTC. Undefined for what is no date, lies
 * ahead of `now`, or before 1990.
 */
export function pastInstant(value: unknown, now: string): string | undefined {
  const parsed = dateTime.safeParse(value)
  if (!parsed.success) return undefined
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(parsed.data)
  const at = Date.parse(hasZone ? parsed.data : `${parsed.data}Z`)
  return at >= EARLIEST_MS && at <= Date.parse(now) ? new Date(at).toISOString() : undefined
}
