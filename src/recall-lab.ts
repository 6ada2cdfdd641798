// What lets a person look into recall from outside of it: what a client's model sees, and the cases by which it is judged.
import type { App } from './app.ts'
import type { Client } from './domain/client-channels.ts'
import { clientView, type Offered } from './domain/client-view.ts'
import { recallRequestSchema } from './domain/recall-request.ts'
import type { RecallLab } from './http/api-route.ts'
import { serverInstructions } from './mcp/instructions.ts'
import { TOOLS } from './mcp/tools/index.ts'

export function recallLab({ parts, cases, evalRecall }: App): RecallLab {
  return {
    async clientSees(client, message) {
      // Of no session: nothing counts as seen, and nothing is written down.
      const asked = recallRequestSchema.parse({ message })
      const recalled = await parts.recall({ ...asked, session: undefined, actor: 'operator' })
      return clientView(client, offeredTo(client, parts), recalled)
    },
    cases: cases.list,
    addCase: cases.add,
    removeCase: cases.remove,
    evaluate: (isDryRun) => evalRecall({ now: parts.now(), isDryRun }),
  }
}

/** What a client is told before it asks. */
export function offeredTo(
  client: Client,
  { indexText, toolsets }: Pick<App['parts'], 'indexText' | 'toolsets'>,
): Offered {
  return {
    instructions: serverInstructions(indexText, client),
    indexText: (charsMax) => indexText.text(charsMax, client),
    index: indexText.shownTo(client),
    tools: TOOLS.filter((tool) => toolsets.includes(tool.toolset)).map(({ name, description, meta }) => ({
      name,
      description,
      isAlwaysLoaded: meta?.['anthropic/alwaysLoad'] === true,
    })),
  }
}
