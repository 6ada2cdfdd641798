// What the SDK says of a request that does not fit its schema is a validator's raw report, part of it under the code for a
// bug of ours; an unknown name it repeats at any length. Here both become one sentence under -32602; every other message
// passes untouched.
import { type JSONRPCMessage, ProtocolErrorCode, type Transport } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { shown } from '../domain/skill-error.ts'

const ISSUES_SHOWN_MAX = 3
/** "Invalid tools/call request: [...]", or the list alone. */
const REPORT = /^(?:Invalid \S+ request: )?(\[\s*\{[\s\S]*\}\s*\])$/
/** Also of what every object has, such as "constructor", which it takes for something that was switched off. */
const UNKNOWN_NAME = /^(Tool|Prompt) ([\s\S]*) (?:not found|disabled)$/

const reportSchema = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1)

/** Changes the transport in place: the SDK tells its own transports by identity. */
export function withPlainErrors<T extends Transport>(transport: T): T {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => send(plain(message), options)
  return transport
}

function plain(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message
  const sentence = unknownName(message.error.message) ?? unfitRequest(message.error.message)
  if (sentence === undefined) return message
  return { ...message, error: { ...message.error, code: ProtocolErrorCode.InvalidParams, message: sentence } }
}

function unknownName(text: string): string | undefined {
  const [, what, name] = UNKNOWN_NAME.exec(text) ?? []
  if (what === undefined || name === undefined) return undefined
  const kind = what.toLowerCase()
  return `no ${kind} is named "${shown(name)}"; ${kind}s/list names them all`
}

function unfitRequest(text: string): string | undefined {
  const report = REPORT.exec(text)?.[1]
  if (report === undefined) return undefined
  const issues = reportSchema.safeParse(parsed(report))
  if (!issues.success) return undefined
  const said = issues.data.slice(0, ISSUES_SHOWN_MAX).map(({ path, message }) => {
    return `${path.join('.') || 'the request'}: ${message.replace(/^Invalid input: /, '')}`
  })
  return `Invalid params: ${said.join('; ')}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
