// Which skills each session's last search of its own listed. Memory only: after a restart a load counts as by name.
const SESSIONS_KEPT_MAX = 200

export type SearchMemory = {
  note(names: readonly string[], session: string | undefined): void
  found(session: string | undefined, name: string): boolean
}

export function createSearchMemory(): SearchMemory {
  const lastBySession = new Map<string, ReadonlySet<string>>()
  return {
    note(names, session) {
      if (session === undefined) return
      lastBySession.delete(session)
      lastBySession.set(session, new Set(names))
      if (lastBySession.size > SESSIONS_KEPT_MAX) lastBySession.delete(lastBySession.keys().next().value!)
    },
    found: (session, name) => session !== undefined && (lastBySession.get(session)?.has(name) ?? false),
  }
}
