// Sessions of clients that speak a 2025 revision over HTTP: they expect `Mcp-Session-Id`, list_changed on a GET stream and
// DELETE. Bounded: an idle session is let go after a while or when many newer ones came; its client starts a new one (404).
import { randomUUID } from 'node:crypto'
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Audience } from './audience.ts'
import { lastingConnection } from './connection.ts'
import type { BuildServer } from './server-factory.ts'

export const LEGACY_SESSIONS_MAX = 200
export const LEGACY_IDLE_MS_MAX = 30 * 60_000
const SWEEP_MS = 60_000

type Session = {
  transport: WebStandardStreamableHTTPServerTransport
  usedAt: number
  /** Open GET streams: a client that listens is there, however long it says nothing. */
  listening: number
}

export type LegacySessions = {
  /** Undefined when the request belongs to no session: the stateless leg then answers it. */
  fetch(request: Request, body: unknown): Promise<Response | undefined>
  close(): Promise<void>
}

export function createLegacySessions(
  build: BuildServer,
  audience: Audience,
  onFault: (error: unknown) => void,
): LegacySessions {
  // In the order of use, the longest unused first.
  const sessions = new Map<string, Session>()
  const end = (session: Session) => session.transport.close().catch(onFault)
  const sweep = setInterval(() => {
    for (const session of sessions.values()) if (isIdle(session, performance.now())) void end(session)
  }, SWEEP_MS).unref()

  const admit = (id: string, session: Session) => {
    sessions.set(id, session)
    if (sessions.size <= LEGACY_SESSIONS_MAX) return
    const longestUnused = [...sessions.values()].find((s) => s.listening === 0 && s !== session)
    void end(longestUnused ?? sessions.values().next().value!)
  }
  const open = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
    const id = randomUUID()
    // Answers are single documents here, so what we ask goes out on the stream that the client listens to.
    const reaches = () => (sessions.get(id)?.listening ?? 0) > 0
    const { server, subscribed } = build(lastingConnection(`http-${id}`, reaches))
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      enableJsonResponse: true,
      onsessioninitialized: () => {
        audience.join(server, { hears: (uri) => subscribed.has(uri), logs: true })
        admit(id, { transport, usedAt: performance.now(), listening: 0 })
      },
    })
    // However it ends: by DELETE, idle, making room, or with the server.
    server.server.onclose = () => {
      audience.leave(server)
      sessions.delete(id)
    }
    await server.connect(transport)
    return transport
  }
  const use = (id: string): Session | undefined => {
    const session = sessions.get(id)
    if (session === undefined) return undefined
    session.usedAt = performance.now()
    sessions.delete(id)
    sessions.set(id, session)
    return session
  }
  return {
    async fetch(request, body) {
      const id = request.headers.get('mcp-session-id')
      if (id === null) {
        return isInitializeRequest(body) ? (await open()).handleRequest(request, { parsedBody: body }) : undefined
      }
      const session = use(id)
      if (session === undefined) return unknownSession()
      const response = await session.transport.handleRequest(request, { parsedBody: body })
      if (request.method === 'GET' && response.ok) noteListening(session, request.signal)
      return response
    },
    async close() {
      clearInterval(sweep)
      await Promise.all([...sessions.values()].map(end))
    },
  }
}

function isIdle({ usedAt, listening }: Session, now: number): boolean {
  return listening === 0 && now - usedAt > LEGACY_IDLE_MS_MAX
}

// The signal fires when the client hangs up. When we end the stream the session ends with it.
function noteListening(session: Session, signal: AbortSignal): void {
  if (signal.aborted) return
  session.listening++
  const stop = () => {
    session.listening--
    session.usedAt = performance.now()
  }
  signal.addEventListener('abort', stop, { once: true })
}

// 404 is what makes a client start a new session (Streamable HTTP, session management).
function unknownSession(): Response {
  const error = { code: -32001, message: 'Session not found: it ended or was idle for too long. Initialize again.' }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 })
}
