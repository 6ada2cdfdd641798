// What a page shows of the server: loaded, kept while it is loaded again, and loaded again when something of it happened.
//
//   const skills = useResource(`skills ${tab}`, (signal) => api.get<SkillPage>('/api/skills', { … }, signal), ['skill.*'])
//   if (skills.data === undefined) return skills.error ? <ErrorState error={skills.error} retry={skills.reload} /> : <Loading />
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from './api.ts'
import { onLive } from './live.ts'
import { token } from './session.ts'

export type Resource<T> = {
  /** What was loaded last; stays while it is loaded again and when that fails. */
  data: T | undefined
  error: ApiError | undefined
  isLoading: boolean
  reload: () => void
}

// A burst of events (an import of 300 skills) is one reload.
const GATHER_MS = 150
const KEPT_MAX = 60
// What was shown before is shown at once when a person comes back to it, and then made new.
const kept = new Map<string, unknown>()

/**
 * @param key says what it is, with all that `load` depends on: another key is another resource.
 * @param on types of live events after which it is loaded again (live.ts).
 */
export function useResource<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  on: readonly string[] = [],
): Resource<T> {
  const whole = `${token.value === null ? 'anyone' : 'operator'} ${key}`
  const [state, setState] = useState<{ key: string; error?: ApiError; isLoading: boolean }>({
    key: whole,
    isLoading: true,
  })
  const latest = useRef(load)
  latest.current = load
  const running = useRef<AbortController | null>(null)
  const reload = useCallback(() => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState((was) => ({ ...was, key: whole, isLoading: true }))
    latest.current(controller.signal).then(
      (data) => {
        if (controller.signal.aborted) return
        keep(whole, data)
        setState({ key: whole, isLoading: false })
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ key: whole, isLoading: false, error: asApiError(error) })
      },
    )
  }, [whole])
  useEffect(() => {
    reload()
    return () => running.current?.abort()
  }, [reload])
  useEffect(() => listening(on, reload), [reload, on.join(' ')])
  // Kept under this very key, so it is what `load` gave.
  const data = kept.get(whole) as T | undefined
  return { data, error: state.key === whole ? state.error : undefined, isLoading: state.isLoading, reload }
}

/** Forgets what was loaded under keys that begin so, for what a page itself has just changed. */
export function dropKept(keyStart: string): void {
  for (const key of kept.keys()) if (key.slice(key.indexOf(' ') + 1).startsWith(keyStart)) kept.delete(key)
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(0, 'internal', error instanceof Error ? error.message : String(error), 'Load the page again.')
}

function listening(on: readonly string[], reload: () => void): (() => void) | undefined {
  if (on.length === 0) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onLive(on, () => {
    clearTimeout(timer)
    timer = setTimeout(reload, GATHER_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

function keep(key: string, data: unknown): void {
  kept.delete(key)
  kept.set(key, data)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
}
