import { z } from 'zod'
import { editArguments } from '../../domain/skill-arguments.ts'
import { DRAFT_NOTE } from '../answer-parts.ts'
import { defineTool } from '../tool.ts'

export const editSkill = defineTool({
  name: 'edit_skill',
  toolset: 'core',
  title: 'Edit a skill',
  description:
    'Change part of a skill by replacing exact text: the recommended way to improve one, because everything else stays as it is. old_string must occur exactly once (spaces and line breaks included) unless replace_all is true; no match and several matches are refused with their number. A change of what a person wrote or approved becomes a draft that waits for a person (draft: true). Load the skill with get_skill first.',
  input: editArguments,
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
    const { name, version, replacements, draft } = await library.edit(args.name, edit, caller)
    return {
      structured: { name, version, replacements, draft },
      text: `Replaced ${replacements} ${replacements === 1 ? 'place' : 'places'} in ${name}; now version ${version}${draft ? DRAFT_NOTE : ''}.`,
    }
  },
})
