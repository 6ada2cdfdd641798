// Asks again where another try makes sense (429, 5xx, a broken connection), never more often than domain/retry-delay.ts
// allows. Dice and sleep are handed in.
import { retryDelayMs } from '../domain/retry-delay.ts'
import type { Log } from '../events/log.ts'
import { CallFault, type ModelCall } from './model-call.ts'

export type Waiting = {
  /** From 0 up to 1. */
  dice: () => number
  /** Rejects when the signal is aborted. It may keep the process alive: somebody waits for the answer. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

export function withRetries(call: ModelCall, { dice, sleep, log }: Waiting & { log: Log }): ModelCall {
  return async (request) => {
    for (let tries = 1; ; tries++) {
      try {
        return await call(request)
      } catch (error) {
        if (!(error instanceof CallFault) || !error.fate.mayRetry) throw error
        const waitMs = retryDelayMs(tries, error.fate.retryAfterMs, dice())
        if (waitMs === undefined) throw givenUp(error, tries)
        log('provider', `${error.message}; trying again in ${waitMs / 1_000} s`, error.cause)
        await sleep(waitMs, request.signal).catch((reason: unknown) => {
          request.signal?.throwIfAborted()
          throw reason
        })
      }
    }
  }
}

function givenUp({ code, message, fix, fate, cause }: CallFault, tries: number): CallFault {
  const asked = fate.retryAfterMs === undefined ? '' : `; it asks to wait ${Math.ceil(fate.retryAfterMs / 1_000)} s`
  return new CallFault(code, `${message} (tries: ${tries}${asked})`, fix, { ...fate, mayRetry: false }, { cause })
}
