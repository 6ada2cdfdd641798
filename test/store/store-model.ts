// What should stand for one skill, said a second time and much more simply than by the store: bytes, numbers, a map.

export type Known = {
  /** The bytes on disk. */
  live: string | undefined
  /** The bytes and the number of the record's newest version. */
  newest: string | undefined
  count: number
  /** Bytes that were promised to come back, by version. */
  kept: Map<number, string>
  /** What somebody read last, and under which version. */
  looked: { version: number; bytes: string | undefined } | undefined
}

export const unknown = (): Known => ({
  live: undefined,
  newest: undefined,
  count: 0,
  kept: new Map(),
  looked: undefined,
})

/** A hand edit counts as a version from the moment it stands, whether or not anybody has written that down. */
export function versionOf({ live, newest, count }: Known): number {
  if (live === undefined) return 0
  return live === newest ? count : count + 1
}

/** The bytes on disk are written down. */
export function noticed(known: Known): Known {
  if (known.live === undefined) return known
  const count = versionOf(known)
  return { ...known, count, newest: known.live, kept: new Map(known.kept).set(count, known.live) }
}

/** These bytes were acknowledged as the next version. */
export function saved(before: Known, bytes: string): Known {
  const known = recorded(before, bytes)
  return { ...known, live: bytes, kept: new Map(known.kept).set(known.count, bytes) }
}

/** The crash came after the record and before the skill: nothing was acknowledged. */
export function recorded(before: Known, bytes: string): Known {
  const known = noticed(before)
  return { ...known, count: known.count + 1, newest: bytes }
}

export function archived(known: Known): Known {
  return { ...noticed(known), live: undefined }
}

/** Bytes that are the newest already come back under their own number. */
export function restored(before: Known, bytes: string): Known {
  const known = noticed(before)
  return known.newest === bytes ? { ...known, live: bytes } : saved(known, bytes)
}
