// The pass "gap": what a model may answer, and whether a skill that it finds missing may come in.
import { z } from 'zod'
import { type CandidateItem, judgeCandidate, type NearTo } from './judge-candidate.ts'
import { firstOfEachName, type Judging, REPEATED_REASON } from './judge-change.ts'
import type { SaveChange, Verdict } from './pass-change.ts'

/** A person has to look at each. */
export const FOUND_SKILLS_MAX = 3
/** What one session asked for may never be asked again. */
export const EVIDENCE_SESSIONS_MIN = 2
/** Beyond it nobody is reading what the model says. */
const ITEMS_MAX = 100

export const gapAnswerSchema = z.object({
  skills: z
    .array(
      z.object({
        name: z.string().describe('A new name: lower-case words joined by "-", grouped by "/".'),
        content: z.string().describe('The procedure in markdown.'),
        summary: z.string().default('').describe('At most 15 words, one line.'),
        triggers: z.array(z.string()).default([]).describe('What people say when they need it.'),
        reason: z.string().default('').describe('One sentence: why.'),
        evidence: z.array(z.number()).describe('Numbers of the sessions that asked for it; two at least.'),
      }),
    )
    .max(ITEMS_MAX),
})
export type GapAnswer = z.infer<typeof gapAnswerSchema>

/** @property shown how many sessions were, numbered from 1. @property marks of what was read for it. */
export const gapStateSchema = z.object({ shown: z.number(), marks: z.array(z.string()) })
export type GapState = z.infer<typeof gapStateSchema>

export function judgeGap({ skills }: GapAnswer, { shown }: GapState, judging: Judging, nearTo: NearTo): Verdict[] {
  const accepted: SaveChange[] = []
  const { first, repeated } = firstOfEachName(skills)
  const verdicts = first.map((item): Verdict => {
    const change = judgeFound(item, shown, accepted, judging, nearTo)
    if (typeof change === 'string') return refused(item, change)
    accepted.push(change)
    return { kind: 'apply', change }
  })
  return [...verdicts, ...repeated.map((item) => refused(item, REPEATED_REASON))]
}

function judgeFound(
  item: CandidateItem & { evidence: readonly number[] },
  shown: number,
  accepted: readonly SaveChange[],
  judging: Judging,
  nearTo: NearTo,
): SaveChange | string {
  const sessions = new Set(item.evidence.filter((each) => Number.isInteger(each) && each >= 1 && each <= shown))
  if (sessions.size < EVIDENCE_SESSIONS_MIN) {
    return `it names ${sessions.size} of the sessions that were shown, and ${EVIDENCE_SESSIONS_MIN} are needed`
  }
  if (accepted.length >= FOUND_SKILLS_MAX) return `a run finds ${FOUND_SKILLS_MAX} new skills at most`
  const reason = item.reason.trim() || `asked for in ${sessions.size} sessions`
  return judgeCandidate({ ...item, reason }, accepted, judging, { nearTo })
}

function refused({ name }: { name: string }, reason: string): Verdict {
  return { kind: 'refuse', what: 'save', name, reason }
}
