// Asks one registry: within limits of size and time, again where it says that it is busy, and not at all for as long as it
// asked to be left alone. Sends no credential and keeps nothing but that time.
import type { z } from 'zod'
import { parseJsonText } from '../domain/json-value.ts'
import { retryAfterMs, retryDelayMs } from '../domain/retry-delay.ts'
import type { SkillError } from '../domain/skill-error.ts'
import type { FetchAsked, FetchBytes, Fetched } from '../net/fetcher.ts'
import { WrongStatus } from '../net/wrong-status.ts'
import { leftAlone, noAnswerOfRegistry } from './registry-faults.ts'

export type AskParts = {
  fetchBytes: FetchBytes
  now: () => Date
  /** From 0 up to 1. */
  dice: () => number
  /** Somebody waits for the answer meanwhile, so it may keep the process alive. */
  sleep: (ms: number) => Promise<void>
}

export type AskRegistry = {
  /** @param path of a URL there, or a whole one. @throws as `FetchBytes`; `unreachable` while it is to be left alone. */
  bytes(path: string, asked: FetchAsked): Promise<Fetched>
  /** @param posted what is sent; absent: a GET. @throws as `bytes`; `unreachable` for what is no such JSON. */
  json<T>(path: string, schema: z.ZodType<T>, posted?: unknown): Promise<{ url: string; value: T }>
}

const ANSWER_BYTES_MAX = 1024 * 1024
const ANSWER_MS_MAX = 15_000
/** Longer than this nobody is kept waiting: then the registry is left alone until it may be asked again. */
const WAIT_MS_MAX = 5_000
const ALONE_MS_MAX = 60 * 60_000
const BUSY = [429, 503]

export function askRegistry(host: string, { fetchBytes, now, dice, sleep }: AskParts): AskRegistry {
  let aloneUntilMs = 0
  const bytes = async (path: string, asked: FetchAsked): Promise<Fetched> => {
    const url = new URL(path, `https://${host}/`).href
    for (let tries = 1; ; tries++) {
      const leftMs = aloneUntilMs - now().getTime()
      if (leftMs > 0) throw leftAlone(host, leftMs)
      try {
        return await fetchBytes(url, asked)
      } catch (error) {
        if (!(error instanceof WrongStatus) || !BUSY.includes(error.status)) throw error
        const askedMs = retryAfterMs(error.retryAfter, now())
        const waitMs = retryDelayMs(tries, askedMs, dice())
        if (waitMs === undefined || waitMs > WAIT_MS_MAX) {
          aloneUntilMs = now().getTime() + Math.min(askedMs ?? 0, ALONE_MS_MAX)
          throw busy(host, error, askedMs)
        }
        await sleep(waitMs)
      }
    }
  }
  return {
    bytes,
    async json(path, schema, posted) {
      const asked = { accept: 'application/json', bytesMax: ANSWER_BYTES_MAX, totalMs: ANSWER_MS_MAX }
      const { url, bytes: came } = await bytes(path, posted === undefined ? asked : { ...asked, json: posted })
      const text = came.toString('utf8')
      const parsed = schema.safeParse(parseJsonText(text))
      if (parsed.success) return { url, value: parsed.data }
      throw noAnswerOfRegistry(host, /^\ufeff?\s*</.test(text) ? 'a web page' : 'something else')
    },
  }
}

function busy(host: string, error: WrongStatus, askedMs: number | undefined): SkillError {
  return askedMs === undefined ? error : leftAlone(host, askedMs)
}
