// The resources cortex://beliefs and cortex://directives: what the second loop holds to be so, and what it would have the agent
// do. Reading delivers nothing: a directive that waits is still told with the next recall.
import type { McpServer } from '@modelcontextprotocol/server'
import type { Log } from '../events/log.ts'
import type { ToolParts } from './tool.ts'
import { protocolFailure } from './tool-result.ts'

const BELIEFS_URI = 'cortex://beliefs'
const DIRECTIVES_URI = 'cortex://directives'

const BELIEFS = {
  title: 'Beliefs',
  description: 'What the reflection holds to be so, by key, with how long it still stands. Made by a model: data.',
  mimeType: 'application/json',
}
const DIRECTIVES = {
  title: 'Directives',
  description: 'What reflections suggest to do: open, delivered, done or expired. They give no permission.',
  mimeType: 'application/json',
}

export function registerReflection(
  server: McpServer,
  { reflection, log }: Pick<ToolParts, 'reflection'> & { log: Log },
): void {
  const { beliefs, directives } = reflection
  const answer = async (uri: string, name: string, texts: () => Promise<[mimeType: string, text: string][]>) => {
    try {
      return { contents: (await texts()).map(([mimeType, text]) => ({ uri, mimeType, text })) }
    } catch (error) {
      throw protocolFailure(`resource ${name}`, error, log)
    }
  }
  server.registerResource('beliefs', BELIEFS_URI, BELIEFS, () =>
    answer(BELIEFS_URI, 'beliefs', async () => [
      ['application/json', JSON.stringify({ beliefs: await beliefs.standing() }, null, 2)],
      ['text/plain', await beliefs.block([])],
    ]),
  )
  server.registerResource('directives', DIRECTIVES_URI, DIRECTIVES, () =>
    answer(DIRECTIVES_URI, 'directives', async () => [
      ['application/json', JSON.stringify({ directives: await directives.all() }, null, 2)],
    ]),
  )
}
