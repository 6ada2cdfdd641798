// What waits for a person, as one queue: texts, proposals of agents and findings, with what was rejected as it stands last,
// so that nobody has to say no twice before the rest.
import type { DiffHunk } from '../../../domain/line-diff.ts'
import type { Proposal } from '../../../domain/proposal.ts'
import type { ReviewFacts } from '../../../domain/review-facts.ts'
import type { Finding } from '../../../domain/scan.ts'
import type { Policy, Skill } from '../../../domain/skill.ts'
import type { Standing } from '../../../domain/standing.ts'

/** As GET /api/approvals says it. */
export type WaitingText = {
  name: string
  summary: string
  which: 'draft' | 'live'
  hash: string
  version: number
  standing: Standing | null
  policy: Policy
  actor: string
  author: string | null
  via: string
  at: string
  rejection: { note: string; at: string } | null
}
export type TextPage = { waiting: WaitingText[]; unreadable: { name: string; detail: string }[]; total: number }
/** As GET /api/approvals/detail says it. */
export type TextDetail = WaitingText & {
  skill: Skill
  facts: ReviewFacts
  findings: Finding[]
  moreFindings: number
  against: string
  changes: Changes
  widensPolicy: boolean
  stale: { base: { version: number | null; label: string }; changes: Changes } | null
}
type Changes = { file: string; hunks: DiffHunk[] }[]
export type ToldProposal = Proposal & { text: string }
export type FoundText = {
  name: string
  summary: string
  hash: string
  standing: Standing
  findings: Finding[]
  moreFindings: number
}

export type QueueItem =
  | { kind: 'draft' | 'approval'; key: string; name: string; text: WaitingText }
  | { kind: 'proposal'; key: string; name: string; proposal: ToldProposal }
  | { kind: 'finding'; key: string; name: string; found: FoundText }
export type QueueKind = QueueItem['kind']

export const KIND_WORDS: Record<QueueKind, string> = {
  draft: 'Draft',
  approval: 'New text',
  proposal: 'Proposal',
  finding: 'Finding',
}

type Loaded = { texts: readonly WaitingText[]; proposals: readonly ToldProposal[]; found: readonly FoundText[] }

export function queueOf({ texts, proposals, found }: Loaded): QueueItem[] {
  const asItem = (text: WaitingText): QueueItem => ({
    kind: text.which === 'draft' ? 'draft' : 'approval',
    key: `text:${text.name}`,
    name: text.name,
    text,
  })
  return [
    ...texts.filter(({ rejection }) => rejection === null).map(asItem),
    ...proposals.map((proposal): QueueItem => {
      return { kind: 'proposal', key: `proposal:${proposal.id}`, name: proposal.request.name, proposal }
    }),
    ...found.map((each): QueueItem => ({ kind: 'finding', key: `finding:${each.name}`, name: each.name, found: each })),
    ...texts.filter(({ rejection }) => rejection !== null).map(asItem),
  ]
}

/** What is selected when `key` is decided and gone: what came after it, else the last. */
export function nextKey(queue: readonly QueueItem[], key: string): string | undefined {
  const at = queue.findIndex((item) => item.key === key)
  return (queue[at + 1] ?? queue[at - 1])?.key
}
