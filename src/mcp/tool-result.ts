// The one place where what happened becomes a tool's result. What the model can act on is a result with `isError`;
// a bug of ours is logged with an id, and the model gets the id, never a stack or a path.
import { randomUUID } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import type { ToolAnswer } from './tool.ts'

export function toolResult(answer: ToolAnswer<Record<string, unknown>>): CallToolResult {
  return { content: [{ type: 'text', text: answer.text }], structuredContent: answer.structured }
}

export function toolFailure(tool: string, error: unknown, log: Log): CallToolResult {
  const { code, message, fix } = error instanceof SkillError ? error : internalError(tool, error, log)
  if (error instanceof SkillError && error.cause !== undefined) log('mcp', `${tool}: ${message}`, error.cause)
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}. ${fix}` }],
    _meta: { 'skill-cortex/error': { code, message, fix } },
  }
}

function internalError(tool: string, error: unknown, log: Log): { code: string; message: string; fix: string } {
  const id = randomUUID().slice(0, 8)
  log('mcp', `${tool}: internal error ${id}`, error instanceof Error ? (error.stack ?? error) : error)
  return { code: 'internal', message: `the server failed (${id})`, fix: `Its log says why; look for ${id}.` }
}
