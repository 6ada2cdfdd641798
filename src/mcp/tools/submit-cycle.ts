import { z } from 'zod'
import type { AppliedItem, CycleReport } from '../../domain/cycle.ts'
import { appliedShape, refusedShape } from '../../domain/cycle-shapes.ts'
import { ANSWER_CHARS_MAX } from '../../domain/model-answer.ts'
import { isNoteKind } from '../../domain/pass-change.ts'
import { defineTool } from '../tool.ts'
import { dueShape } from './begin-cycle.ts'

export const submitCycle = defineTool({
  name: 'submit_cycle',
  toolset: 'work',
  title: 'Hand in a work order',
  description:
    'Hand in what a work order of begin_cycle asked for. Each proposed change is judged by rules: what is applied, as a draft where a person has to decide, and what is refused with the reason, comes back; refused ones are not to be sent again. An output that cannot be read may be sent once more. The same output twice is answered with the same report, and nothing is done twice.',
  input: z.object({
    cycleId: z.string().min(1).max(100),
    output: z
      .union([z.record(z.string(), z.unknown()), z.string().max(ANSWER_CHARS_MAX)])
      .describe('An object that fits the schema of the work order, or text that holds one.'),
  }),
  output: z.object({
    applied: z.array(appliedShape),
    refused: z.array(refusedShape),
    moreRefused: z.number().describe('Refused beyond those that are listed.'),
    due: dueShape,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ cycleId, output }, { onStep }, { cycles, level }) {
    await level()
    const report = await cycles.submit(cycleId, output, { onStep })
    const due = await cycles.due()
    return { structured: { ...report, due }, text: reportText(report, due) }
  },
})

function reportText({ applied, refused, moreRefused }: CycleReport, due: readonly string[]): string {
  const drafts = applied.filter(({ draft }) => draft).length
  return [
    `${applied.length} applied${drafts === 0 ? '' : `, ${drafts} of them as drafts that wait for a person`}; ${refused.length + moreRefused} refused.`,
    ...applied.map(appliedLine),
    ...refused.map(({ kind, name, reason }) => `- refused: ${kind} ${name}: ${reason}`),
    ...(moreRefused === 0 ? [] : [`- and ${moreRefused} more`]),
    ...(due.length === 0 ? [] : [`Also due: ${due.join(', ')}.`]),
  ].join('\n')
}

function appliedLine({ kind, name, version, draft, reason }: AppliedItem): string {
  if (isNoteKind(kind)) return `- ${kind} ${name}: ${reason}`
  return `- ${kind} ${name}: version ${version}${draft ? ', draft' : ''}`
}
