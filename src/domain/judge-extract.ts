// The pass "extract": what a model may answer, and whether what it made of a task may come in as a skill. It may name no tool
// that was not called, and one session gives one skill.
import { z } from 'zod'
import { type JudgeNear, judgeCandidate, type NearTo, refuseNear } from './judge-candidate.ts'
import { firstOfEachName, type Judging, REPEATED_REASON } from './judge-change.ts'
import { markOf } from './mark.ts'
import type { SaveChange, Verdict } from './pass-change.ts'
import { shown as shownText } from './skill-error.ts'

const STEPS_MIN = 2
/** From here on there is nothing to merge. */
const SAME_MIN = 0.97
/** Beyond it nobody is reading what the model says. */
const ITEMS_MAX = 100

const stepSchema = z.object({
  action: z.string().describe('What to do, in the imperative.'),
  description: z.string().optional(),
  tool: z.string().optional().describe('A tool that was called, as it is named there.'),
})
export const extractAnswerSchema = z.object({
  skills: z
    .array(
      z.object({
        session: z.number().describe('Number of the session that it was made of.'),
        name: z.string().describe('A new name: lower-case words joined by "-", grouped by "/".'),
        content: z.string().describe('The procedure in markdown, for any task of this kind.'),
        summary: z.string().default('').describe('At most 15 words, one line.'),
        triggers: z.array(z.string()).describe('What people say when they need it.'),
        steps: z.array(stepSchema),
        reason: z.string().default('').describe('One sentence: why.'),
      }),
    )
    .max(ITEMS_MAX),
})
export type ExtractAnswer = z.infer<typeof extractAnswerSchema>
type Item = ExtractAnswer['skills'][number]

/** @property sessions that were shown, numbered from 1, each with marks of the tools that were called in it. */
export const extractStateSchema = z.object({
  sessions: z.array(z.object({ mark: z.string(), tools: z.array(z.string()) })),
})
export type ExtractState = z.infer<typeof extractStateSchema>

export function judgeExtract(
  { skills }: ExtractAnswer,
  { sessions }: ExtractState,
  judging: Judging,
  nearTo: NearTo,
): Verdict[] {
  // What was done once more may hold a step that the known procedure lacks: a person says whether they become one.
  const judgeNear: JudgeNear = (change, near) => {
    const isSame = near.similarity >= SAME_MIN || judging.library.find(near.name)?.origin === 'builtin'
    if (isSame) return refuseNear(change, near)
    return { ...change, reason: `${change.reason} (nearly what "${near.name}" says: a merge is proposed)` }
  }
  const accepted: SaveChange[] = []
  const taken = new Set<number>()
  const { first, repeated } = firstOfEachName(skills)
  const verdicts = first.map((item): Verdict => {
    const against = taskFault(item, sessions, taken)
    const reason = item.reason.trim() || 'made of a task that went well'
    const change = against ?? judgeCandidate({ ...item, reason }, accepted, judging, { nearTo, judgeNear })
    if (typeof change === 'string') return refused(item, change)
    accepted.push(change)
    taken.add(item.session)
    return { kind: 'apply', change }
  })
  return [...verdicts, ...repeated.map((item) => refused(item, REPEATED_REASON))]
}

function taskFault(
  { session, steps, triggers }: Item,
  sessions: ExtractState['sessions'],
  taken: ReadonlySet<number>,
): string | undefined {
  const task = Number.isInteger(session) ? sessions[session - 1] : undefined
  if (task === undefined) return `no session ${session} was shown`
  if (taken.has(session)) return `session ${session} has given a skill already`
  if (steps.length < STEPS_MIN) return `it has ${steps.length} steps, and ${STEPS_MIN} are the least`
  if (triggers.every((trigger) => trigger.trim() === '')) return 'it has no trigger'
  const strange = steps.find(({ tool }) => tool !== undefined && tool !== '' && !task.tools.includes(markOf(tool)))
  return strange === undefined
    ? undefined
    : `it names the tool "${shownText(strange.tool)}", which session ${session} did not call`
}

function refused({ name }: Item, reason: string): Verdict {
  return { kind: 'refuse', what: 'save', name, reason }
}
