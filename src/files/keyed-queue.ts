// Work on one key in order, on different keys at once. Callers in one process wait here instead of polling the lock file.
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const run = (tails.get(key) ?? Promise.resolve()).then(work, work)
    const tail = run
      .catch(() => undefined)
      .then(() => {
        if (tails.get(key) === tail) tails.delete(key)
      })
    tails.set(key, tail)
    return run
  }
}
