// The one place where what happened becomes an answer. What the model can act on is a tool result with `isError`, or a
// protocol error that says what to do; a bug of ours is logged with an id, and the model gets the id, never a stack or path.
import { randomUUID } from 'node:crypto'
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import type { ToolAnswer } from './tool.ts'

type Failure = { code: string; message: string; fix: string }

export function toolResult(answer: ToolAnswer<Record<string, unknown>>): CallToolResult {
  const { text, structured, beside = [] } = answer
  return { content: [{ type: 'text', text }, ...beside], structuredContent: structured }
}

export function toolFailure(tool: string, error: unknown, log: Log): CallToolResult {
  const { code, message, fix } = failureOf(tool, error, log)
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}. ${fix}` }],
    _meta: { 'skill-cortex/error': { code, message, fix } },
  }
}

/** For prompts, resources and completions, whose results know no `isError`. */
export function protocolFailure(what: string, error: unknown, log: Log): ProtocolError {
  if (error instanceof ProtocolError) return error
  const { code, message, fix } = failureOf(what, error, log)
  const rpcCode = code === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  return new ProtocolError(rpcCode, `${code}: ${message}. ${fix}`)
}

function failureOf(what: string, error: unknown, log: Log): Failure {
  if (!(error instanceof SkillError)) return internalError(what, error, log)
  if (error.cause !== undefined) log('mcp', `${what}: ${error.message}`, error.cause)
  return error
}

function internalError(what: string, error: unknown, log: Log): Failure {
  const id = randomUUID().slice(0, 8)
  log('mcp', `${what}: internal error ${id}`, error instanceof Error ? (error.stack ?? error) : error)
  return { code: 'internal', message: `the server failed (${id})`, fix: `Its log says why; look for ${id}.` }
}
