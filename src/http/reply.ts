// The one place where an error of a feature becomes an HTTP answer. A bug of ours is logged with an id; the caller gets
// the id. What never reaches a feature is answered by refusal.ts.
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
  if (error instanceof z.ZodError) return fieldsReply(error)
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

function fieldsReply(error: z.ZodError): Response {
  const issue = error.issues[0]!
  const message = `${issue.path.join('.') || 'the body'}: ${issue.message.replace(/^Invalid input: /, '')}`
  return Response.json(
    { error: { code: 'bad-input', message, fix: 'Correct the field and send it again.' } },
    { status: 400 },
  )
}
