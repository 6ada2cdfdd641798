// No sleeps: waiting for a fact, and saying how long it took.
import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 20

/** @returns the milliseconds until it was so. @throws with the last answer when it did not become so in time. */
export async function becomes<T>(look: () => Promise<T>, so: (value: T) => boolean, msMax: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    const value = await look()
    const ms = performance.now() - began
    if (so(value)) return Math.round(ms)
    if (ms > msMax)
      throw new Error(`not so after ${Math.round(ms)} ms; last seen: ${JSON.stringify(value)?.slice(0, 500)}`)
    await delay(POLL_MS)
  }
}
