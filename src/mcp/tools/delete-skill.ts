import { z } from 'zod'
import { nameArgument } from '../answer-parts.ts'
import { defineTool } from '../tool.ts'

export const deleteSkill = defineTool({
  name: 'delete_skill',
  toolset: 'core',
  title: 'Archive a skill',
  description:
    'Take a skill out of the library. Nothing is lost: it is archived with its history, and a person can bring it back with "skill-cortex restore". Starter skills are refused. Prefer edit_skill when a skill is only partly wrong.',
  input: z.object({ name: nameArgument }),
  output: z.object({ name: z.string(), archived: z.boolean(), version: z.number() }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ name }, call, { library }) {
    const { version } = await library.archive(name, { actor: call.actor, via: 'delete_skill', author: call.author })
    return {
      structured: { name, archived: true, version },
      text: `Archived ${name} (version ${version}). A person can bring it back with: skill-cortex restore ${name}`,
    }
  },
})
