// Facts, not commands: small plain data in the past tense. Features receive `publish`; only app.ts and wiring.ts know
// that there is a bus.
import type { Diagnostic } from '../domain/diagnostic.ts'

export type Fact =
  /** It was saved, edited by hand, archived or restored, here or by another process: look again. */
  | { kind: 'skill-changed'; name: string }
  /** A file of the library cannot be served, since now. */
  | { kind: 'fault-found'; fault: Diagnostic }

export type Publish = (fact: Fact) => void
export type Bus = { publish: Publish; subscribe(listener: (fact: Fact) => void): () => void }

/** @param onFault told when a listener throws; the publisher and the other listeners never notice. */
export function createBus(onFault: (error: unknown) => void): Bus {
  const listeners = new Set<(fact: Fact) => void>()
  return {
    publish(fact) {
      for (const listener of listeners) {
        try {
          listener(fact)
        } catch (error) {
          onFault(error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
