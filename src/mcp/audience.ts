// Everyone who is connected right now and wants to hear that the library has changed: stdio connections and legacy HTTP
// sessions by their server, modern HTTP clients through their subscription streams. Bursts become one notice.
import type { McpServer, ServerNotifier } from '@modelcontextprotocol/server'
import { INDEX_URI } from './resources.ts'

const NOTICE_DELAY_MS = 100

export type Interests = {
  /** Resources whose changes it hears of; read at each change, for the SDK keeps adding to it. */
  uris: ReadonlySet<string>
  /** Only a 2025 client may be sent log lines unasked; a later one asks with each request and reads our stderr. */
  logs: boolean
}

export type Audience = {
  join(server: McpServer, interests: Interests): void
  leave(server: McpServer): void
  /** The library changed. Returns at once. */
  tell(): void
  /** Goes into the logs of clients that may be sent one. Returns at once. */
  warn(text: string): void
  close(): void
}

export function createAudience(streams: ServerNotifier | undefined, onFault: (error: unknown) => void): Audience {
  const members = new Map<McpServer, Interests>()
  // Members that have not taken their last notice yet: what changes meanwhile is one notice more, not one a change.
  const slow = new Map<McpServer, 'told' | 'tell again'>()
  let timer: NodeJS.Timeout | undefined

  const tellMember = async (member: McpServer, { uris }: Pick<Interests, 'uris'>): Promise<void> => {
    if (slow.has(member)) return void slow.set(member, 'tell again')
    slow.set(member, 'told')
    await notify(member, uris).catch(onFault)
    const again = slow.get(member) === 'tell again'
    slow.delete(member)
    if (again && members.has(member)) await tellMember(member, { uris })
  }
  return {
    join: (server, interests) => void members.set(server, interests),
    leave: (server) => void members.delete(server),
    tell() {
      timer ??= setTimeout(() => {
        timer = undefined
        streams?.resourcesChanged()
        streams?.resourceUpdated(INDEX_URI)
        for (const [member, interests] of members) void tellMember(member, interests)
      }, NOTICE_DELAY_MS).unref()
    },
    warn(text) {
      for (const [{ server }, { logs }] of members) {
        if (logs) server.sendLoggingMessage({ level: 'warning', logger: 'skill-cortex', data: text }).catch(onFault)
      }
    },
    close: () => clearTimeout(timer),
  }
}

async function notify({ server }: McpServer, uris: ReadonlySet<string>): Promise<void> {
  await server.sendResourceListChanged()
  if (uris.has(INDEX_URI)) await server.sendResourceUpdated({ uri: INDEX_URI })
}
