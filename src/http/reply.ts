// The one place where an error of a feature becomes an HTTP answer. A bug of ours is logged with an id; the caller gets
// the id. What never reaches a feature is answered by refusal.ts.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type ErrorCode, SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import { StaleTag } from './etag.ts'
import { problemReply } from './problem.ts'

const STATUS: Record<ErrorCode, 400 | 403 | 404 | 409 | 413 | 422 | 502 | 503 | 507> = {
  'bad-input': 400,
  'bad-name': 400,
  'not-found': 404,
  conflict: 409,
  damaged: 422,
  'too-large': 413,
  refused: 403,
  'needs-person': 403,
  busy: 503,
  storage: 507,
  'provider-auth': 502,
  'provider-refused': 502,
  'provider-busy': 503,
  'provider-answer': 502,
  'budget-exhausted': 503,
  unreachable: 502,
}

export function errorReply(error: unknown, path: string, log: Log): Response {
  if (error instanceof z.ZodError) return problemReply({ status: 400, code: 'bad-input', ...fieldFault(error) }, path)
  if (error instanceof SkillError) return skillErrorReply(error, path, log)
  const id = randomUUID().slice(0, 8)
  log('http', `internal error ${id}`, error instanceof Error ? (error.stack ?? error) : error)
  const detail = `the server failed (${id})`
  return problemReply({ status: 500, code: 'internal', detail, fix: `Its log says why; look for ${id}.` }, path)
}

/** The first fault, said of the field. */
export function fieldFault(error: z.ZodError, whole = 'the body'): { detail: string; fix: string } {
  const issue = error.issues[0]!
  const detail = `${issue.path.join('.') || whole}: ${issue.message.replace(/^Invalid input: /, '')}`
  return { detail, fix: 'Correct the field and send it again.' }
}

function skillErrorReply(error: SkillError, path: string, log: Log): Response {
  const { code, message: detail, fix } = error
  if (error.cause !== undefined) log('http', detail, error.cause)
  if (!(error instanceof StaleTag)) return problemReply({ status: STATUS[code], code, detail, fix }, path)
  const headers = new Headers(error.current === undefined ? {} : { etag: error.current })
  return problemReply({ status: 412, code, detail, fix }, path, headers)
}
