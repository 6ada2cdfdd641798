import { z } from 'zod'
import { nameArgument } from '../answer-parts.ts'
import { defineTool } from '../tool.ts'

export const keepSkillTool = defineTool({
  name: 'keep_skill',
  toolset: 'packages',
  title: 'Keep a skill beyond its session',
  description:
    'Keep a skill that was taken for one session alone (import_skill or install_skill with scope "session"), after the user has said so: it then stays in the library like any other import, and one whose session is over comes back. It approves nothing: it is loaded by name only until a person has looked at it.',
  input: z.object({ name: nameArgument }),
  output: z.object({ name: z.string(), changed: z.boolean().describe('False for a skill that was kept already.') }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ name }, { actor, author }, { library, review }) {
    await library.get(name)
    const structured = await review.keep(name, { actor, via: 'keep_skill', author })
    const text = structured.changed
      ? `Kept ${name}. It still waits for a person to approve it.`
      : `${name} was not taken for one session: nothing was changed.`
    return { structured, text }
  },
})
