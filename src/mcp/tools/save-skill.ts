import { z } from 'zod'
import { clientCalled } from '../../domain/client-names.ts'
import { saveArguments } from '../../domain/skill-arguments.ts'
import { INSTRUCTIONS_CHARS_MAX } from '../../domain/skill-index-text.ts'
import { DRAFT_NOTE } from '../answer-parts.ts'
import { defineTool } from '../tool.ts'

export const saveSkill = defineTool({
  name: 'save_skill',
  toolset: 'core',
  title: 'Save a skill',
  description:
    'Create a skill, or replace parts of one. Save when a task of several steps has worked and will come again, when you found out how a tool wants to be used, or when the user asks; not for one-off tasks, single steps, facts or secrets, nor what an existing skill covers (look with recall_skills first): a new skill that is nearly an existing one is refused with its name, unless force is true. To change some text of a skill prefer edit_skill. What you leave out is kept. A change of what a person wrote or approved becomes a draft that waits for a person (draft: true). Name: lower-case words joined by "-", grouped by "/", such as "mcp/email"; no skill may be a path prefix of another. Content: markdown with a title, when to use it, numbered steps with concrete values, pitfalls. Without a summary the first sentence serves.',
  input: saveArguments,
  output: z.object({
    name: z.string(),
    version: z.number(),
    created: z.boolean(),
    draft: z.boolean(),
    index: z.string(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ name, expectedVersion, force, ...patch }, call, { library, indexText }) {
    const caller = { actor: call.actor, via: 'save_skill', author: call.author }
    const saved = await library.save(name, patch, caller, { expectedVersion, force })
    const index = indexText.text(INSTRUCTIONS_CHARS_MAX, clientCalled(call.author))
    const what = saved.created ? 'Saved new skill' : saved.changed ? 'Saved skill' : 'Nothing to change in skill'
    return {
      structured: { name, version: saved.version, created: saved.created, draft: saved.draft, index },
      text: `${what} ${name}, version ${saved.version}${saved.draft ? DRAFT_NOTE : ''}.\n\n${index}`,
    }
  },
})
