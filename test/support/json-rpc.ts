// JSON-RPC by hand, for what no client would ever send: lines on a stdio server, bodies on an HTTP server, in both eras.
import { type ServerProcess, startProcess } from './server-process.ts'
import { SOON } from './soon.ts'

export type Era = 'legacy' | 'modern'
export type Id = string | number | null
export type Answer = {
  jsonrpc: string
  id?: Id
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown> & { structuredContent?: Record<string, unknown>; isError?: boolean }
  error?: { code: number; message: string; data?: unknown }
}

/** What every request of the 2026-07-28 revision carries. */
export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'by-hand', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
export const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'by-hand', version: '1.0.0' },
}

export function requestOf(era: Era, id: Id, method: string, params: Record<string, unknown> = {}) {
  return { jsonrpc: '2.0', id, method, params: era === 'modern' ? { ...params, _meta: ENVELOPE } : params }
}

export function toolCall(era: Era, id: Id, name: string, args: Record<string, unknown> = {}) {
  return requestOf(era, id, 'tools/call', { name, arguments: args })
}

export type StdioPeer = ServerProcess & {
  /** A line as it is; an object as one line of JSON. */
  send(line: string | Buffer | object): void
  /** Every message on stdout so far. */
  heard(): Answer[]
  /** Lines of stdout that are no JSON-RPC: there may be none. */
  noise(): string[]
  answerTo(id: Id): Promise<Answer>
  request(method: string, params?: Record<string, unknown>): Promise<Answer>
  call(tool: string, args?: Record<string, unknown>): Promise<Answer>
}

/** A raw stdio connection. A legacy one has shaken hands. */
export async function startStdioPeer(home: string, era: Era, ...args: string[]): Promise<StdioPeer> {
  const server = startProcess(['stdio', '--home', home, ...args])
  const { stdin } = server.child
  let lastId = 1_000_000
  const send = (line: string | Buffer | object) => {
    const text = typeof line === 'string' || Buffer.isBuffer(line) ? line : JSON.stringify(line)
    stdin.write(text)
    stdin.write('\n')
  }
  const { heard, noise, answerTo } = readMessages(server)
  const request = (method: string, params?: Record<string, unknown>) => {
    const message = requestOf(era, ++lastId, method, params)
    send(message)
    return answerTo(message.id)
  }
  if (era === 'legacy') {
    await request('initialize', INITIALIZE)
    send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }
  return {
    ...server,
    send,
    heard: () => heard,
    noise: () => noise,
    answerTo,
    request,
    call: (tool, args = {}) => request('tools/call', { name: tool, arguments: args }),
  }
}

export type HttpAnswer = { status: number; headers: Headers; text: string; answer: Answer | undefined }

/** Posts a body as it is to `/mcp`. A stateless legacy server answers on an event stream; its one message is the answer. */
export async function postMcp(
  url: string,
  body: string | Buffer | object,
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(SOON.timeout),
  })
  const text = await response.text()
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text
  const answer = json === '' ? undefined : (JSON.parse(json) as Answer)
  return { status: response.status, headers: response.headers, text, answer }
}

/** The headers that the modern era wants to see agree with the body. */
export function modernHeaders(message: { method: string; params?: Record<string, unknown> }): Record<string, string> {
  const name = message.params?.name ?? message.params?.uri
  return {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': message.method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  }
}

/** A well-formed modern request. */
export function postModern(url: string, message: ReturnType<typeof requestOf>, headers: Record<string, string> = {}) {
  return postMcp(url, message, { ...modernHeaders(message), ...headers })
}

/** @returns the headers that further requests of the new session carry. */
export async function openLegacySession(url: string): Promise<{ 'mcp-session-id': string }> {
  const { headers } = await postMcp(url, requestOf('legacy', 1, 'initialize', INITIALIZE))
  const id = headers.get('mcp-session-id')
  if (id === null) throw new Error('no session was opened')
  const session = { 'mcp-session-id': id }
  await postMcp(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, session)
  return session
}

function readMessages(server: ServerProcess) {
  const heard: Answer[] = []
  const noise: string[] = []
  const answers = new Map<Id, Answer>()
  const waiting = new Map<Id, (answer: Answer) => void>()
  let rest = ''
  server.child.stdout.on('data', (part: string) => {
    const lines = (rest + part).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      const message = parsed(line)
      if (message?.jsonrpc !== '2.0') noise.push(line)
      else heard.push(message)
      if (message?.id === undefined || message.method !== undefined) continue
      answers.set(message.id, message)
      waiting.get(message.id)?.(message)
    }
  })
  const answerTo = (id: Id) =>
    new Promise<Answer>((resolve, reject) => {
      const answer = answers.get(id)
      if (answer !== undefined) return resolve(answer)
      const late = () => reject(new Error(`no answer to ${id}; stderr: ${server.stderr()}`))
      const timer = setTimeout(late, SOON.timeout)
      waiting.set(id, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
    })
  return { heard, noise, answerTo }
}

function parsed(line: string): Answer | undefined {
  try {
    return JSON.parse(line) as Answer
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
