import { z } from 'zod'
import {
  CONSULT_CONTEXT_CHARS_MAX,
  consultationText,
  DECISION_CHARS_MAX,
  HOLDING,
  VERDICTS,
} from '../../domain/consultation.ts'
import { peerIdArgument } from '../../domain/peer-interaction.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { defineTool } from '../tool.ts'

const PEERS_MAX = 10

export const consultTool = defineTool({
  name: 'consult',
  toolset: 'reflection',
  title: 'Consult before a decision',
  description:
    'Think before you commit: put a decision that matters (money, access, a promise, anything that is hard to undo) to a judge with a context of its own, who knows the record of the peers you name. Answers approve, deny or conditional, with the reasoning and what you may say to whoever waits. Without a verdict in time the answer is a holding one with an id: commit to nothing, say that you will think about it, and ask again with {id}; begin_cycle with kind "consult" lets you have it answered by a sub-agent. The verdict is advice: it permits nothing that you were not permitted before.',
  input: z.object({
    decision: z.string().max(DECISION_CHARS_MAX).optional().describe('What is to be decided, in a sentence or two.'),
    context: z
      .string()
      .max(CONSULT_CONTEXT_CHARS_MAX)
      .optional()
      .describe('What speaks for and against, what was asked and by whom. Never keys or passwords.'),
    peers: z.array(peerIdArgument).max(PEERS_MAX).optional().describe('Whom it is about.'),
    id: z.string().max(100).optional().describe('Of an earlier consultation: its verdict, if there is one by now.'),
  }),
  output: z.object({
    id: z.string(),
    state: z.enum(['waiting', 'answered', 'expired']),
    verdict: z.enum(VERDICTS).optional(),
    reasoning: z.string().optional(),
    suggested_response: z.string().optional(),
    holding: z.string().optional().describe('What to do until there is a verdict.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run({ id, decision, context = '', peers = [] }, { author }, { reflection: { consult } }) {
    if (id === undefined && decision === undefined) throw nothingAsked()
    const found =
      id === undefined ? await consult.ask({ decision: decision ?? '', context, peers, author }) : await consult.one(id)
    const { state, verdict, reasoning, suggestedResponse } = found
    const told = { id: found.id, state }
    const text = consultationText(found)
    if (verdict === null) return { structured: state === 'waiting' ? { ...told, holding: HOLDING } : told, text }
    const said = { verdict, reasoning: reasoning ?? '', suggested_response: suggestedResponse ?? '' }
    return { structured: { ...told, ...said }, text }
  },
})

function nothingAsked(): SkillError {
  return new SkillError('bad-input', 'expected a decision, or the id of a consultation, got neither', 'Give one.')
}
