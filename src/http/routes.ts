// The HTTP surface as one list: guards first, then what each path answers. No GET changes anything.
import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import { type RecallArguments, recallRequestSchema } from '../domain/recall-request.ts'
import type { Log } from '../events/log.ts'
import { SESSION_ID_CHARS_MAX } from '../journal/stream-name.ts'
import { type Guarding, refusalOf } from './guards.ts'
import { batchRefusal, readJsonBody } from './json-body.ts'
import { type Refusal, refusalReply } from './refusal.ts'
import { errorReply } from './reply.ts'

export type HttpParts = {
  mcp: (request: Request, body: unknown) => Promise<Response>
  recall: (request: RecallArguments, session: string | undefined) => Promise<Record<string, unknown>>
  health: () => Record<string, unknown>
  log: Log
}

type Method = 'GET' | 'POST' | 'DELETE'
// What @hono/node-server hands over beside the request.
type Env = { Bindings: { incoming: IncomingMessage } }
type Answer = (c: Context<Env>, parts: HttpParts) => Response | Promise<Response>

// Each path with what it takes; any other method is a 405, any other path a 404.
const ROUTES: Record<string, Partial<Record<Method, Answer>>> = {
  '/healthz': { GET: (c, parts) => c.json(parts.health()) },
  '/api/recall': {
    POST: withBody(recallReply),
  },
  '/mcp': {
    POST: withBody(mcpReply),
    GET: (c, parts) => parts.mcp(c.req.raw, undefined),
    DELETE: (c, parts) => parts.mcp(c.req.raw, undefined),
  },
}

export function createRoutes(parts: HttpParts, guarding: () => Guarding): Hono<Env> {
  const app = new Hono<Env>()
  app.onError((error) => errorReply(error, parts.log))
  app.use(async (c, next) => {
    const refusal = refusalOf(c.req.raw, hostHeaders(c.env.incoming), guarding())
    if (refusal !== undefined) return refusalReply(c.req.path, refusal)
    await next()
    c.header('x-content-type-options', 'nosniff')
    // The SDK's streams say "keep-alive" whatever the client asked for; the connection is Node's to keep or close.
    c.header('connection', undefined)
  })
  for (const [path, answers] of Object.entries(ROUTES)) {
    const allow = Object.keys(answers).join(', ')
    app.all(path, (c) => {
      const { method } = c.req.raw
      const answer = answers[(method === 'HEAD' ? 'GET' : method) as Method]
      return answer === undefined ? refusalReply(path, wrongMethod(method, allow)) : answer(c, parts)
    })
  }
  app.notFound((c) => refusalReply(c.req.path, UNKNOWN_PATH))
  return app
}

const UNKNOWN_PATH: Refusal = {
  status: 404,
  message: 'nothing is served at this path',
  fix: `The paths are ${Object.keys(ROUTES).join(', ')}.`,
}

function wrongMethod(method: string, allow: string): Refusal {
  return { status: 405, message: `expected ${allow}, got ${method}`, fix: 'Use a method that this path takes.', allow }
}

function withBody(answer: (body: unknown, c: Context<Env>, parts: HttpParts) => Response | Promise<Response>): Answer {
  return async (c, parts) => {
    const read = await readJsonBody(c.req.header('content-type'), c.env.incoming)
    return 'refusal' in read ? refusalReply(c.req.path, read.refusal) : answer(read.body, c, parts)
  }
}

async function recallReply(body: unknown, c: Context<Env>, parts: HttpParts): Promise<Response> {
  const request = recallRequestSchema.parse(body)
  const header = c.req.header('skill-session')?.slice(0, SESSION_ID_CHARS_MAX)
  return c.json(await parts.recall(request, request.session || header || undefined))
}

async function mcpReply(body: unknown, c: Context<Env>, parts: HttpParts): Promise<Response> {
  const refusal = batchRefusal(body)
  return refusal === undefined ? parts.mcp(c.req.raw, body) : refusalReply(c.req.path, refusal)
}

function hostHeaders({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
}
