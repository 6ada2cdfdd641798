// Whether a skill that a pass has found may come into the library: a name that nobody ever used here, and a text that no
// other skill says already. It comes as a candidate; what that means stands with the gate.
import { type Judging, judgeSave } from './judge-change.ts'
import type { SaveChange } from './pass-change.ts'
import { NEAR_DUPLICATE_MIN, type SkillWords, similarity } from './similarity.ts'
import type { Step } from './skill.ts'
import { shown } from './skill-error.ts'
import { LIST_ITEM_CHARS_MAX } from './skill-limits.ts'
import { nameFault } from './skill-name.ts'
import type { SkillPatch } from './skill-patch.ts'
import type { NearSkill } from './skill-refusal.ts'
import { summaryFault } from './summary-fault.ts'

const TRIGGERS_MAX = 10

export type CandidateItem = {
  name: string
  content: string
  summary: string
  triggers: readonly string[]
  steps?: Step[] | undefined
  reason: string
}
/** Skills of the library that say nearly the same; nearest first. */
export type NearTo = (skill: SkillWords) => readonly NearSkill[]
/** What becomes of one that the library says nearly already. */
export type JudgeNear = (change: SaveChange, near: NearSkill) => SaveChange | string

/** @param accepted of the same answer. */
export function judgeCandidate(
  item: CandidateItem,
  accepted: readonly SaveChange[],
  judging: Judging,
  { nearTo, judgeNear = refuseNear }: { nearTo: NearTo; judgeNear?: JudgeNear },
): SaveChange | string {
  const { name, content, summary, triggers, steps, reason } = item
  if (nameFault(name) === undefined && judging.library.isKnown(name)) {
    return `the name "${shown(name)}" is taken, and a skill that was found is a new one`
  }
  const patch: SkillPatch = { content, triggers: cleanTriggers(triggers), ...(steps === undefined ? {} : { steps }) }
  // One that cannot be taken is made from the text instead.
  const short = summaryFault(summary) === undefined ? { summary: summary.trim() } : {}
  const change = judgeSave({ name, patch: { ...patch, ...short }, from: [], reason }, judging)
  if (typeof change === 'string') return change
  const words = wordsOf(change)
  const twin = accepted.find((other) => similarity(words, wordsOf(other)) >= NEAR_DUPLICATE_MIN)
  if (twin !== undefined) return `it says nearly what "${twin.name}" of the same answer says`
  const [near] = nearTo(words)
  return near === undefined ? change : judgeNear(change, near)
}

export function refuseNear(_change: SaveChange, { name, similarity: likeness }: NearSkill): string {
  return `it says nearly what "${name}" says (likeness ${likeness.toFixed(2)}); that one is to be improved instead`
}

function cleanTriggers(triggers: readonly string[]): string[] {
  const lines = triggers.map((trigger) => trigger.replace(/\s+/g, ' ').trim())
  const fit = lines.filter((line) => line !== '' && line.length <= LIST_ITEM_CHARS_MAX)
  return [...new Set(fit)].slice(0, TRIGGERS_MAX)
}

function wordsOf({ name, patch: { summary = '', content = '' } }: SaveChange): SkillWords {
  return { name, summary, content }
}
