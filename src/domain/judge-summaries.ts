// The pass "summarize": what a model may answer, and whether a line may stand for a text. A summary that somebody wrote is
// never replaced, and one that shares no word with its text would be found for something else.
import { z } from 'zod'
import { analyze } from './analyzer.ts'
import { firstOfEachName, type Judging, judgeSave, REPEATED_REASON } from './judge-change.ts'
import type { SaveChange, Verdict } from './pass-change.ts'
import type { Skill } from './skill.ts'
import { shown } from './skill-error.ts'
import { isExtracted } from './summary.ts'
import { summaryFault } from './summary-fault.ts'

/** Beyond it nobody is reading what the model says. */
const ITEMS_MAX = 100

export const summarizeAnswerSchema = z.object({
  summaries: z
    .array(
      z.object({
        name: z.string().describe('A skill that was shown.'),
        summary: z.string().describe('At most 15 words, one line.'),
      }),
    )
    .max(ITEMS_MAX),
})
export type SummarizeAnswer = z.infer<typeof summarizeAnswerSchema>
type Item = SummarizeAnswer['summaries'][number]

export const summarizeStateSchema = z.object({ marks: z.array(z.string()) })

export function judgeSummaries({ summaries }: SummarizeAnswer, judging: Judging): Verdict[] {
  const { first, repeated } = firstOfEachName(summaries)
  const verdicts = first.map((item): Verdict => {
    const change = judgeSummary(item, judging)
    return typeof change === 'string' ? refused(item, change) : { kind: 'apply', change }
  })
  return [...verdicts, ...repeated.map((item) => refused(item, REPEATED_REASON))]
}

/** Nobody has said in a line of their own what it is about. */
export function lacksSummary(skill: Skill): boolean {
  return skill.summary.trim() === '' || isExtracted(skill)
}

function judgeSummary({ name, summary }: Item, judging: Judging): SaveChange | string {
  const { seen, library } = judging
  const was = library.find(name)
  if (was === undefined && !Object.hasOwn(seen, name)) return `no skill named "${shown(name)}" was shown`
  if (was !== undefined && !lacksSummary(was.skill)) return `"${name}" has a summary that somebody wrote`
  const fault = summaryFault(summary)
  if (fault !== undefined) return `the summary is refused: ${fault}`
  if (was !== undefined && !sharesWord(summary, was.skill)) {
    return `the summary shares no word with the text of "${name}"`
  }
  const isPersons = was !== undefined && (was.approved || was.origin === 'human')
  const reason = isPersons ? "a summary for a person's text, which waits as a draft" : 'a summary where there was none'
  return judgeSave({ name, patch: { summary: summary.trim() }, reason }, judging)
}

function sharesWord(summary: string, { content }: Skill): boolean {
  const words = new Set(analyze(content))
  return analyze(summary).some((term) => words.has(term))
}

function refused({ name }: Item, reason: string): Verdict {
  return { kind: 'refuse', what: 'save', name, reason }
}
