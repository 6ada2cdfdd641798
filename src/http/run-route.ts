// One call of an endpoint: who calls, then the query, then the body, then the endpoint itself. Whoever may not is told
// before a byte of the body is read.
import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import type { ApiParts, ApiRoute } from './api-route.ts'
import { actorOf, OPERATOR_ONLY, type Tokens } from './caller.ts'
import { readJsonBody } from './json-body.ts'
import { problemReply } from './problem.ts'
import { type Refusal, refusalReply } from './refusal.ts'
import { fieldFault } from './reply.ts'

const WRONG_TOKEN: Refusal = {
  ...OPERATOR_ONLY,
  message: 'expected the header Authorization: Bearer <operator token>, or no such header',
}

export async function runRoute(
  route: ApiRoute,
  request: Request,
  incoming: IncomingMessage,
  { parts, tokens }: { parts: ApiParts; tokens: Tokens },
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const actor = actorOf(request, tokens)
  if (route.who === 'operator' && actor !== 'operator') return refusalReply(pathname, OPERATOR_ONLY)
  if (actor === undefined) return refusalReply(pathname, WRONG_TOKEN)
  const query = route.query.safeParse(queryOf(searchParams))
  if (!query.success) return badField(query.error, 'the query', pathname)
  const read = await bodyOf(route, request, incoming)
  if ('refusal' in read) return refusalReply(pathname, read.refusal)
  const body = route.body?.safeParse(read.body)
  if (body?.success === false) return badField(body.error, 'the body', pathname)
  const header = (name: string) => request.headers.get(name) ?? undefined
  const headers = {
    ifMatch: header('if-match'),
    ifNoneMatch: header('if-none-match'),
    session: header('skill-session'),
  }
  const caller = { actor, via: 'http', author: null }
  const {
    status = 200,
    json,
    bytes,
    headers: more = {},
  } = await route.run({ query: query.data, body: body?.data, caller, headers }, parts)
  // Nothing of it is to be kept by browsers or proxies: what stands is asked for with If-None-Match.
  const all = { 'cache-control': 'no-store', ...more }
  if (bytes !== undefined) return new Response(new Uint8Array(bytes), { status, headers: all })
  return json === undefined
    ? new Response(null, { status, headers: all })
    : Response.json(json, { status, headers: all })
}

function badField(error: z.ZodError, whole: string, path: string): Response {
  return problemReply({ status: 400, code: 'bad-input', ...fieldFault(error, whole) }, path)
}

// What comes twice is a list, which most fields refuse.
function queryOf(params: URLSearchParams): Record<string, string | string[]> {
  const keys = [...new Set(params.keys())]
  return Object.fromEntries(
    keys.map((key) => {
      const values = params.getAll(key)
      return [key, values.length === 1 ? values[0]! : values]
    }),
  )
}

async function bodyOf(
  { body }: ApiRoute,
  request: Request,
  incoming: IncomingMessage,
): Promise<{ body: unknown } | { refusal: Refusal }> {
  if (body === undefined) return { body: undefined }
  const { headers } = incoming
  const isSent = (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
  if (!isSent && body.safeParse(undefined).success) return { body: undefined }
  return readJsonBody(request.headers.get('content-type') ?? undefined, incoming)
}
