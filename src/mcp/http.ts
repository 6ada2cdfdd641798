// MCP over Streamable HTTP, both protocol eras, as one fetch function. What comes in has passed the guards (host, origin,
// token, type, size) and is parsed; which era it belongs to is decided here.
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import { createAudience } from './audience.ts'
import { PASSING_CONNECTION } from './connection.ts'
import { createLegacySessions } from './legacy-sessions.ts'
import { buildServer, type ServerParts } from './server-factory.ts'

export type McpOverHttp = {
  /** @param body the parsed JSON of a POST; undefined for GET and DELETE. Never rejects for what a client did. */
  fetch(request: Request, body: unknown): Promise<Response>
  /** The library changed. */
  tell(): void
  close(): Promise<void>
}

export function openMcpHttp(parts: ServerParts): McpOverHttp {
  const fault = (error: unknown) => parts.log('http', 'a message could not be handled', error)
  const handler = createMcpHandler(() => buildServer(parts, PASSING_CONNECTION).server, {
    legacy: 'stateless',
    onerror: fault,
  })
  const audience = createAudience(handler.notify, fault)
  const sessions = createLegacySessions(parts, audience)
  return {
    async fetch(request, body) {
      const legacy = request.method !== 'POST' || (await isLegacyRequest(request, body))
      const answered = legacy ? await sessions.fetch(request, body) : undefined
      return answered ?? handler.fetch(request, { parsedBody: body })
    },
    tell: () => audience.tell(),
    async close() {
      audience.close()
      await sessions.close()
      await handler.close()
    },
  }
}
