// How it is answered what was taken in of what others wrote: the same in import_skill and install_skill.
import { z } from 'zod'
import { diagnosticLine } from '../domain/diagnostic.ts'
import { diagnosticShape } from '../domain/diagnostic-shape.ts'
import { policyShape } from '../domain/skill-shapes.ts'
import type { TakenSkill, TakeReport } from '../packages/take-packages.ts'
import { policyText } from './policy-text.ts'

export const takeShape = {
  taken: z.array(
    z.object({
      name: z.string(),
      origin: z.string(),
      outcome: z.enum(['new', 'updated', 'unchanged']),
      as: z.string().describe('Its lifecycle here, or draft.'),
      files: z.number(),
      summary: z.string(),
      asks: policyShape.describe('What it declares; not in force before a person approves it.'),
      suggestedPolicy: policyShape.optional().describe('Seen in its text and not declared. A guess.'),
    }),
  ),
  refused: z.number(),
  diagnostics: z.array(diagnosticShape),
}

/** One line and more for each. */
export function takenLines({ taken, refused, diagnostics }: TakeReport): string[] {
  return [
    ...taken.flatMap(linesOf),
    ...(refused === 0 ? [] : [`${refused} refused.`]),
    ...(taken.length + refused === 0 ? ['No skill was found there.'] : []),
    ...diagnostics.map(diagnosticLine),
  ]
}

function linesOf({ name, outcome, as, summary, asks, suggestedPolicy }: TakenSkill): string[] {
  const what = { new: 'Imported', updated: 'Imported again', unchanged: 'Already here, unchanged:' }[outcome]
  return [
    `${what} ${name} (${as}): ${summary}. A person has to review it. It declares: ${policyText(asks)}.`,
    ...(suggestedPolicy === undefined
      ? []
      : [`Its text also seems to need ${policyText(suggestedPolicy)}: say so to the user; nothing of it was set.`]),
  ]
}
