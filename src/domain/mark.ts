import { sha256Of } from './digest.ts'

const MARK_CHARS = 12

/** Stands for a thing in what is kept, is short, and tells nothing of it. */
export function markOf(thing: string): string {
  return sha256Of(thing).slice(0, MARK_CHARS)
}
