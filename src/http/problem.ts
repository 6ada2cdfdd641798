// Every refusal as problem details (RFC 9457). What was expected and what came is `detail`; `code` and `fix` are ours.
import { ERROR_CODES, type ErrorCode } from '../domain/skill-error.ts'

export type Problem = { status: number; code: ErrorCode | 'internal'; detail: string; fix: string }

export const PROBLEM_TYPE = 'application/problem+json'

/** @param path of the request; never its query, which may hold what nobody wants in a log. */
export function problemReply(
  { status, code, detail, fix }: Problem,
  path: string,
  headers: Headers | Record<string, string> = {},
): Response {
  const title = code === 'internal' ? 'The server failed.' : ERROR_CODES[code]
  const type = `urn:skill-cortex:problem:${code}`
  const body = { type, title, status, detail, instance: path, code, fix }
  const all = new Headers(headers)
  all.set('content-type', PROBLEM_TYPE)
  all.set('cache-control', 'no-store')
  all.set('x-content-type-options', 'nosniff')
  return new Response(JSON.stringify(body), { status, headers: all })
}
