// Judges an answer to the pass "optimize": each skill alone, as exact edits or as a whole new text that keeps what the old
// one said. A skill gets better, not longer: lines that nearly repeat others are refused.
import { z } from 'zod'
import { firstOfEachName, type Judging, judgeSave, nameRefusal, REPEATED_REASON } from './judge-change.ts'
import { missingFacts } from './kept-facts.ts'
import { lostText, said } from './kept-text.ts'
import type { SaveChange, Verdict } from './pass-change.ts'
import { repeatedLine } from './repeated-lines.ts'
import type { Skill } from './skill.ts'
import { shown } from './skill-error.ts'

/** Beyond it nobody is reading what the model says. */
const ITEMS_MAX = 100
const EDITS_MAX = 20
/** Of the facts that stand in the replaced words: a wrong command has to go, a section has not. */
const EDIT_LOST_FACTS_MAX = 3
/** A text may become twice as long, and a short one so much longer. */
const GROWTH_CHARS_MIN = 4_000

const reason = z.string().describe('One sentence: what went wrong, and how this mends it.')
export const optimizeAnswerSchema = z.object({
  edits: z
    .array(
      z.object({
        name: z.string(),
        edits: z.array(
          z.object({
            old: z.string().describe('Exact words of the text, which stand in it once.'),
            new: z.string().describe('What takes their place.'),
          }),
        ),
        reason,
      }),
    )
    .max(ITEMS_MAX),
  rewrites: z
    .array(
      z.object({
        name: z.string(),
        content: z.string().describe('The whole new text in markdown.'),
        dropped: z
          .array(z.string())
          .optional()
          .describe('Names and headings that are left out; never a command or a number.'),
        reason,
      }),
    )
    .max(ITEMS_MAX),
})
export type OptimizeAnswer = z.infer<typeof optimizeAnswerSchema>
type Edits = OptimizeAnswer['edits'][number]
type Rewrite = OptimizeAnswer['rewrites'][number]

export function judgeOptimize({ edits, rewrites }: OptimizeAnswer, judging: Judging): Verdict[] {
  const { first, repeated } = firstOfEachName<Edits | Rewrite>([...edits, ...rewrites])
  const verdicts = first.map((item): Verdict => {
    const judged = judgedItem(item, judging)
    return typeof judged === 'string' ? refused(item.name, judged) : { kind: 'apply', change: judged }
  })
  return [...verdicts, ...repeated.map(({ name }) => refused(name, REPEATED_REASON))]
}

function refused(name: string, why: string): Verdict {
  return { kind: 'refuse', what: 'save', name: shown(name), reason: why }
}

function judgedItem(item: Edits | Rewrite, judging: Judging): SaveChange | string {
  const { name, reason } = item
  const skill = judging.library.find(name)?.skill
  if (skill === undefined) return `no skill is named "${shown(name)}", and this pass makes none`
  const against = nameRefusal(name, judging)
  if (against !== undefined) return against
  const next = 'edits' in item ? edited(skill, item) : rewritten(skill, item)
  if ('refused' in next) return next.refused
  const { content } = next
  const longest = Math.max(2 * skill.content.length, skill.content.length + GROWTH_CHARS_MIN)
  if (content.length > longest)
    return `it would have ${content.length} characters; at most ${longest} after ${skill.content.length}`
  const repeats = repeatedLine(skill.content, content)
  if (repeats !== undefined) return `it says nearly the same twice: "${shown(repeats)}"`
  return judgeSave({ name, patch: { content }, reason }, judging)
}

type Next = { content: string } | { refused: string }

function edited({ content }: Skill, { edits }: Edits): Next {
  if (edits.length === 0) return { refused: 'it has no edits' }
  if (edits.length > EDITS_MAX) return { refused: `it has ${edits.length} edits; at most ${EDITS_MAX}` }
  let text = content
  for (const { old, new: now } of edits) {
    const matches = old === '' ? 0 : text.split(old).length - 1
    if (matches !== 1) return { refused: `"${shown(old)}" stands in its text ${matches} times, not once` }
    text = text.split(old).join(now)
  }
  const lost = missingFacts([content], text)
  return lost.length > EDIT_LOST_FACTS_MAX
    ? { refused: `its edits take out ${lost.length} facts (${said(lost)}); at most ${EDIT_LOST_FACTS_MAX}` }
    : { content: text }
}

function rewritten(skill: Skill, { content, dropped = [] }: Rewrite): Next {
  const lost = lostText([skill], { ...skill, content }, dropped)
  return lost === undefined ? { content } : { refused: lost }
}
