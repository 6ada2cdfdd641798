// What is asked of recall and what it answers, also about itself.
import type { ContextItem } from '../domain/context-source.ts'
import type { BlockHit, BlockRelated } from '../domain/recall-block.ts'
import type { Actor } from '../domain/record.ts'
import type { Repair, SkillField } from './skill-index.ts'

export type RecallRequest = {
  message: string
  /** Undefined: stateless, nothing counts as seen and nothing is journalled. */
  session: string | undefined
  limit: number
  bodies: number
  /** Answers with the best there is, seen or not, fitting or not. */
  force: boolean
  why: boolean
  /** With `why`: also how this skill stands. */
  skill?: string | undefined
  /** Who the message is about or from. */
  peers?: readonly string[] | undefined
  /** What others add comes along, and counts as delivered; absent for whoever only looks. */
  wantsContext?: boolean | undefined
  actor: Actor
}
export type RecallHit = BlockHit & {
  score: number
  /** 0 to 1; below 0.5 recall would rather be silent. */
  confidence: number
  terms?: { term: string; score: number; fields: SkillField[] }[]
  /** With `why`: what past messages add to the score, and how many spoke. */
  learned?: { score: number; messages: number }
}
export type RecallResult = {
  hits: RecallHit[]
  related: BlockRelated[]
  /** What others add beside the skills: `recall-context.ts`. */
  context: ContextItem[]
  silent?: string
  /** With hits: how to take them. Many clients show their model the structured answer and not the text. */
  note?: string
  why?: Why
  block: string
}

export type WhyNot = { name: string; score: number; confidence: number; reason: string }
export type Why = {
  /** What was looked up: stems, after repair. */
  terms: string[]
  repairs: Repair[]
  /** The signal at which the confidence is 0.5. */
  threshold: number
  confidence: number
  confidenceNeeded: number
  /** Lessons in the library, and how like the nearest of their messages is (0 to 1). */
  learned: { lessons: number; likenessBest: number }
  others: WhyNot[]
}
