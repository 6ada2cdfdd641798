// One question to one host and its answer: the bytes, or where else to ask. Connects to nothing but the addresses that it
// is given, sends no cookie and no credential, and counts what it receives whatever the headers say.
import type { LookupAddress } from 'node:dns'
import { request as askHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as askHttps } from 'node:https'
import { brokenOff, encoded, noAnswer, tooLarge, wrongStatus } from './fetch-faults.ts'
import { pinnedLookup } from './host-addresses.ts'

export type Question = {
  url: URL
  /** At least one. */
  addresses: LookupAddress[]
  accept: string
  /** JSON that is posted; undefined: a GET. */
  body: string | undefined
  bytesMax: number
  /** No byte for so long ends it. */
  idleMs: number
  /** In place of the roots that Node trusts. */
  ca: string | undefined
  signal: AbortSignal
}
export type Answer = { kind: 'bytes'; bytes: Buffer } | { kind: 'redirect'; location: string }

const HEADER_BYTES_MAX = 16 * 1024
const REDIRECTS = [301, 302, 303, 307, 308]
/** Of these the method stays the same, whatever it is. */
const SAME_QUESTION = [307, 308]

/** @throws `unreachable`, `not-found`, `too-large`. */
export function exchange(question: Question): Promise<Answer> {
  const { url, idleMs } = question
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? askHttps : askHttp)(url, optionsOf(question))
    const fail = (error: unknown) => {
      reject(brokenOff(url, error))
      request.destroy()
    }
    let isAnswered = false
    request.on('error', fail)
    request.on('timeout', () => fail(noAnswer(url, `nothing more for ${idleMs / 1000} seconds`)))
    // An offer of another protocol ends without an error and without an answer.
    request.on('close', () => {
      if (!isAnswered) fail(noAnswer(url, 'none before the connection ended'))
    })
    request.on('response', (response) => {
      isAnswered = true
      received(response, question).then((answer) => {
        resolve(answer)
        request.destroy()
      }, fail)
    })
    request.end(question.body)
  })
}

// An agent of its own: no connection is kept, and no proxy of the environment stands between the check and the host.
function optionsOf({ addresses, accept, body, idleMs, ca, signal }: Question): RequestOptions & { ca?: string } {
  const posted =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return {
    agent: false,
    method: body === undefined ? 'GET' : 'POST',
    lookup: pinnedLookup(addresses),
    headers: { accept, 'accept-encoding': 'identity', 'user-agent': 'skill-cortex', ...posted },
    timeout: idleMs,
    maxHeaderSize: HEADER_BYTES_MAX,
    insecureHTTPParser: false,
    signal,
    ...{ rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) },
  }
}

async function received(response: IncomingMessage, { url, body, bytesMax }: Question): Promise<Answer> {
  const { statusCode = 0, headers } = response
  const followed = body === undefined ? REDIRECTS : SAME_QUESTION
  if (followed.includes(statusCode) && headers.location !== undefined) {
    return { kind: 'redirect', location: headers.location }
  }
  if (statusCode !== 200) throw wrongStatus(url, statusCode, headers['retry-after'])
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() !== 'identity') throw encoded(url, 'them packed (Content-Encoding)')
  const transfer = headers['transfer-encoding'] ?? 'chunked'
  if (transfer.toLowerCase() !== 'chunked') throw encoded(url, 'them packed (Transfer-Encoding)')
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw tooLarge(url, bytesMax)
  return { kind: 'bytes', bytes: await bodyOf(response, url, bytesMax) }
}

async function bodyOf(response: IncomingMessage, url: URL, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  // Throws when the answer ends before it is whole.
  for await (const part of response) {
    size += part.length
    if (size > bytesMax) throw tooLarge(url, bytesMax)
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}
