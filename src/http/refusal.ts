// What is said of a request that reaches no feature: a foreign page, a wrong path, a body that cannot be read.
import type { ErrorCode } from '../domain/skill-error.ts'
import { problemReply } from './problem.ts'

export type Refusal = {
  status: 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 503
  /** What was expected and what came. */
  message: string
  /** One imperative sentence. */
  fix: string
  /** Only for a body that is no JSON; everything else is an invalid request. */
  rpcCode?: -32700
  /** For 405: what the path does take. */
  allow?: string
}

const CODES: Record<Refusal['status'], ErrorCode> = {
  400: 'bad-input',
  401: 'refused',
  403: 'refused',
  404: 'not-found',
  405: 'bad-input',
  408: 'bad-input',
  413: 'too-large',
  415: 'bad-input',
  503: 'busy',
}

/** On `/mcp` clients expect the JSON-RPC form, elsewhere that of this API. */
export function refusalReply(path: string, { status, message, fix, rpcCode, allow }: Refusal): Response {
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (status === 401) headers.set('www-authenticate', 'Bearer realm="skill-cortex"')
  if (allow !== undefined) headers.set('allow', allow)
  if (path !== '/mcp') return problemReply({ status, code: CODES[status], detail: message, fix }, path, headers)
  const error = { code: rpcCode ?? -32600, message: `${message}. ${fix}` }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status, headers })
}
