import { z } from 'zod'
import { NOTE_CHARS_MAX } from '../../domain/journal-event.ts'
import { CONTRIBUTIONS, FEEDBACK_KINDS, OUTCOMES, QUALITIES } from '../../domain/outcomes.ts'
import { rounded } from '../../domain/rounded.ts'
import type { WorthKeeping } from '../../routing/worth-keeping.ts'
import { nameArgument, sessionArgument } from '../answer-parts.ts'
import { defineTool } from '../tool.ts'

export const reportOutcomeTool = defineTool({
  name: 'report_outcome',
  toolset: 'core',
  title: 'Report how a skill worked',
  description:
    'Say how following a skill ended, so that good skills rise and bad ones are mended. outcome: success; task_mismatch (it did not fit the task) and runtime_error (its steps failed) count against the skill; auth_error, dependency_missing, api_error, cancelled, unknown do not. feedback: correction or praise by the user, or quality (with quality: good, fair or poor). Give a short note without personal data or secrets.',
  input: z.object({
    name: nameArgument.optional(),
    outcome: z.enum(OUTCOMES).optional(),
    key: z
      .string()
      .max(200)
      .optional()
      .describe(
        'Tells several uses of one skill in one session apart; without it each load is a use. A later report on the same use replaces the earlier one. With dependency_missing the program that is missing, with auth_error the variable: the next plan warns of it.',
      ),
    contribution: z
      .enum(CONTRIBUTIONS)
      .optional()
      .describe(
        'What the skill had to do with it: verified (you checked that following it made the difference), mixed, unknown (default).',
      ),
    note: z.string().max(NOTE_CHARS_MAX).optional(),
    feedback: z.enum(FEEDBACK_KINDS).optional(),
    quality: z.enum(QUALITIES).optional().describe('With feedback "quality".'),
    session: sessionArgument,
    eventId: z
      .string()
      .min(1)
      .max(150)
      .optional()
      .describe('Send the same id again when you are not sure that a report arrived: it counts once.'),
  }),
  output: z.object({
    recorded: z.array(z.string()),
    worthKeeping: z
      .object({ region: z.string(), successes: z.number(), weight: z.number(), how: z.enum(['approve', 'keep']) })
      .optional()
      .describe('It has proven itself, and nobody has kept it yet: suggest that to the user.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run({ session: _session, ...report }, call, { library, reportOutcome, routing }) {
    const { name } = report
    if (name !== undefined) await library.get(name)
    const recorded = await reportOutcome(report, call.session, call.actor)
    const proven = name === undefined || report.outcome !== 'success' ? undefined : await routing.worthKeeping(name)
    const text = `Recorded${name === undefined ? '' : ` for ${name}`}.`
    if (proven === undefined) return { structured: { recorded }, text }
    const weight = rounded(proven.weight)
    return { structured: { recorded, worthKeeping: { ...proven, weight } }, text: `${text} ${keepingText(proven)}` }
  },
})

function keepingText({ region, successes, how }: WorthKeeping): string {
  const what = how === 'keep' ? 'keep it beyond this session (keep_skill)' : 'look at it and approve it'
  return `It has succeeded ${successes} times in "${region}": suggest to the user to ${what}.`
}
