// Skills that a client lists by itself, because it reads their folder too: left out of the index that is shown to it, and
// nowhere else. Recall, loading and learning know nothing of this.
import type { Client } from './client-channels.ts'
import type { IndexLine } from './skill-index-text.ts'

/** For each client the names of such skills, or the first parts of their names: `work` is also `work/pdf`. */
export type NativeSkills = Partial<Record<Client, readonly string[]>>

export type ShownIndex<L extends Pick<IndexLine, 'name'> = IndexLine> = { lines: L[]; leftToClient: number }

export function leaveToClient<L extends Pick<IndexLine, 'name'>>(lines: L[], own: readonly string[]): ShownIndex<L> {
  if (own.length === 0) return { lines, leftToClient: 0 }
  const named = new Set(own)
  const left = lines.filter(({ name }) => !beginningsOf(name).some((beginning) => named.has(beginning)))
  return { lines: left, leftToClient: lines.length - left.length }
}

// Of "a/b/c": itself, "a/b" and "a".
function beginningsOf(name: string): string[] {
  const beginnings = [name]
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) beginnings.push(name.slice(0, at))
  return beginnings
}
