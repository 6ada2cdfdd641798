// One POST to a model server and its whole answer as text: within a time, within a size, and never by way of another
// address. Whatever goes wrong comes out as a CallFault that says whether to try again.
import { isRecord, parseJsonText } from '../domain/json-value.ts'
import { retryAfterMs } from '../domain/retry-delay.ts'
import { networkFault, statusFault, timeoutFault } from './call-faults.ts'
import { answerFault } from './model-call.ts'

const ANSWER_BYTES_MAX = 2 * 1024 * 1024
const ERROR_BYTES_MAX = 16 * 1024

type Post = {
  url: URL
  headers: Record<string, string>
  body: unknown
  /** The whole call, the body included. */
  timeoutMs: number
  signal: AbortSignal | undefined
  now: () => Date
  /** What may be told of the server's own words. */
  sayable: (text: string) => string
}

/** @throws CallFault; the signal's reason. */
export async function postJson(post: Post): Promise<string> {
  const body = JSON.stringify(post.body)
  const deadline = startDeadline(post.timeoutMs, post.signal)
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...post.headers }
    // A redirect would carry the key and the text to an address that nobody has set.
    const init = { method: 'POST', redirect: 'error', headers, body, signal: deadline.signal } as const
    const response = await fetch(post.url, init).catch(failed(post, deadline))
    if (response.ok) return await readAnswer(response).catch(failed(post, deadline))
    const said = await readUpTo(response, ERROR_BYTES_MAX).catch(() => undefined)
    deadline.throwIfAborted()
    const waitMs = retryAfterMs(response.headers.get('retry-after'), post.now())
    throw statusFault(post.url.host, response.status, post.sayable(wordsIn(said?.text ?? '')), waitMs)
  } finally {
    deadline.end()
  }
}

type Deadline = { signal: AbortSignal; isOver(): boolean; throwIfAborted(): void; end(): void }

// Not AbortSignal.any: a caller's signal lives for hours, and listeners on it would pile up.
function startDeadline(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  timer.unref()
  const abort = () => controller.abort()
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  return {
    signal: controller.signal,
    isOver: () => controller.signal.aborted,
    throwIfAborted: () => signal?.throwIfAborted(),
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

function failed(post: Post, deadline: Deadline): (error: unknown) => never {
  return (error) => {
    deadline.throwIfAborted()
    if (deadline.isOver()) throw timeoutFault(post.url.host, post.timeoutMs)
    // fetch and the body's stream say everything with a TypeError; all else is ours.
    throw error instanceof TypeError ? networkFault(post.url.host, error) : error
  }
}

async function readAnswer(response: Response): Promise<string> {
  const { text, isWhole } = await readUpTo(response, ANSWER_BYTES_MAX)
  if (isWhole) return text
  const message = `expected an answer of at most ${ANSWER_BYTES_MAX} bytes, got more`
  throw answerFault(message, 'Check that provider.baseUrl names a model server.')
}

// Counted while it comes (after decompression), whatever a header says.
async function readUpTo(response: Response, bytesMax: number): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early cancels the stream.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk.subarray(0, bytesMax - bytes))
    bytes += chunk.length
    if (bytes > bytesMax) break
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isWhole: bytes <= bytesMax }
}

// The sentence of an error, in the forms that servers have for it; else the text as it came.
function wordsIn(text: string): string {
  const body = parseJsonText(text)
  if (!isRecord(body)) return text
  const { error, message, detail } = body
  const candidates = [isRecord(error) ? error.message : error, message, detail]
  return candidates.find((candidate) => typeof candidate === 'string') ?? text
}
