// Reads one line as a JSON-RPC message. What is none is answered where somebody may be waiting: the SDK's own reader drops
// such a line without a word, and a client that sent an id waits until its timeout.
import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/server'
import { textNestsWithin } from '../domain/json-depth.ts'
import { shown } from '../domain/skill-error.ts'

export const LINE_BYTES_MAX = 4 * 1024 * 1024
export const LINE_DEPTH_MAX = 64

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600

export type LineError = {
  jsonrpc: '2.0'
  /** Null when the line names nobody who waits. */
  id: string | number | null
  error: { code: number; message: string }
}
export type LineRead =
  | { kind: 'message'; message: JSONRPCMessage }
  | { kind: 'empty' }
  /** A broken notification or response: nobody waits for an answer to it. */
  | { kind: 'dropped'; why: string }
  | { kind: 'error'; answer: LineError }

export function readJsonRpcLine(line: string): LineRead {
  if (line.trim() === '') return { kind: 'empty' }
  if (!textNestsWithin(line, LINE_DEPTH_MAX)) {
    return refusal(idInHead(line), INVALID_REQUEST, `expected JSON nested at most ${LINE_DEPTH_MAX} deep`)
  }
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refusal(null, PARSE_ERROR, `expected one JSON-RPC message a line, got "${shown(line)}"`)
  }
  try {
    return { kind: 'message', message: parseJSONRPCMessage(value) }
  } catch {
    // The schema's report is a tree of four failed alternatives; the one that was meant is told here in a sentence.
    return notAMessage(value)
  }
}

export function overlongLine(head: string): LineError {
  const message = `expected a line of at most ${LINE_BYTES_MAX} bytes; send less, for example a skill in parts`
  return { jsonrpc: '2.0', id: idInHead(head), error: { code: INVALID_REQUEST, message } }
}

function notAMessage(value: unknown): LineRead {
  if (Array.isArray(value)) {
    return refusal(null, INVALID_REQUEST, 'expected one message a line, got a batch; send its messages one by one')
  }
  if (typeof value !== 'object' || value === null) {
    return refusal(null, INVALID_REQUEST, `expected a JSON-RPC request object, got ${shown(value)}`)
  }
  const fields: Record<string, unknown> = { ...value }
  const isResponse = 'result' in fields || 'error' in fields
  const isNotification = !('id' in fields) && typeof fields.method === 'string'
  if (isResponse || isNotification) return { kind: 'dropped', why: faultOf(fields) }
  const id = isId(fields.id) ? fields.id : null
  return refusal(id, INVALID_REQUEST, faultOf(fields))
}

function faultOf({ jsonrpc, id, method, params }: Record<string, unknown>): string {
  if (jsonrpc !== '2.0') return `jsonrpc: expected "2.0", got ${shown(jsonrpc)}`
  if (id !== undefined && !isId(id)) return `id: expected a string or an integer, got ${shown(id)}`
  if (typeof method !== 'string') return `method: expected a string, got ${shown(method)}`
  return `params: expected an object that fits ${shown(method)}, got ${shown(params)}`
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id))
}

// A line that is not parsed at all may still say at its beginning who waits for an answer.
function idInHead(head: string): string | number | null {
  const found = /"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,15})/.exec(head.slice(0, 4_096))?.[1]
  try {
    return found === undefined ? null : (JSON.parse(found) as string | number)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function refusal(id: string | number | null, code: number, message: string): LineRead {
  return { kind: 'error', answer: { jsonrpc: '2.0', id, error: { code, message } } }
}
