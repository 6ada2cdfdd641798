// Whether somebody judges peers in a context of their own: then an agent in the midst of a task does not. A provider that may
// be asked does, and so does whoever handed in a reflection within a day.
import type { Cycles } from '../cycles/open-cycles.ts'

export const ACTIVE_MS = 86_400_000

export type ReflectionActive = () => Promise<boolean>

type ActiveParts = {
  cycles: Pick<Cycles, 'passes' | 'cycles'>
  /** A provider is set, whatever it answers. */
  hasProvider: boolean
  /** Whether the pass `reflect` may run. */
  isEnabled: boolean
  now: () => Date
}

export function reflectionActive({ cycles, hasProvider, isEnabled, now }: ActiveParts): ReflectionActive {
  return async () => {
    if (!isEnabled || !cycles.passes.includes('reflect')) return false
    if (hasProvider) return true
    const since = now().getTime() - ACTIVE_MS
    const all = await cycles.cycles()
    return all.some(
      ({ pass, status, endedAt }) =>
        pass === 'reflect' && status === 'applied' && endedAt !== null && Date.parse(endedAt) > since,
    )
  }
}
