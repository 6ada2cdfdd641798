// The resource cortex://health: how the home does, as a document for programs and as text for readers. Nothing is pushed: it
// says what waits when somebody looks.
import type { McpServer } from '@modelcontextprotocol/server'
import { homeHealthText } from '../domain/home-health.ts'
import type { Log } from '../events/log.ts'
import type { ToolParts } from './tool.ts'
import { protocolFailure } from './tool-result.ts'

const HEALTH_URI = 'cortex://health'

const DESCRIPTION = {
  title: 'Health of the library',
  description: 'How many skills there are, what waits for a person, which passes are due, and the model provider.',
  mimeType: 'application/json',
}

export function registerHealth(server: McpServer, { health, log }: Pick<ToolParts, 'health'> & { log: Log }): void {
  server.registerResource('health', HEALTH_URI, DESCRIPTION, async () => {
    try {
      const found = await health()
      return {
        contents: [
          { uri: HEALTH_URI, mimeType: 'application/json', text: JSON.stringify(found, null, 2) },
          { uri: HEALTH_URI, mimeType: 'text/plain', text: homeHealthText(found) },
        ],
      }
    } catch (error) {
      throw protocolFailure('resource health', error, log)
    }
  })
}
