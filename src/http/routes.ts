// The HTTP surface as one list: guards first, then what each path answers. No GET changes anything.
import { type Context, Hono } from 'hono'
import { type RecallArguments, recallRequestSchema } from '../domain/recall-request.ts'
import type { Log } from '../events/log.ts'
import { type Guarding, refusalOf } from './guards.ts'
import { readJsonBody } from './json-body.ts'
import { errorReply, refusalReply } from './reply.ts'

export type HttpParts = {
  mcp: (request: Request, body: unknown) => Promise<Response>
  recall: (request: RecallArguments, session: string | undefined) => Promise<Record<string, unknown>>
  health: () => Record<string, unknown>
  log: Log
}

// What @hono/node-server hands over beside the request; absent when a test calls `fetch` itself.
type Env = { Bindings: { incoming?: { rawHeaders: string[] } } }

export function createRoutes(parts: HttpParts, guarding: () => Guarding): Hono<Env> {
  const app = new Hono<Env>()
  app.onError((error) => errorReply(error, parts.log))
  app.use(async (c, next) => {
    const refusal = refusalOf(c.req.raw, hostHeaders(c), guarding())
    if (refusal !== undefined) return refusalReply(c.req.path, refusal.status, refusal.message)
    await next()
    c.header('x-content-type-options', 'nosniff')
  })
  app.get('/healthz', (c) => c.json(parts.health()))
  app.post('/api/recall', (c) =>
    withBody(c, async (body) => {
      const request = recallRequestSchema.parse(body)
      return c.json(await parts.recall(request, request.session ?? c.req.header('skill-session')))
    }),
  )
  app.post('/mcp', (c) => withBody(c, (body) => parts.mcp(c.req.raw, body)))
  app.on(['GET', 'DELETE'], '/mcp', (c) => parts.mcp(c.req.raw, undefined))
  app.all('/mcp', () => new Response(null, { status: 405, headers: { allow: 'POST, GET, DELETE' } }))
  app.notFound((c) => refusalReply(c.req.path, 404, 'nothing is served at this path'))
  return app
}

async function withBody(c: Context<Env>, answer: (body: unknown) => Promise<Response>): Promise<Response> {
  const read = await readJsonBody(c.req.raw)
  if ('fault' in read) return refusalReply(c.req.path, read.fault.status, read.fault.message, read.fault.rpcCode)
  return answer(read.body)
}

function hostHeaders(c: Context<Env>): number {
  const raw = c.env?.incoming?.rawHeaders ?? []
  return raw.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
}
