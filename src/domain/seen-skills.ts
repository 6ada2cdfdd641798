// What a session has already been shown: a fold of its journal, so that a hook process and the server agree. A skill
// counts as seen for 30 turns; a client that cleared or compacted its context has seen nothing (DESIGN 4).

export const SEEN_TURNS_MAX = 30

export type SeenSkills = {
  /** Recalls so far; a turn is one recall. */
  turns: number
  /** Name to the turn at which it was last shown or loaded. */
  shown: ReadonlyMap<string, number>
  /** The same for see-also lines, which never count as shown. */
  related: ReadonlyMap<string, number>
}

/** The events that tell what was seen, of whatever else a session's journal holds. */
export type SeenEvent =
  | { event: 'turn' }
  | { event: 'recalled'; skills: string[]; related: string[] }
  | { event: 'loaded'; skillName: string }
  | { event: 'tool-called'; ok: boolean; skill?: string | null | undefined }
  | { event: 'session-started'; source?: string | null | undefined }
  | { event: 'session-ended' | 'outcome' | 'feedback' | 'interaction' }

export const NOTHING_SEEN: SeenSkills = { turns: 0, shown: new Map(), related: new Map() }

export function foldSeen(seen: SeenSkills, event: SeenEvent): SeenSkills {
  switch (event.event) {
    case 'turn':
      return { ...seen, turns: seen.turns + 1 }
    case 'recalled':
      return {
        ...seen,
        shown: withTurn(seen.shown, event.skills, seen.turns),
        related: withTurn(seen.related, event.related, seen.turns),
      }
    case 'loaded':
      return { ...seen, shown: withTurn(seen.shown, [event.skillName], seen.turns) }
    case 'tool-called':
      return event.ok && event.skill ? { ...seen, shown: withTurn(seen.shown, [event.skill], seen.turns) } : seen
    case 'session-started':
      return event.source === 'clear' || event.source === 'compact' ? { ...NOTHING_SEEN, turns: seen.turns } : seen
    case 'session-ended':
    case 'outcome':
    case 'feedback':
    case 'interaction':
      return seen
  }
}

export function isSeen(map: ReadonlyMap<string, number>, name: string, turns: number): boolean {
  const turn = map.get(name)
  return turn !== undefined && turns - turn < SEEN_TURNS_MAX
}

function withTurn(map: ReadonlyMap<string, number>, names: string[], turn: number): ReadonlyMap<string, number> {
  // A session loads the same skills again and again: without a change there is nothing to copy.
  if (names.every((name) => map.get(name) === turn)) return map
  const next = new Map(map)
  for (const name of names) next.set(name, turn)
  return next
}
