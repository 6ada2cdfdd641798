// The one place where an error becomes an HTTP answer. A bug of ours is logged with an id; the caller gets the id.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type ErrorCode, SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'

const STATUS: Record<ErrorCode, 400 | 403 | 404 | 409 | 413 | 422 | 503 | 507> = {
  'bad-input': 400,
  'bad-name': 400,
  'not-found': 404,
  conflict: 409,
  damaged: 422,
  'too-large': 413,
  refused: 403,
  busy: 503,
  storage: 507,
}

export function errorReply(error: unknown, log: Log): Response {
  if (error instanceof z.ZodError) return fields(error)
  if (error instanceof SkillError) {
    const { code, message, fix } = error
    if (error.cause !== undefined) log('http', message, error.cause)
    return Response.json({ error: { code, message, fix } }, { status: STATUS[code] })
  }
  const id = randomUUID().slice(0, 8)
  log('http', `internal error ${id}`, error instanceof Error ? (error.stack ?? error) : error)
  return Response.json(
    { error: { code: 'internal', message: `the server failed (${id})`, fix: `Its log says why; look for ${id}.` } },
    { status: 500 },
  )
}

function fields(error: z.ZodError): Response {
  const issue = error.issues[0]!
  const message = `${issue.path.join('.') || 'the body'}: ${issue.message}`
  return Response.json(
    { error: { code: 'bad-input', message, fix: 'Correct the field and send it again.' } },
    { status: 400 },
  )
}

/** For refusals before any feature is reached. On `/mcp` clients expect the JSON-RPC form. */
export function refusalReply(path: string, status: number, message: string, rpcCode = -32600): Response {
  const headers = status === 401 ? { 'www-authenticate': 'Bearer realm="skill-cortex"' } : undefined
  const body =
    path === '/mcp'
      ? { jsonrpc: '2.0', id: null, error: { code: rpcCode, message } }
      : {
          error: {
            code: status === 401 || status === 403 ? 'refused' : 'bad-input',
            message,
            fix: 'See the README, "HTTP".',
          },
        }
  return Response.json(body, { status, ...(headers ? { headers } : {}) })
}
