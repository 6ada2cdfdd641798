// The health job: looks at every skill, plans by the rules of domain/maintenance-plan.ts, and takes the steps one by one
// through the library, which decides each again under the skill's lock and writes it into the ledger. It never touches a
// text, and a step that fails does not stop the others.
import { setImmediate as othersFirst } from 'node:timers/promises'
import { type MaintenancePlan, type PlannedStep, planMaintenance } from '../domain/maintenance-plan.ts'
import type { SkillFacts } from '../domain/maintenance-rules.ts'
import { findNearPairs, type NearPair } from '../domain/near-pairs.ts'
import type { Lifecycle } from '../domain/record.ts'
import { type ErrorCode, SkillError } from '../domain/skill-error.ts'
import type { SkillTally } from '../domain/skill-tally.ts'
import type { Log } from '../events/log.ts'
import type { Caller } from './change-skill.ts'
import type { Chore } from './housekeeping.ts'
import type { ShelfEntry } from './shelf-entry.ts'

const HEALTH_JOB: Caller = { actor: 'system', via: 'health', author: null }
// A server answers in between.
const UNBROKEN_MS_MAX = 10
const FIRST_AFTER_MS = 10 * 60_000
const EVERY_MS = 6 * 3_600_000

type Reason = { reason: string }
export type HealthJobParts = {
  /** Brings the shelf level with the disk. */
  level: () => Promise<void>
  entries: () => readonly ShelfEntry[]
  tallyOf: (name: string) => Promise<SkillTally>
  /** @throws SkillError when the skill is not any more what it was when the plan was made, or cannot be written. */
  step: (
    name: string,
    cause: 'degrade' | 'recover' | 'deprecate',
    caller: Caller,
    why: Reason,
  ) => Promise<{ from: Lifecycle; to: Lifecycle; version: number }>
  archive: (name: string, caller: Caller, why: Reason) => Promise<{ version: number }>
  now: () => Date
}

export type StepOutcome =
  | { kind: 'planned' }
  | { kind: 'done'; from: Lifecycle; to: Lifecycle; version: number }
  /** Somebody else changed the skill meanwhile, and the step is not called for any more. */
  | { kind: 'overtaken'; message: string }
  | { kind: 'failed'; message: string }

export type HealthReport = Omit<MaintenancePlan, 'steps' | 'numbers'> & {
  isDryRun: boolean
  steps: (PlannedStep & { outcome: StepOutcome })[]
  /** In the order of names. */
  skills: (Pick<SkillFacts, 'name' | 'origin' | 'lifecycle'> & Pick<PlannedStep, 'numbers'> & { tally: SkillTally })[]
}

/** @param only the name of the one skill to look at. Its near-duplicates are looked for among all. */
export async function runHealthJob(
  parts: HealthJobParts,
  { isDryRun, only }: { isDryRun: boolean; only?: string | undefined },
): Promise<HealthReport> {
  await parts.level()
  const library = await gather(parts, only)
  const { steps, numbers, ...plan } = planMaintenance(library, parts.now())
  const taken: HealthReport['steps'] = []
  for (const step of steps) {
    taken.push({ ...step, outcome: isDryRun ? { kind: 'planned' } : await take(parts, step) })
  }
  const skills = library.map(({ name, origin, lifecycle, tally }) => {
    return { name, origin, lifecycle, tally, numbers: numbers.get(name)! }
  })
  return { isDryRun, ...plan, steps: taken, skills }
}

/** The job as a server runs it: what it does is logged, and what it cannot do is tried again the next time. */
export function healthChore(parts: HealthJobParts, log: Log): Chore {
  return {
    name: 'looking after the health of skills',
    firstAfterMs: FIRST_AFTER_MS,
    everyMs: EVERY_MS,
    async run() {
      const { steps } = await runHealthJob(parts, { isDryRun: false })
      for (const { name, step, reason, outcome } of steps) {
        if (outcome.kind === 'done') log('health', `${step} "${name}", now ${outcome.to}: ${reason}`)
        if (outcome.kind === 'failed') log('health', `${step} "${name}" failed: ${outcome.message}`)
      }
    },
  }
}

type Gathered = SkillFacts & { tally: SkillTally }

async function gather({ entries, tallyOf }: HealthJobParts, only: string | undefined): Promise<Gathered[]> {
  const all = entries()
  const near = await nearDuplicates(all, only)
  const neededBy = new Map<string, { name: string; lifecycle: Lifecycle }[]>()
  for (const { skill, lifecycle } of all) {
    for (const needed of new Set(skill.dependsOn)) add(neededBy, needed, { name: skill.name, lifecycle })
  }
  const facts: Gathered[] = []
  for (const { skill, record, origin, lifecycle } of all) {
    const { name, createdAt } = skill
    if (only !== undefined && name !== only) continue
    facts.push({
      ...{ name, record, origin, lifecycle, createdAt },
      tally: await tallyOf(name),
      nearDuplicates: near.get(name) ?? [],
      neededBy: neededBy.get(name)?.filter((by) => by.name !== name) ?? [],
    })
  }
  return facts
}

// Skills that were put away repeat nothing: nobody is shown them.
async function nearDuplicates(all: readonly ShelfEntry[], only: string | undefined) {
  const shown = all.filter(({ lifecycle }) => lifecycle !== 'deprecated' && lifecycle !== 'archived')
  const search = findNearPairs(
    shown.map(({ skill }) => skill),
    only,
  )
  const near = new Map<string, { name: string; similarity: number }[]>()
  for (const { a, b, similarity } of await inPieces(search)) {
    add(near, a, { name: b, similarity })
    add(near, b, { name: a, similarity })
  }
  return near
}

async function inPieces(search: Generator<undefined, NearPair[]>): Promise<NearPair[]> {
  let since = performance.now()
  for (;;) {
    const { done, value } = search.next()
    if (done) return value
    if (performance.now() - since < UNBROKEN_MS_MAX) continue
    await othersFirst()
    since = performance.now()
  }
}

const OVERTAKEN: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['conflict', 'not-found', 'refused', 'needs-person'])

async function take(
  { step, archive }: HealthJobParts,
  { name, step: what, reason }: PlannedStep,
): Promise<StepOutcome> {
  try {
    if (what !== 'archive') {
      const { from, to, version } = await step(name, what, HEALTH_JOB, { reason })
      return { kind: 'done', from, to, version }
    }
    const { version } = await archive(name, HEALTH_JOB, { reason })
    return { kind: 'done', from: 'deprecated', to: 'archived', version }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return error instanceof SkillError && OVERTAKEN.has(error.code)
      ? { kind: 'overtaken', message }
      : { kind: 'failed', message }
  }
}

function add<T>(groups: Map<string, T[]>, key: string, item: T): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [item])
  else group.push(item)
}
