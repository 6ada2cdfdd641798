// Reads a JSON body within bounds: type first, size while it arrives, depth before it is parsed.
import { textNestsWithin } from '../domain/json-depth.ts'

export const BODY_BYTES_MAX = 4 * 1024 * 1024
export const JSON_DEPTH_MAX = 64
export const BATCH_MAX = 100
// A refused upload is read to its end (and thrown away) up to here, because a client that is cut off while it sends
// never reads the answer.
const DRAIN_BYTES_MAX = 32 * 1024 * 1024

export type BodyFault = { status: 400 | 413 | 415; message: string; rpcCode: -32700 | -32600 }

export async function readJsonBody(request: Request): Promise<{ body: unknown } | { fault: BodyFault }> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  // Anything else could be sent by a web page without asking first (no preflight).
  if (type !== 'application/json') {
    return fault(415, -32600, 'expected Content-Type: application/json')
  }
  const text = await readText(request)
  if (text === undefined) return fault(413, -32600, `expected a body of at most ${BODY_BYTES_MAX} bytes`)
  if (!textNestsWithin(text, JSON_DEPTH_MAX))
    return fault(400, -32600, `expected JSON nested at most ${JSON_DEPTH_MAX} deep`)
  try {
    const body: unknown = JSON.parse(text)
    if (Array.isArray(body) && (body.length === 0 || body.length > BATCH_MAX)) {
      return fault(400, -32600, `expected a batch of 1 to ${BATCH_MAX} messages, got ${body.length}`)
    }
    return { body }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return fault(400, -32700, 'expected a body of JSON')
  }
}

function fault(status: BodyFault['status'], rpcCode: BodyFault['rpcCode'], message: string): { fault: BodyFault } {
  return { fault: { status, rpcCode, message } }
}

async function readText(request: Request): Promise<string | undefined> {
  if (request.body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.length
    if (size <= BODY_BYTES_MAX) chunks.push(chunk)
    else chunks.length = 0
    if (size > DRAIN_BYTES_MAX) break
  }
  return size > BODY_BYTES_MAX ? undefined : Buffer.concat(chunks).toString('utf8')
}
