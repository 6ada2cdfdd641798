// What the API says of one skill, as the parts of its page take it.

import type { DiffHunk } from '../../../domain/line-diff.ts'
import type { SkillDetail } from '../../../domain/skill-shapes.ts'
import { api } from '../../api.ts'

export type Finding = { rule: string; severity: string; path: string; line: number; excerpt: string; reason: string }
export type WholeDetail = SkillDetail & {
  /** What it says that it may touch, in force or not. */
  declared: SkillDetail['policy']
  findings: Finding[]
  moreFindings: number
}
/** With the tag that says which text it is: a change sends it back and is refused when another one stands. */
export type Looked = { detail: WholeDetail; etag: string | null }

export type Version = {
  version: number
  at: string
  actor: string
  cause: string
  bytes: number | null
  isLive: boolean
  isKept: boolean
}
export type History = { name: string; archivedAt: string | null; versions: Version[] }
export type VersionDiff = {
  from: { label: string }
  to: { label: string }
  files: { file: string; hunks: DiffHunk[] }[]
}
export type Relations = {
  loadFirst: string[]
  missing: { name: string; neededBy: string }[]
  conflicts: [string, string][]
  cycles: string[][]
  dependents: string[]
}
type FactList = { found: { name: string; undeclared: boolean }[]; total: number }
export type Facts = {
  executable: boolean
  declared: PolicyLists
  contentHash: string
  facts: Record<'hosts' | 'environment' | 'credentials' | 'commands' | 'tools', FactList> & { placeholders: string[] }
}
export type PolicyLists = { tools: string[]; domains: string[]; credentials: string[]; sideEffects: string[] }

/** @param version `draft`, a number, or undefined for what is in force. */
export async function lookAt(name: string, version: string | undefined, signal: AbortSignal): Promise<Looked> {
  const query = { name, ...(version === undefined ? {} : { version }) }
  const { body, etag } = await api.whole<WholeDetail>('GET', '/api/skills/detail', undefined, { query, signal })
  return { detail: body, etag }
}

/** Live events after which any of this is asked for again. */
export const SKILL_EVENTS = ['skill.*', 'home.changed', 'outcome', 'loaded'] as const
