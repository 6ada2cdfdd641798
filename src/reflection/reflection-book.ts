// What came of each reflection, `cortex/reflections.json`: the last fifty, for the next one's context and for people. Why one
// failed stands with its cycle; the two are told together.
import { z } from 'zod'
import type { Cycle } from '../domain/cycle.ts'
import { reflectionStateSchema } from '../domain/reflection-answer.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { lockedDocument } from '../store/locked-document.ts'

export const REFLECTIONS_KEPT_MAX = 50

const names = z.array(z.string())
const reflectionSchema = z.object({
  /** Id of the cycle. */
  id: z.string(),
  /** Counts up with every cycle. */
  cycle: z.number(),
  triggers: names,
  at: z.string(),
  elapsedSeconds: z.number(),
  peersAssessed: names,
  beliefsAdded: names,
  beliefsReaffirmed: names,
  beliefsExpired: names,
  directivesIssued: z.number(),
  summary: z.string(),
})
export type Reflection = z.infer<typeof reflectionSchema>

export type ReflectionBook = {
  /** Newest last. */
  all(): Promise<Reflection[]>
  /** @returns false for a cycle that is noted already. */
  note(reflection: Reflection): Promise<boolean>
}

export function openReflectionBook({
  reflections,
  leases,
}: Pick<HomeLayout, 'reflections' | 'leases'>): ReflectionBook {
  const place = { path: reflections, lock: `${leases}/reflections.lock`, what: 'the history of reflections' }
  const document = lockedDocument(place, z.object({ reflections: z.array(reflectionSchema) }), () => ({
    reflections: [],
  }))
  return {
    all: async () => (await document.read()).reflections,
    note: (reflection) =>
      document.update((standing) => {
        if (standing.reflections.some(({ id }) => id === reflection.id)) return { result: false }
        const kept = [...standing.reflections, reflection].slice(-REFLECTIONS_KEPT_MAX)
        return { value: { reflections: kept }, result: true }
      }),
  }
}

export const reflectionRowShape = z.object({
  id: z.string(),
  cycle: z.number(),
  status: z.enum(['begun', 'applying', 'applied', 'failed', 'undone']),
  at: z.string(),
  executor: z.enum(['order', 'provider']),
  author: z.string().nullable(),
  triggers: names,
  elapsedSeconds: z.number().nullable(),
  peersAssessed: names,
  beliefsAdded: names,
  beliefsReaffirmed: names,
  beliefsExpired: names,
  directivesIssued: z.number(),
  refused: z.number(),
  summary: z.string().nullable(),
  reason: z.string().nullable().describe('Why it came to nothing.'),
})
export type ReflectionRow = z.output<typeof reflectionRowShape>

/** Newest first. @param cycles of the pass, newest first. */
export function reflectionRows(cycles: readonly Cycle[], noted: readonly Reflection[]): ReflectionRow[] {
  const byId = new Map(noted.map((reflection) => [reflection.id, reflection]))
  return cycles.slice(0, REFLECTIONS_KEPT_MAX).map((cycle) => {
    const { id, status, at, executor, author, report, reason } = cycle
    const state = reflectionStateSchema.safeParse(cycle.state).data
    const { id: _id, ...came } = byId.get(id) ?? nothingCame(state?.number ?? 0, state?.triggers ?? [])
    const refused = report === null ? 0 : report.refused.length + report.moreRefused
    return { ...came, id, status, at, executor, author, refused, reason }
  })
}

function nothingCame(cycle: number, triggers: string[]) {
  const none = { peersAssessed: [], beliefsAdded: [], beliefsReaffirmed: [], beliefsExpired: [] }
  return { id: '', cycle, triggers, ...none, elapsedSeconds: null, directivesIssued: 0, summary: null }
}
