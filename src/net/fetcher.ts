// Fetches bytes that a person or a tool names by URL, from hosts that nobody here vouches for. Which addresses may be
// asked is a rule that is handed in; each redirect is judged anew. Knows nothing of what the bytes are.

import { askedUrl, redirectedUrl } from './asked-url.ts'
import { type Answer, exchange } from './exchange.ts'
import { noAnswer, tooManyRedirects } from './fetch-faults.ts'
import { type AddressRule, hostAddresses, type Lookup, systemLookup } from './host-addresses.ts'

/**
 * @property accept for the header of that name. @property json posted, in place of a GET; a redirect of it is followed only
 * where it means the same question elsewhere (307, 308). @property totalMs less than what the fetcher allows.
 */
export type FetchAsked = { bytesMax: number; accept: string; json?: unknown; totalMs?: number }
/** @property url where the bytes were, after all redirects. */
export type Fetched = { url: string; bytes: Buffer }

/**
 * @throws `bad-input` for the URL, `refused` for an address that breaks the rule or a redirect to http, `not-found`,
 * `too-large`, `unreachable` for all else that the other end does.
 */
export type FetchBytes = (url: string, asked: FetchAsked) => Promise<Fetched>

export type FetcherOptions = {
  /** Of each address that is to be connected to; for strangers' URLs `isPublicAddress`. */
  isAllowedAddress: AddressRule
  lookup?: Lookup
  /** For one fetch with all redirects. */
  totalMs?: number
  /** Without a single byte. */
  idleMs?: number
  /** PEM, in place of the roots that Node trusts. */
  ca?: string
}

const TOTAL_MS_MAX = 30_000
const IDLE_MS_MAX = 10_000
const REDIRECTS_MAX = 5

export function createFetcher(options: FetcherOptions): FetchBytes {
  const { totalMs = TOTAL_MS_MAX } = options
  return async (url, asked) => {
    const first = askedUrl(url)
    const over = new AbortController()
    const deadline = deadlineIn(Math.min(totalMs, asked.totalMs ?? totalMs), first)
    try {
      return await Promise.race([follow(first, asked, options, over.signal), deadline.passed])
    } finally {
      deadline.clear()
      over.abort()
    }
  }
}

async function follow(first: URL, asked: FetchAsked, options: FetcherOptions, signal: AbortSignal): Promise<Fetched> {
  let url = first
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const answer = await ask(url, asked, options, signal)
    if (answer.kind === 'bytes') return { url: url.href, bytes: answer.bytes }
    url = redirectedUrl(url, answer.location)
  }
  throw tooManyRedirects(first, REDIRECTS_MAX)
}

async function ask(
  url: URL,
  { accept, bytesMax, json }: FetchAsked,
  { isAllowedAddress, lookup = systemLookup, idleMs = IDLE_MS_MAX, ca }: FetcherOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const addresses = await hostAddresses(url, lookup, isAllowedAddress)
  const body = json === undefined ? undefined : JSON.stringify(json)
  return exchange({ url, addresses, accept, body, bytesMax, idleMs, ca, signal })
}

// A lookup cannot be called back, so the time is held here and not by the signal alone.
function deadlineIn(totalMs: number, url: URL) {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(noAnswer(url, `none within ${totalMs / 1000} seconds`)), totalMs)
    timer.unref()
  })
  return { passed, clear: () => clearTimeout(timer) }
}
