// No sleeps: waiting for a fact, and saying how long it took.
import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 20

/** @returns the milliseconds until it was so. @throws with the last answer when that was later than `msMax`. */
export async function becomes<T>(look: () => Promise<T>, so: (value: T) => boolean, msMax: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    const value = await look()
    const ms = Math.round(performance.now() - began)
    if (ms > msMax) {
      const seen = JSON.stringify(value)?.slice(0, 500)
      throw new Error(`${so(value) ? 'so, but only' : 'not so'} after ${ms} ms; last seen: ${seen}`)
    }
    if (so(value)) return ms
    await delay(POLL_MS)
  }
}
