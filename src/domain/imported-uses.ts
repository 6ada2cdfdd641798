// Uses that another system logged, as events of this journal. An id is made of the line itself, so that a log that has
// grown, was trimmed or stands elsewhere by now brings only what is new. Pure.
import { sha256Of } from './digest.ts'

const ID_DIGITS = 32
// A file's last use and the line that logs it were written one after the other.
const SAME_USE_MS_MAX = 60_000

/** @property line its text. @property skill its name here. */
export type LoggedUse = { session: string; line: string; skill: string; at: string }
/** @property session undefined when it is not known. */
export type ImportedUse = { id: string; session: string | undefined; skill: string; at: string }

/** No live session is called so by chance, and nobody's id is carried over. */
export function importedSession(session: string): string {
  return `imported-${sha256Of(session).slice(0, ID_DIGITS)}`
}

/** One event for each line, oldest first. Of equal lines of a session each counts. */
export function usesOfLog(logged: readonly LoggedUse[]): ImportedUse[] {
  const counts = new Map<string, number>()
  const uses = logged.map(({ session, line, skill, at }) => {
    const key = JSON.stringify([session, line, skill])
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    return { id: useId([key, nth]), session: importedSession(session), skill, at }
  })
  return oldestFirst(uses)
}

/** Those whose last use is not in the log: it may have been kept for some weeks only. */
export function usesBesideLog(
  lastUsed: readonly { skill: string; at: string }[],
  logged: readonly Pick<ImportedUse, 'skill' | 'at'>[],
): ImportedUse[] {
  const latest = new Map<string, number>()
  for (const { skill, at } of logged) latest.set(skill, Math.max(latest.get(skill) ?? 0, Date.parse(at)))
  const missing = lastUsed.filter(({ skill, at }) => (latest.get(skill) ?? 0) < Date.parse(at) - SAME_USE_MS_MAX)
  return oldestFirst(
    missing.map(({ skill, at }) => ({ id: useId(['last use', skill, at]), session: undefined, skill, at })),
  )
}

export function oldestFirst<U extends { at: string }>(uses: readonly U[]): U[] {
  return [...uses].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function useId(of: unknown[]): string {
  return sha256Of(JSON.stringify(of)).slice(0, ID_DIGITS)
}
