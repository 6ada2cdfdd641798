// Resources: the index of the library as a document that clients can attach and subscribe to.
import { type McpServer, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { ToolParts } from './tool.ts'

export const INDEX_URI = 'cortex://index'
/** What may change while a client looks at it. */
export const SUBSCRIBABLE: ReadonlySet<string> = new Set([INDEX_URI])
const INDEX_RESOURCE_CHARS_MAX = 200_000

/** @returns what this connection has subscribed to; the SDK routes the requests but keeps no list. */
export function registerResources(server: McpServer, parts: Pick<ToolParts, 'indexText'>): ReadonlySet<string> {
  server.registerResource(
    'index',
    INDEX_URI,
    { title: 'Skill index', description: 'All skills with their summaries, most used first.', mimeType: 'text/plain' },
    () => ({
      contents: [{ uri: INDEX_URI, mimeType: 'text/plain', text: parts.indexText.text(INDEX_RESOURCE_CHARS_MAX) }],
    }),
  )
  const subscribed = new Set<string>()
  server.server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    // A bounded list: only what is served can be subscribed to.
    if (!SUBSCRIBABLE.has(uri)) throw new ResourceNotFoundError(uri)
    subscribed.add(uri)
    return {}
  })
  server.server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri)
    return {}
  })
  return subscribed
}
