// MCP over Streamable HTTP, both protocol eras, as one fetch function. What comes in has passed the guards (host, origin,
// token, type, size) and is parsed; which era it belongs to is decided here.
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import { createAudience } from './audience.ts'
import { PASSING_CONNECTION } from './connection.ts'
import { createLegacySessions } from './legacy-sessions.ts'
import { type ServerParts, serverBuilder } from './server-factory.ts'
import { transportFault } from './transport-fault.ts'

export type McpOverHttp = {
  /** @param body the parsed JSON of a POST; undefined for GET and DELETE. Never rejects for what a client did. */
  fetch(request: Request, body: unknown): Promise<Response>
  /** A skill changed, came or went. */
  tell(name: string): void
  /** Something is wrong that a person should know. */
  warn(text: string): void
  close(): Promise<void>
}

export function openMcpHttp(parts: ServerParts): McpOverHttp {
  const fault = transportFault('http', parts.log)
  const build = serverBuilder(parts)
  const handler = createMcpHandler(() => build(PASSING_CONNECTION).server, { legacy: 'stateless', onerror: fault })
  const audience = createAudience(handler.notify, fault)
  const sessions = createLegacySessions(build, audience, fault)
  return {
    async fetch(request, body) {
      const legacy = request.method !== 'POST' || (await isLegacyRequest(request, body))
      const answered = legacy ? await sessions.fetch(request, body) : undefined
      return answered ?? handler.fetch(request, { parsedBody: body })
    },
    tell: (name) => audience.tell(name),
    warn: (text) => audience.warn(text),
    async close() {
      audience.close()
      await sessions.close()
      await handler.close()
    },
  }
}
