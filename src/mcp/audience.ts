// Everyone who is connected right now and wants to hear that the library has changed: stdio connections and legacy HTTP
// sessions by their server, modern HTTP clients through their subscription streams. Bursts become one notice.
import type { McpServer, ServerNotifier } from '@modelcontextprotocol/server'
import { INDEX_URI } from './resources.ts'

const NOTICE_DELAY_MS = 100

export type Audience = {
  join(server: McpServer, subscribed: ReadonlySet<string>): void
  leave(server: McpServer): void
  /** The library changed. Returns at once. */
  tell(): void
  close(): void
}

export function createAudience(streams: ServerNotifier | undefined, onFault: (error: unknown) => void): Audience {
  const members = new Map<McpServer, ReadonlySet<string>>()
  let timer: NodeJS.Timeout | undefined
  const notify = async () => {
    timer = undefined
    streams?.resourcesChanged()
    streams?.resourceUpdated(INDEX_URI)
    for (const [{ server }, subscribed] of members) {
      await server.sendResourceListChanged().catch(onFault)
      if (subscribed.has(INDEX_URI)) await server.sendResourceUpdated({ uri: INDEX_URI }).catch(onFault)
    }
  }
  return {
    join: (server, subscribed) => void members.set(server, subscribed),
    leave: (server) => void members.delete(server),
    tell() {
      timer ??= setTimeout(() => void notify(), NOTICE_DELAY_MS).unref()
    },
    close: () => clearTimeout(timer),
  }
}
