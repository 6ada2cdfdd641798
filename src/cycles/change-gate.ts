// No model is asked twice about the same: a pass whose content is what it was at its last applied run is left out, for a
// week at most.
import type { Cycle } from '../domain/cycle.ts'

export const GATE_DAYS_MAX = 7
const DAY_MS = 24 * 3_600_000

/** @param cycles of one pass, oldest first. @returns the reason to leave it out, or undefined. */
export function unchangedSince(fingerprint: string, cycles: readonly Cycle[], now: Date): string | undefined {
  const last = cycles.findLast(({ status }) => status === 'applied' || status === 'undone')
  if (last === undefined || last.fingerprint !== fingerprint) return undefined
  const age = now.getTime() - Date.parse(last.at)
  // A clock that went back must not hold a pass up for ever.
  return age < 0 || age > GATE_DAYS_MAX * DAY_MS ? undefined : `nothing has changed since its run of ${last.at}`
}
