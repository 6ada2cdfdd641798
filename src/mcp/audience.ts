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
  /** Goes into the log of clients that asked for one (2025 revisions; later ones read our stderr). Returns at once. */
  warn(text: string): void
  close(): void
}

export function createAudience(streams: ServerNotifier | undefined, onFault: (error: unknown) => void): Audience {
  const members = new Map<McpServer, ReadonlySet<string>>()
  // Members that have not taken their last notice yet: what changes meanwhile is one notice more, not one a change.
  const slow = new Map<McpServer, 'told' | 'tell again'>()
  let timer: NodeJS.Timeout | undefined

  const tellMember = async (member: McpServer, subscribed: ReadonlySet<string>): Promise<void> => {
    if (slow.has(member)) return void slow.set(member, 'tell again')
    slow.set(member, 'told')
    await notify(member, subscribed).catch(onFault)
    const again = slow.get(member) === 'tell again'
    slow.delete(member)
    if (again && members.has(member)) await tellMember(member, subscribed)
  }
  return {
    join: (server, subscribed) => void members.set(server, subscribed),
    leave: (server) => void members.delete(server),
    tell() {
      timer ??= setTimeout(() => {
        timer = undefined
        streams?.resourcesChanged()
        streams?.resourceUpdated(INDEX_URI)
        for (const [member, subscribed] of members) void tellMember(member, subscribed)
      }, NOTICE_DELAY_MS).unref()
    },
    warn(text) {
      for (const { server } of members.keys()) {
        server.sendLoggingMessage({ level: 'warning', logger: 'skill-cortex', data: text }).catch(onFault)
      }
    },
    close: () => clearTimeout(timer),
  }
}

async function notify({ server }: McpServer, subscribed: ReadonlySet<string>): Promise<void> {
  await server.sendResourceListChanged()
  if (subscribed.has(INDEX_URI)) await server.sendResourceUpdated({ uri: INDEX_URI })
}
