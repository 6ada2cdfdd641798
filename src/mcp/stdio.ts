// MCP over stdin and stdout, for a client that starts one process for itself. Ends when stdin ends.
import { randomUUID } from 'node:crypto'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createAudience } from './audience.ts'
import { lastingConnection } from './connection.ts'
import { type ServerParts, serverBuilder } from './server-factory.ts'
import { createStdioTransport } from './stdio-transport.ts'
import { transportFault } from './transport-fault.ts'

export type StdioServer = {
  /** A skill changed, came or went. */
  tell(name: string): void
  /** Something is wrong that a person should know. */
  warn(text: string): void
  /** Resolves when the client is gone or the connection was closed. */
  ended: Promise<void>
  close(): Promise<void>
}

export function openStdio(parts: ServerParts): StdioServer {
  const fault = transportFault('stdio', parts.log)
  const audience = createAudience(undefined, fault)
  const connection = lastingConnection(`stdio-${randomUUID()}`, () => true)
  const build = serverBuilder(parts)
  const transport = createStdioTransport(process.stdin, process.stdout, fault)
  const handle = serveStdio(
    ({ era }) => {
      const { server, subscribed } = build(connection)
      // What a modern client listens to is kept by the SDK, which lets pass only what it asked for.
      const legacy = era === 'legacy'
      audience.join(server, { hears: (uri) => !legacy || subscribed.has(uri), logs: legacy })
      server.server.onclose = () => audience.leave(server)
      return server
    },
    { transport, onerror: fault },
  )
  return {
    tell: (name) => audience.tell(name),
    warn: (text) => audience.warn(text),
    ended: transport.closed,
    async close() {
      audience.close()
      await handle.close()
    },
  }
}
