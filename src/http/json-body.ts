// Reads a JSON body within bounds: type first, size while it arrives, depth before it is parsed.
import type { Readable } from 'node:stream'
import { textNestsWithin } from '../domain/json-depth.ts'
import type { Refusal } from './refusal.ts'

export const BODY_BYTES_MAX = 4 * 1024 * 1024
export const JSON_DEPTH_MAX = 64
export const BATCH_MAX = 100
// A refused upload is read to its end (and thrown away) up to here, because a client that is cut off while it sends
// never reads the answer.
const DRAIN_BYTES_MAX = 32 * 1024 * 1024

/** @param incoming Node's own stream: a web stream over it costs more than all the rest of a small request. */
export async function readJsonBody(
  contentType: string | undefined,
  incoming: Readable,
): Promise<{ body: unknown } | { refusal: Refusal }> {
  // Anything else could be sent by a web page without asking first (no preflight).
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json') return { refusal: NOT_JSON_TYPE }
  const read = await readText(incoming)
  if ('refusal' in read) return read
  if (!textNestsWithin(read.text, JSON_DEPTH_MAX)) return { refusal: TOO_DEEP }
  try {
    return { body: JSON.parse(read.text) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { refusal: NOT_JSON }
  }
}

/** What is wrong with the size of a JSON-RPC batch; undefined for whatever else the body is. */
export function batchRefusal(body: unknown): Refusal | undefined {
  if (!Array.isArray(body) || (body.length > 0 && body.length <= BATCH_MAX)) return undefined
  const message = `expected a batch of 1 to ${BATCH_MAX} messages, got ${body.length}`
  return { status: 400, message, fix: 'Send the messages one by one, or fewer at once.' }
}

const NOT_JSON_TYPE: Refusal = {
  status: 415,
  message: 'expected Content-Type: application/json',
  fix: 'Send JSON and say so in this header.',
}
const NOT_JSON: Refusal = {
  status: 400,
  message: 'expected a body of JSON',
  fix: 'Send one JSON document in UTF-8.',
  rpcCode: -32700,
}
const TOO_DEEP: Refusal = {
  status: 400,
  message: `expected JSON nested at most ${JSON_DEPTH_MAX} deep`,
  fix: 'Send it flatter.',
}
const BROKEN_OFF: Refusal = { status: 400, message: 'the body broke off', fix: 'Send it again, whole.' }
const TOO_LARGE: Refusal = {
  status: 413,
  message: `expected a body of at most ${BODY_BYTES_MAX} bytes`,
  fix: 'Send less, for example a skill in parts.',
}

function readText(incoming: Readable): Promise<{ text: string } | { refusal: Refusal }> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const done = (read: { text: string } | { refusal: Refusal }) => {
      incoming.off('data', take).off('end', end).off('error', broken).off('close', broken)
      resolve(read)
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size <= BODY_BYTES_MAX) chunks.push(chunk)
      else chunks.length = 0
      if (size > DRAIN_BYTES_MAX) done({ refusal: TOO_LARGE })
    }
    const end = () =>
      done(size > BODY_BYTES_MAX ? { refusal: TOO_LARGE } : { text: Buffer.concat(chunks).toString('utf8') })
    const broken = () => done({ refusal: BROKEN_OFF })
    incoming.on('data', take).once('end', end).once('error', broken).once('close', broken)
    if (incoming.destroyed) broken()
  })
}
