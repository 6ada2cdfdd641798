// What the page Passes asks for, and how it names things.
import type { DiffHunk } from '../../../domain/line-diff.ts'

export type PassName = string
export type CycleRow = {
  id: string
  kind: PassName
  status: 'begun' | 'applying' | 'applied' | 'failed' | 'undone'
  executor: 'order' | 'provider'
  author: string | null
  at: string
  leaseUntil: string
  endedAt: string | null
  applied: number
  refused: number
  reason: string | null
}
export type Applied = { kind: string; name: string; version: number; draft: boolean; created: boolean; reason: string }
export type Refused = { kind: string; name: string; reason: string }
export type CycleDetail = Omit<CycleRow, 'applied' | 'refused'> & {
  seen: string[]
  applied: Applied[]
  refused: Refused[]
  moreRefused: number
}
export type PassRow = {
  kind: PassName
  due: boolean
  reason: string | null
  open: CycleRow | null
  last: CycleRow | null
}
export type PassesAnswer = {
  passes: PassRow[]
  provider: { state: string; model: string | null; tokensToday: number; note: string | null }
  schedule: { cron: string; nextAt: string | null; lastRun: { startedAt: string } | null } | null
}
export type Run = {
  kind: PassName
  outcome: 'applied' | 'judged' | 'skipped' | 'failed'
  cycleId: string | null
  reason: string | null
  applied: { kind: string; name: string; reason: string }[]
  refused: Refused[]
  moreRefused: number
  /** Of a dry run: what is asked for when part of it is to be carried out. */
  preview?: string | null
}
export type Proposal = {
  pass: PassName
  kind: string
  name: string
  verdict: 'apply' | 'refuse'
  reason: string
  note: string
  files: { file: string; hunks: DiffHunk[] }[]
}
export type RunAnswer = { dryRun: boolean; runs: Run[]; proposals: Proposal[] }

type Cost = { calls: number; inputTokens: number; outputTokens: number; money: number }
export type CostAnswer = {
  days: (Cost & { day: string })[]
  cycles: (Cost & { id: string })[]
  budget: { tokens: number | null; money: number | null }
}

export type Directive = {
  kind: PassName
  file: string
  builtIn: string
  own: string | null
  digest: string
  fault: string | null
}

const PASSES: Record<PassName, { title: string; does: string }> = {
  gap: { title: 'Gap', does: 'Finds requests that no skill answered, again and again, and drafts one.' },
  extract: { title: 'Extract', does: 'Makes a skill of what went well more than once.' },
  consolidate: { title: 'Consolidate', does: 'Merges skills that say nearly the same.' },
  optimize: { title: 'Optimize', does: 'Mends skills that fail or are taken back.' },
  summarize: { title: 'Summarize', does: 'Rewrites summaries by which a skill is hard to find.' },
  reflect: { title: 'Reflect', does: 'Looks back on what passed with peers: whom to trust, what to keep in mind.' },
  consult: { title: 'Consult', does: 'Answers a question of a peer from what is known here.' },
}

export function passTitle(kind: PassName): string {
  return PASSES[kind]?.title ?? kind
}
export function passDoes(kind: PassName): string {
  return PASSES[kind]?.does ?? ''
}

/** What a change does, as a verb before a name. */
const CHANGES: Record<string, string> = {
  save: 'Save',
  archive: 'Archive',
  assess: 'Assess',
  believe: 'Believe',
  direct: 'Tell the agent',
  conclude: 'Conclude',
  answer: 'Answer',
}
export function changeVerb(kind: string): string {
  return CHANGES[kind] ?? kind
}

/** Changes of a skill lead to it; notes are about something else. */
export function isSkillChange(kind: string): boolean {
  return kind === 'save' || kind === 'archive'
}
