import { z } from 'zod'
import { PROPOSAL_NOTE_CHARS_MAX } from '../../domain/proposal.ts'
import { nameArgument } from '../answer-parts.ts'
import { askOrProposeOne } from '../ask-or-propose.ts'
import { defineTool } from '../tool.ts'

export const deleteSkill = defineTool({
  name: 'delete_skill',
  toolset: 'core',
  title: 'Archive a skill',
  description:
    'Take a skill out of the library. Nothing is lost: it is archived with its history, and a person can bring it back with "skill-cortex restore". What a person wrote, approved or pinned is not yours to archive: then the user is asked, or, where the client cannot ask, this writes down a proposal for a person (archived: false). A no of the user is final. A skill that others depend on is refused: the answer names them. Prefer edit_skill when a skill is only partly wrong.',
  input: z.object({
    name: nameArgument,
    reason: z.string().max(PROPOSAL_NOTE_CHARS_MAX).optional().describe('Why; shown to the person.'),
  }),
  output: z.object({
    name: z.string(),
    archived: z.boolean(),
    version: z.number().optional(),
    proposal: z.string().optional().describe('Of what waits for a person instead.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ name, reason }, call, parts) {
    // Others may just have come to need it.
    await parts.level()
    const request = { kind: 'archive' as const, name, reason: reason ?? null }
    const answer = await askOrProposeOne(request, { ...call, via: 'delete_skill' }, parts)
    if (answer.kind === 'proposed') {
      return {
        structured: { name, archived: false, proposal: answer.id },
        text: `A person decides about archiving ${name}; proposal ${answer.id} is written down. It stays in use until then.`,
      }
    }
    return {
      structured: { name, archived: true, version: answer.version },
      text: `Archived ${name} (version ${answer.version}). A person can bring it back with: skill-cortex restore ${name}`,
    }
  },
})
