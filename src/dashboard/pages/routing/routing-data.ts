// What GET /api/routing answers, and changing it.
export type Route = {
  name: string
  weight: number
  effectiveWeight: number
  successes: number
  failures: number
  streak: number
  lastUsedAt: string
  lastFailure: { kind: string; at: string; key: string | null } | null
  reflex: boolean
  hidden?: string
  worthKeeping?: boolean
  weights: { at: string; weight: number }[]
}
export type Region = { region: string; signals: string[]; against: string[]; routes: Route[] }
export type Lesson = {
  id: string
  kind: string
  region: string | null
  skill: string
  key: string | null
  confidence: number
  createdAt: string
  text: string
}
export type RoutingAnswer = {
  regions: Region[]
  lessons: Lesson[]
  blacklist: string[]
  learning: { isOn: boolean; isPaused: boolean }
  stats: { searches: number; hits: number; reflexesFired: number; installs: number }
}
export type Forgotten = { lessons: number; messages: number; routes: number; routeLessons: number }

/** `runtime_error` as `runtime error`. */
export function spoken(kind: string): string {
  return kind.replaceAll('_', ' ')
}
