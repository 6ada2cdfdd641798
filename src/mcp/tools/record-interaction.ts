import { z } from 'zod'
import { interactionFields } from '../../domain/peer-interaction.ts'
import { statelessSession } from '../../journal/stream-name.ts'
import { sessionArgument } from '../answer-parts.ts'
import { defineTool } from '../tool.ts'

const { peer, turnId, ...fields } = interactionFields

export const recordInteractionTool = defineTool({
  name: 'record_interaction',
  toolset: 'reflection',
  title: 'Record an interaction with a peer',
  description:
    'Call this for each message that comes from another agent or person you deal with (in) and each that you send (out), with what they promised and by when. It writes one line and judges nothing; what is known of a peer comes with recall_skills when you give its id as peers.',
  input: z.object({ peer_id: peer, ...fields, turn_id: turnId, session: sessionArgument }),
  output: z.object({ recorded: z.boolean(), interaction_id: z.string().optional(), reason: z.string().optional() }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run({ peer_id, turn_id, session: _session, ...said }, { session, actor }, { ledger, now }) {
    const told = { ...said, peer: peer_id, turnId: turn_id }
    const { recorded, id } = await ledger.recordInteraction(told, session ?? statelessSession(now()), actor)
    if (recorded) return { structured: { recorded, interaction_id: id }, text: `Recorded with ${peer_id}.` }
    const reason = 'the disk did not take it; go on with your task'
    return { structured: { recorded, reason }, text: `Not recorded: ${reason}.` }
  },
})
