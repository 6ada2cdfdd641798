// A model server on a real socket that plays both APIs by a script: each request takes the next reply, which may be an
// answer or anything that goes wrong on networks. It keeps what it was asked.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type ModelApi = 'openai' | 'anthropic'

export type Asked = {
  api: ModelApi
  path: string
  headers: IncomingMessage['headers']
  /** As it was sent. */
  body: Record<string, unknown>
  system: string
  messages: { role: string; content: string }[]
}

export type Answer = {
  text: string
  inputTokens?: number
  outputTokens?: number
  stopped?: 'done' | 'length' | 'declined'
  model?: string
  /** An envelope that says nothing of tokens. */
  withoutUsage?: true
}

export type ScriptedReply =
  | Answer
  /** Bytes as they are, whatever the API. */
  | { status: number; headers?: Record<string, string>; body: string }
  /** The body of an error with this message, in the form of the API. */
  | { status: number; headers?: Record<string, string>; error: string }
  /** The connection stays open and nothing comes. */
  | { silence: true }
  /** The headers and this much of a body, then the connection is cut. */
  | { cutAfter: string }
  /** A body without end. */
  | { flood: true }

export type Script = ScriptedReply | ((asked: Asked) => ScriptedReply)

export type FakeModelServer = {
  /** What the setting `provider.baseUrl` is to be. */
  baseUrl: (api: ModelApi) => string
  /** Each request takes the next of these. */
  reply(...replies: Script[]): void
  /** For every request that finds no reply left. */
  otherwise(reply: Script): void
  asked: Asked[]
}

const UNSCRIPTED: ScriptedReply = { status: 418, error: 'no reply was scripted' }
const FLOOD = Buffer.alloc(256 * 1024, ' ')

/** Gone when the test is over. */
export async function startFakeModelServer(): Promise<FakeModelServer> {
  const { close, ...server } = await openFakeModelServer()
  onTestFinished(close)
  return server
}

/** For several tests. */
export async function openFakeModelServer(): Promise<FakeModelServer & { close: () => void }> {
  const queue: Script[] = []
  const asked: Asked[] = []
  let last: Script = UNSCRIPTED
  const server = createServer(async (request, response) => {
    const question = await read(request)
    asked.push(question)
    const script = queue.shift() ?? last
    play(typeof script === 'function' ? script(question) : script, question.api, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl: (api) => (api === 'openai' ? `${url}/v1` : url),
    reply: (...replies) => void queue.push(...replies),
    otherwise: (reply) => {
      last = reply
    },
    asked,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const path = request.url ?? ''
  const api = path === '/v1/messages' ? 'anthropic' : 'openai'
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  const [first, ...rest] = body.messages
  const spoken = api === 'openai' ? { system: first.content, messages: rest } : body
  return { api, path, headers: request.headers, body, system: spoken.system, messages: spoken.messages }
}

function play(reply: ScriptedReply, api: ModelApi, response: ServerResponse): void {
  if ('silence' in reply) return
  if ('cutAfter' in reply) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000000' })
    response.write(reply.cutAfter, () => response.destroy())
    return
  }
  if ('flood' in reply) {
    response.writeHead(200, { 'content-type': 'application/json' })
    flood(response)
    return
  }
  const [status, headers, body] =
    'status' in reply ? [reply.status, reply.headers, bodyOf(reply, api)] : [200, {}, envelope(reply, api)]
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

function flood(response: ServerResponse): void {
  if (response.destroyed) return
  response.write(FLOOD, (error) => (error ? undefined : flood(response)))
}

function bodyOf(reply: { body: string } | { error: string }, api: ModelApi): string {
  if ('body' in reply) return reply.body
  const error = { type: 'some_error', message: reply.error }
  return JSON.stringify(api === 'openai' ? { error } : { type: 'error', error })
}

/** The body of an ordinary answer. */
export function envelope({ text, stopped = 'done', model = 'scripted-1', ...said }: Answer, api: ModelApi): string {
  const [input, output] = [said.inputTokens ?? 100, said.outputTokens ?? 20]
  if (api === 'openai') {
    const finish_reason = { done: 'stop', length: 'length', declined: 'content_filter' }[stopped]
    const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
    const choices = [{ index: 0, finish_reason, message: { role: 'assistant', content: text } }]
    return JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      model,
      choices,
      ...(said.withoutUsage ? {} : { usage }),
    })
  }
  const stop_reason = { done: 'end_turn', length: 'max_tokens', declined: 'refusal' }[stopped]
  const usage = { input_tokens: input, output_tokens: output }
  const content = [{ type: 'text', text }]
  return JSON.stringify({
    id: 'm',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason,
    ...(said.withoutUsage ? {} : { usage }),
  })
}
