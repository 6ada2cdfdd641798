// Everyone who is connected right now and wants to hear that the library has changed: stdio connections and legacy HTTP
// sessions by their server, modern HTTP clients through their subscription streams. Bursts become one notice.
import type { McpServer, ServerNotifier } from '@modelcontextprotocol/server'
import { INDEX_URI } from './resources.ts'
import { skillUri } from './skill-uris.ts'

const NOTICE_DELAY_MS = 100

export type Interests = {
  /** Whether it wants to hear of changes of this resource; asked at each change, for it may subscribe at any time. */
  hears: (uri: string) => boolean
  /** Only a 2025 client may be sent log lines unasked; a later one asks with each request and reads our stderr. */
  logs: boolean
}

export type Audience = {
  join(server: McpServer, interests: Interests): void
  leave(server: McpServer): void
  /** A skill changed, came or went. Returns at once. */
  tell(name: string): void
  /** Goes into the logs of clients that may be sent one. Returns at once. */
  warn(text: string): void
  close(): void
}

export function createAudience(streams: ServerNotifier | undefined, onFault: (error: unknown) => void): Audience {
  const members = new Map<McpServer, Interests>()
  // Members that have not taken their last notice yet, and what changed meanwhile: one notice more, not one a change.
  const slow = new Map<McpServer, Set<string>>()
  // What changed since the last notice; at most one URI for each skill of the library.
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const tellMember = async (member: McpServer, { hears }: Interests, uris: ReadonlySet<string>): Promise<void> => {
    const waiting = slow.get(member)
    if (waiting !== undefined) return uris.forEach((uri) => void waiting.add(uri))
    const meanwhile = new Set<string>()
    slow.set(member, meanwhile)
    await notify(member, [...uris].filter(hears)).catch(onFault)
    slow.delete(member)
    const interests = members.get(member)
    if (meanwhile.size > 0 && interests !== undefined) await tellMember(member, interests, meanwhile)
  }
  return {
    join: (server, interests) => void members.set(server, interests),
    leave: (server) => void members.delete(server),
    tell(name) {
      changed.add(skillUri(name))
      timer ??= setTimeout(() => {
        const uris = new Set([INDEX_URI, ...changed])
        changed = new Set()
        timer = undefined
        streams?.resourcesChanged()
        for (const uri of uris) streams?.resourceUpdated(uri)
        for (const [member, interests] of members) void tellMember(member, interests, uris)
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

async function notify({ server }: McpServer, uris: readonly string[]): Promise<void> {
  await server.sendResourceListChanged()
  for (const uri of uris) await server.sendResourceUpdated({ uri })
}
