const DAY_MS = 86_400_000

/** Whole days, never negative: clocks jump. */
export function ageDays(createdAt: string, now: Date): number {
  const days = Math.floor((now.getTime() - Date.parse(createdAt)) / DAY_MS)
  return Number.isFinite(days) ? Math.max(0, days) : 0
}
