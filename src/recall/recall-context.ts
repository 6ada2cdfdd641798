// Gathers what features add to a recall. None of them can make it fail: one that cannot answer adds nothing.
import {
  type ContextItem,
  type ContextRequest,
  type ContextSource,
  type OfferedContext,
  withinContext,
} from '../domain/context-source.ts'

/** @param sources the ones that matter most first. @param onTrouble told of each that failed. */
export async function gatherContext(
  sources: readonly ContextSource[],
  request: ContextRequest,
  onTrouble: (error: unknown) => void,
): Promise<ContextItem[]> {
  const safely = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      onTrouble(error)
      return otherwise
    }
  }
  const nothing: readonly OfferedContext[] = []
  const offered = (await Promise.all(sources.map((source) => safely(() => source(request), nothing)))).flat()
  const fitting = withinContext(offered)
  const isOurs = await Promise.all(fitting.map(({ taken }) => safely(async () => (await taken?.()) !== false, true)))
  return fitting.filter((_, i) => isOurs[i]).map(({ kind, text }) => ({ kind, text }))
}
