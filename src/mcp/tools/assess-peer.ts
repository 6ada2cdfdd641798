import { z } from 'zod'
import { peerIdArgument } from '../../domain/peer-interaction.ts'
import { signed } from '../../domain/peer-trust.ts'
import { assessmentShape, rationaleArgument, trustArgument } from '../../domain/peer-view.ts'
import { defineTool } from '../tool.ts'

const OTHERS_JUDGE =
  'a reflection judges peers here, in a context of its own and by the whole history; what you would say of the peer, say with record_interaction'

export const assessPeerTool = defineTool({
  name: 'assess_peer',
  toolset: 'reflection',
  title: 'Assess a peer',
  description:
    'Keep what you think of a peer after something that tells: trust from -10 to +10 (0 no opinion; the size is how sure you are that it would hold for a larger stake) and the rationale, which matters more: what happened, when. One assessment moves the trust by at most 3, a day by at most 6; the answer says what was stored. How much there is to go by (info_score) is computed. Where a reflection judges peers nothing is recorded, and the answer says so.',
  input: z.object({ peer_id: peerIdArgument, trust: trustArgument, rationale: rationaleArgument }),
  output: z.object({
    recorded: z.boolean(),
    reason: z.string().optional(),
    assessment: assessmentShape.optional(),
    clamped: z.string().optional().describe('Why the stored trust is not the proposed one.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run({ peer_id, trust, rationale }, { actor }, { ledger, reflectionActive }) {
    if (await reflectionActive()) {
      return { structured: { recorded: false, reason: OTHERS_JUDGE }, text: `Nothing was recorded: ${OTHERS_JUDGE}.` }
    }
    const asked = { peerId: peer_id, trust, rationale, source: 'inline' as const }
    const { clamped, ...assessment } = await ledger.recordAssessment(asked, actor)
    const held = clamped === undefined ? '' : ` (${clamped})`
    return {
      structured: { recorded: true, assessment, ...(clamped === undefined ? {} : { clamped }) },
      text: `Stored for ${peer_id}: trust ${signed(assessment.trust)}${held}, info ${assessment.info_score}/10.`,
    }
  },
})
