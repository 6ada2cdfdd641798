// Resources: the index of the library and the lessons of routing, as documents that clients can attach. The index and every
// skill that is served (they come by skills-extension.ts) can be subscribed to.
import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { clientOf } from './connection.ts'
import { skillNameIn } from './skill-uris.ts'
import type { ToolParts } from './tool.ts'

export const INDEX_URI = 'cortex://index'
const LESSONS_URI = 'cortex://lessons'
/** Of one connection. */
export const SUBSCRIPTIONS_MAX = 1_000
const INDEX_RESOURCE_CHARS_MAX = 200_000

type ResourceParts = Pick<ToolParts, 'indexText' | 'shelf' | 'standings' | 'routing'>

/** @returns what this connection has subscribed to; the SDK routes the requests but keeps no list. */
export function registerResources(server: McpServer, parts: ResourceParts): ReadonlySet<string> {
  server.registerResource(
    'index',
    INDEX_URI,
    { title: 'Skill index', description: 'All skills with their summaries, most used first.', mimeType: 'text/plain' },
    (_uri, ctx) => {
      const text = parts.indexText.text(INDEX_RESOURCE_CHARS_MAX, clientOf(ctx, server))
      return { contents: [{ uri: INDEX_URI, mimeType: 'text/plain', text }] }
    },
  )
  registerLessons(server, parts)
  const subscribed = new Set<string>()
  server.server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (!(await isServed(uri, parts))) throw new ResourceNotFoundError(uri)
    if (subscribed.size >= SUBSCRIPTIONS_MAX && !subscribed.has(uri)) throw tooMany()
    subscribed.add(uri)
    return {}
  })
  server.server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri)
    return {}
  })
  return subscribed
}

function registerLessons(server: McpServer, { routing }: ResourceParts): void {
  server.registerResource(
    'lessons',
    LESSONS_URI,
    {
      title: 'Lessons',
      description: 'What was learned of missing programs, misleading descriptions and variables, by region or skill.',
      mimeType: 'application/json',
    },
    async () => {
      const { lessons } = await routing.overview()
      return { contents: [{ uri: LESSONS_URI, mimeType: 'application/json', text: JSON.stringify({ lessons }) }] }
    },
  )
}

async function isServed(uri: string, { shelf, standings }: ResourceParts): Promise<boolean> {
  const name = skillNameIn(uri)
  const entry = name === undefined ? undefined : await shelf.look(name)
  return uri === INDEX_URI || (entry !== undefined && standings.markOf(entry).listed)
}

function tooMany(): ProtocolError {
  const fix = `Unsubscribe from some; ${INDEX_URI} and list_changed tell of every change.`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `at most ${SUBSCRIPTIONS_MAX} subscriptions. ${fix}`)
}
