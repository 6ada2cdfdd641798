/** At most one run at a time; everyone who asks during a run gets the one after it, which sees all they have seen. */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = (): Promise<T> => {
    next = undefined
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (running === undefined) return start()
    next ??= running.then(start, start)
    return next
  }
}
