// MCP over stdin and stdout, for a client that starts one process for itself. Ends when stdin ends.
import { randomUUID } from 'node:crypto'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createAudience } from './audience.ts'
import { boundedLines } from './bounded-lines.ts'
import { lastingConnection } from './connection.ts'
import { buildServer, type ServerParts } from './server-factory.ts'

/** A line beyond this is answered with an error and skipped; the SDK's own buffer would end the connection. */
export const STDIO_LINE_BYTES_MAX = 4 * 1024 * 1024

export type StdioServer = {
  /** The library changed. */
  tell(): void
  /** Resolves when stdin has ended or the connection was closed. */
  ended: Promise<void>
  close(): Promise<void>
}

export function openStdio(parts: ServerParts): StdioServer {
  const fault = (error: unknown) => parts.log('stdio', 'a message could not be handled', error)
  const lines = boundedLines(STDIO_LINE_BYTES_MAX, (head) => process.stdout.write(overlongAnswer(head)))
  const audience = createAudience(undefined, fault)
  const connection = lastingConnection(`stdio-${randomUUID()}`)
  const transport = new StdioServerTransport(process.stdin.pipe(lines), process.stdout, {
    maxBufferSize: STDIO_LINE_BYTES_MAX * 2,
  })
  const handle = serveStdio(
    () => {
      const { server, subscribed } = buildServer(parts, connection)
      audience.join(server, subscribed)
      server.server.onclose = () => audience.leave(server)
      return server
    },
    { transport, onerror: fault },
  )
  const ended = new Promise<void>((resolve) => {
    lines.once('end', resolve)
    lines.once('close', resolve)
    process.stdin.once('error', () => resolve())
    process.stdout.once('error', () => resolve())
  })
  return {
    tell: () => audience.tell(),
    ended,
    async close() {
      audience.close()
      await handle.close()
    },
  }
}

// The id is taken from the line's head when it stands there, so that a waiting client is freed.
function overlongAnswer(head: string): string {
  const id = /"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,15})/.exec(head)?.[1] ?? 'null'
  const message = `Request too large: expected a line of at most ${STDIO_LINE_BYTES_MAX} bytes. Send less, for example a skill in parts.`
  return `${JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(id), error: { code: -32600, message } })}\n`
}
