// The HTTP surface: guards first, then what each path answers. No GET changes anything. The endpoints themselves are the
// list of api-routes.ts; `/mcp`, the stream of events and the dashboard are no JSON endpoints and
// stand here.
import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import type { LiveFeed } from '../events/live-feed.ts'
import type { Log } from '../events/log.ts'
import type { ApiParts } from './api-route.ts'
import { API_ROUTES } from './api-routes.ts'
import { type BuiltPages, dashboardReply } from './dashboard-pages.ts'
import { type Guarding, refusalOf } from './guards.ts'
import { batchRefusal, readJsonBody } from './json-body.ts'
import { liveStream } from './live-stream.ts'
import { openApi } from './openapi.ts'
import { type Refusal, refusalReply } from './refusal.ts'
import { errorReply } from './reply.ts'
import { runRoute } from './run-route.ts'

export type HttpParts = {
  mcp: (request: Request, body: unknown) => Promise<Response>
  api: ApiParts
  /** What happens, for whoever follows it. */
  live: LiveFeed
  /** The built dashboard. */
  pages: BuiltPages
  version: string
  log: Log
}

// What @hono/node-server hands over beside the request.
type Env = { Bindings: { incoming: IncomingMessage } }
type Answer = (c: Context<Env>) => Response | Promise<Response>
type Answers = Map<string, Answer>

export function createRoutes(parts: HttpParts, guarding: () => Guarding): Hono<Env> {
  const app = new Hono<Env>()
  const paths = answersByPath(parts, guarding)
  app.onError((error, c) => errorReply(error, c.req.path, parts.log))
  app.use(async (c, next) => {
    const refusal = refusalOf(c.req.raw, hostHeaders(c.env.incoming), guarding())
    if (refusal !== undefined) return refusalReply(c.req.path, refusal)
    await next()
    c.header('x-content-type-options', 'nosniff')
    // The SDK's streams say "keep-alive" whatever the client asked for; the connection is Node's to keep or close.
    c.header('connection', undefined)
  })
  for (const [path, answers] of paths) {
    const allow = [...answers.keys()].join(', ')
    app.all(path, (c) => {
      const { method } = c.req.raw
      const answer = answers.get(method === 'HEAD' ? 'GET' : method)
      return answer === undefined ? refusalReply(path, wrongMethod(method, allow)) : answer(c)
    })
  }
  const unknownPath: Refusal = {
    status: 404,
    message: 'nothing is served at this path',
    fix: `The paths are ${[...paths.keys()].join(', ')}.`,
  }
  app.notFound((c) => refusalReply(c.req.path, unknownPath))
  return app
}

// Each path with what it takes; any other method is a 405, any other path a 404.
function answersByPath(parts: HttpParts, guarding: () => Guarding): Map<string, Answers> {
  const paths = new Map<string, Answers>()
  for (const route of API_ROUTES) {
    const answers = paths.get(route.path) ?? new Map<string, Answer>()
    const answer: Answer = (c) =>
      runRoute(route, c.req.raw, c.env.incoming, { parts: parts.api, tokens: guarding().tokens })
    paths.set(route.path, answers.set(route.method, answer))
  }
  const page: Answer = (c) => dashboardReply(parts.pages, c.req.path)
  paths.set('/', new Map([['GET', page]]))
  paths.set('/assets/:file', new Map([['GET', page]]))
  let document: Record<string, unknown> | undefined
  const describe: Answer = (c) => {
    document ??= openApi(API_ROUTES, parts.version)
    return c.json(document)
  }
  paths.set('/openapi.json', new Map([['GET', describe]]))
  paths.set(
    '/api/stream',
    new Map<string, Answer>([['GET', (c) => liveStream(c.req.raw, parts.live, guarding().tokens)]]),
  )
  const stream: Answer = (c) => parts.mcp(c.req.raw, undefined)
  paths.set(
    '/mcp',
    new Map<string, Answer>([
      ['POST', (c) => mcpReply(c, parts)],
      ['GET', stream],
      ['DELETE', stream],
    ]),
  )
  return paths
}

function wrongMethod(method: string, allow: string): Refusal {
  return { status: 405, message: `expected ${allow}, got ${method}`, fix: 'Use a method that this path takes.', allow }
}

async function mcpReply(c: Context<Env>, parts: HttpParts): Promise<Response> {
  const read = await readJsonBody(c.req.header('content-type'), c.env.incoming)
  if ('refusal' in read) return refusalReply(c.req.path, read.refusal)
  const refusal = batchRefusal(read.body)
  return refusal === undefined ? parts.mcp(c.req.raw, read.body) : refusalReply(c.req.path, refusal)
}

function hostHeaders({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
}
