// Which session a call belongs to (DESIGN 2): the one it names; else the connection's. On stdio the first explicit name
// names the connection. A modern HTTP request carries its session in a header or has none.
import { CLIENT_INFO_META_KEY, type McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Client } from '../domain/client-channels.ts'
import { clientCalled } from '../domain/client-names.ts'
import { SESSION_ID_CHARS_MAX } from '../journal/stream-name.ts'

export type Connection = {
  /** @param named what the call's arguments say. Undefined: stateless, nothing is "seen". */
  session(named: string | undefined, header: string | null | undefined): string | undefined
  /** Whether a request of ours gets to a 2025 client now; a later one is asked in the answer to its own. */
  reaches(): boolean
}

/** A connection that lives: stdio, or a legacy HTTP session. `own` names it until a call does. */
export function lastingConnection(own: string, reaches: () => boolean): Connection {
  let adopted: string | undefined
  return {
    reaches,
    session(named, header) {
      if (named !== undefined && named !== '') adopted ??= named
      return named || header || adopted || own
    },
  }
}

export const PASSING_CONNECTION: Connection = {
  reaches: () => false,
  session: (named, header) => named || header || undefined,
}

export const SESSION_HEADER = 'skill-session'

export function sessionHeader(ctx: ServerContext): string | null | undefined {
  return ctx.http?.req?.headers.get(SESSION_HEADER)?.slice(0, SESSION_ID_CHARS_MAX)
}

const clientInfoSchema = z.object({ name: z.string() })

/** How the client calls itself; both eras. Never a permission, only a note in the record and a choice of what to list. */
export function clientName(ctx: ServerContext, legacyName: string | undefined): string | null {
  const envelope: Record<string, unknown> = { ...ctx.mcpReq.envelope }
  const info = clientInfoSchema.safeParse(envelope[CLIENT_INFO_META_KEY])
  return (info.data?.name ?? legacyName)?.slice(0, 100) ?? null
}

/** Which of the clients that we know this is, by the name it gives itself. */
export function clientOf(ctx: ServerContext, { server }: McpServer): Client | undefined {
  return clientCalled(clientName(ctx, server.getClientVersion()?.name))
}
