import { z } from 'zod'
import { CONTENT_BYTES_MAX, SUMMARY_CHARS_MAX, wordListSchema } from '../../domain/skill.ts'
import { INSTRUCTIONS_CHARS_MAX } from '../../domain/skill-index-text.ts'
import { nameArgument } from '../answer-parts.ts'
import { defineTool } from '../tool.ts'

export const saveSkill = defineTool({
  name: 'save_skill',
  toolset: 'core',
  title: 'Save a skill',
  description:
    'Create a skill, or replace parts of one. Save when a task of several steps has worked and will come again, when you found out how a tool wants to be used, or when the user asks; not for one-off tasks, single steps, facts or secrets, nor what an existing skill covers (look with recall_skills first). To change some text of a skill prefer edit_skill. What you leave out is kept. Name: lower-case words joined by "-", grouped by "/", such as "mcp/email"; no skill may be a path prefix of another. Content: markdown with a title, when to use it, numbered steps with concrete values, pitfalls. Without a summary the first sentence serves.',
  input: z.object({
    name: nameArgument,
    content: z
      .string()
      .min(1)
      .max(CONTENT_BYTES_MAX)
      .optional()
      .describe('The whole markdown text. Needed for a new skill.'),
    summary: z
      .string()
      .max(SUMMARY_CHARS_MAX)
      .optional()
      .describe('One line of at most 15 words, with the words a user would say.'),
    seeAlso: wordListSchema.optional().describe('Names of related skills.'),
    tags: wordListSchema.optional(),
    triggers: wordListSchema.optional().describe('Short phrases a user would say when this skill fits.'),
    expectedVersion: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('The version you read; 0 for "must be new". A newer one is a conflict.'),
    force: z.boolean().default(false).describe('Save although the version has moved on.'),
  }),
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
    const index = indexText.text(INSTRUCTIONS_CHARS_MAX)
    const what = saved.created ? 'Saved new skill' : saved.changed ? 'Saved skill' : 'Nothing to change in skill'
    return {
      structured: { name, version: saved.version, created: saved.created, draft: false, index },
      text: `${what} ${name}, version ${saved.version}.\n\n${index}`,
    }
  },
})
