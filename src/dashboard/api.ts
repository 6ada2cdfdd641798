// Calls of the HTTP API: JSON in and out, the token in its header, and every refusal as an ApiError that says what to do.
//
//   const page = await api.get<SkillPage>('/api/skills', { limit: 200, lifecycle: 'released' })
//   await api.post('/api/skills/pin', { name, pinned: true })
//   await api.patch('/api/skills', { old_string, new_string }, { query: { name }, ifMatch: tag })
//   await api.delete('/api/skills', { query: { name: ['a', 'b'] } })
import { forgetToken, token } from './session.ts'

type Query = Record<string, string | number | boolean | readonly string[] | undefined>
export type CallOptions = {
  query?: Query
  /** The ETag of what was looked at: refused with 412 when something else stands by now. */
  ifMatch?: string
  /** Names the session for recall. */
  session?: string
  signal?: AbortSignal
}
export type Answered<T> = { body: T; status: number; etag: string | null }

/** What the server, or the way to it, said no to. `status` 0: it was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** One sentence that says what to do; may be empty. */
  readonly fix: string

  constructor(status: number, code: string, message: string, fix: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fix = fix
  }
}

/** `T` is what docs/http.md and /openapi.json say of the endpoint; nothing is checked here. */
export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
    bodyOf(call<T>('GET', path, undefined, { ...(query && { query }), ...(signal && { signal }) })),
  post: <T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> =>
    bodyOf(call<T>('POST', path, body, options)),
  patch: <T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> =>
    bodyOf(call<T>('PATCH', path, body, options)),
  delete: <T>(path: string, options: CallOptions = {}, body?: unknown): Promise<T> =>
    bodyOf(call<T>('DELETE', path, body, options)),
  /** Any of them with status and ETag, for who changes what stands only if it is what was read. */
  whole: <T>(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answered<T>> =>
    call<T>(method, path, body, options),
}

/** The headers that say who calls. */
export function callerHeaders(): Record<string, string> {
  return token.value === null ? {} : { authorization: `Bearer ${token.value}` }
}

export function queryText(query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue
    for (const each of Array.isArray(value) ? value : [value]) params.append(key, String(each))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

async function bodyOf<T>(answered: Promise<Answered<T>>): Promise<T> {
  return (await answered).body
}

async function call<T>(method: string, path: string, body: unknown, options: CallOptions): Promise<Answered<T>> {
  const { query, ifMatch, session, signal } = options
  const response = await reached(`${path}${queryText(query)}`, {
    method,
    headers: {
      ...callerHeaders(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(session === undefined ? {} : { 'skill-session': session }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  const text = await response.text()
  if (!response.ok) throw problemOf(response.status, text)
  // What the endpoint answers is said by the caller.
  return {
    body: (text === '' ? undefined : JSON.parse(text)) as T,
    status: response.status,
    etag: response.headers.get('etag'),
  }
}

async function reached(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, cache: 'no-store' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'unreachable', 'The server does not answer.', 'Start it again with skill-cortex serve.')
  }
}

function problemOf(status: number, text: string): ApiError {
  const problem = parsed(text)
  const said = (key: string, otherwise: string) => {
    const value = problem[key]
    return typeof value === 'string' ? value : otherwise
  }
  // The token that we sent opens nothing any more.
  if (status === 401 && token.value !== null) forgetToken()
  return new ApiError(
    status,
    said('code', 'internal'),
    said('detail', `The server answered ${status}.`),
    said('fix', ''),
  )
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
