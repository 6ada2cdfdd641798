import { z } from 'zod'
import { CONTENT_BYTES_MAX } from '../../domain/skill.ts'
import { nameArgument } from '../answer-parts.ts'
import { defineTool } from '../tool.ts'

export const editSkill = defineTool({
  name: 'edit_skill',
  toolset: 'core',
  title: 'Edit a skill',
  description:
    'Change part of a skill by replacing exact text: the recommended way to improve one, because everything else stays as it is. old_string must occur exactly once (spaces and line breaks included) unless replace_all is true; no match and several matches are refused with their number. Load the skill with get_skill first.',
  input: z.object({
    name: nameArgument,
    old_string: z.string().min(1).max(CONTENT_BYTES_MAX).describe('The exact text to replace.'),
    new_string: z.string().max(CONTENT_BYTES_MAX).describe('What stands there afterwards.'),
    replace_all: z.boolean().default(false),
    expectedVersion: z.number().int().min(1).optional().describe('The version you read. A newer one is a conflict.'),
  }),
  output: z.object({ name: z.string(), version: z.number(), replacements: z.number(), draft: z.boolean() }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run(args, call, { library }) {
    const caller = { actor: call.actor, via: 'edit_skill', author: call.author }
    const edit = {
      oldText: args.old_string,
      newText: args.new_string,
      all: args.replace_all,
      expectedVersion: args.expectedVersion,
    }
    const { name, version, replacements } = await library.edit(args.name, edit, caller)
    return {
      structured: { name, version, replacements, draft: false },
      text: `Replaced ${replacements} ${replacements === 1 ? 'place' : 'places'} in ${name}; now version ${version}.`,
    }
  },
})
