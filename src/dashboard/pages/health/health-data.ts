// What the page Health asks for: days of use, how well each skill does, and what the health job says.
import { api } from '../../api.ts'

export type UsageDay = {
  day: string
  skills: number
  sessions: number
  recalls: number
  silent: number
  loads: number
  successes: number
  failures: number
  saved: number
  drafted: number
  approved: number
  archived: number
  degraded: number
}
export type UsageAnswer = { days: UsageDay[] }

export type SkillHealth = {
  name: string
  origin: string
  lifecycle: string
  successes: number
  failures: number
  successRate: number
  utility: number
  freshness: number
  redundancy: number
  failureRisk: number
  health: number
  recalled: number
  loads: number
  lastUsedAt: string | null
  concern: 'degrade' | 'stale' | null
}
type HealthPage = { skills: SkillHealth[]; total: number; nextCursor?: string }

export type JobStep = {
  name: string
  step: string
  reason: string
  outcome: { kind: 'planned' | 'done' | 'overtaken' | 'failed'; message?: string; from?: string; to?: string }
}
export type JobLeft = { name: string; why: string; reason: string; of?: string }
export type JobReport = { dryRun: boolean; steps: JobStep[]; flagged: JobLeft[]; left: JobLeft[]; total: number }

const PAGE = 50

/** All of them, page by page: each skill costs the server some 10 ms. @param told after each page. */
export async function allHealth(told: (so: SkillHealth[], total: number) => void, signal: AbortSignal): Promise<void> {
  const skills: SkillHealth[] = []
  let cursor: string | undefined
  do {
    const page: HealthPage = await api.get<HealthPage>('/api/skills/health', { limit: PAGE, cursor }, signal)
    skills.push(...page.skills)
    told([...skills], page.total)
    cursor = page.nextCursor
  } while (cursor !== undefined)
}

export function summed(days: readonly UsageDay[], key: Exclude<keyof UsageDay, 'day'>): number {
  return days.reduce((sum, day) => sum + day[key], 0)
}
