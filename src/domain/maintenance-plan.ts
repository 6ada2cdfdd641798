// What the health job would do to the skills of a library, from their numbers alone: a plan, with the reason for each step
// and for each skill that it leaves alone. It changes nothing; whether a step is allowed is decided again under the lock.
import {
  type HealthNumbers,
  judgeSkill,
  type LeftWhy,
  type MaintenanceStep,
  type SkillFacts,
} from './maintenance-rules.ts'
import { performanceOf } from './performance.ts'
import { NEAR_DUPLICATE_MIN } from './similarity.ts'

export type PlannedStep = { name: string; step: MaintenanceStep; numbers: HealthNumbers; reason: string }
export type LeftAlone = { name: string; why: LeftWhy; numbers: HealthNumbers; reason: string }
/** For a person to decide. */
export type Flagged = { name: string; why: 'failing'; numbers: HealthNumbers; reason: string } | NearDuplicate
/** At the name that comes first. */
export type NearDuplicate = { name: string; why: 'near-duplicate'; of: string; similarity: number; reason: string }

/** More pairs than that are counted and not listed; those most alike are. */
export const PAIRS_FLAGGED_MAX = 1_000

export type MaintenancePlan = {
  steps: PlannedStep[]
  flagged: Flagged[]
  left: LeftAlone[]
  /** Pairs of near-duplicates beyond those in `flagged`. */
  pairsLeftOut: number
  /** How many skills there is nothing to say of. */
  unremarkable: number
  /** Of every skill, in the order in which they came. */
  numbers: ReadonlyMap<string, HealthNumbers>
}

/** Each list in the order of names. A pair of near-duplicates is flagged once, at the name that comes first. */
export function planMaintenance(library: readonly SkillFacts[], now: Date): MaintenancePlan {
  const numbers = new Map(library.map((facts) => [facts.name, numbersOf(facts, now)]))
  const steps: PlannedStep[] = []
  const left: LeftAlone[] = []
  const pairs = nearDuplicatesOf(library)
  const flagged: Flagged[] = pairs.slice(0, PAIRS_FLAGGED_MAX)
  const pairsLeftOut = pairs.length - flagged.length
  const remarkable = new Set(pairs.flatMap(({ name, of }) => [name, of]))
  for (const facts of library) {
    const own = { name: facts.name, numbers: numbers.get(facts.name)! }
    const verdict = judgeSkill(facts, own.numbers, now)
    if (verdict.kind === 'fine') continue
    remarkable.add(facts.name)
    const { reason } = verdict
    if (verdict.kind === 'step') steps.push({ ...own, step: verdict.step, reason })
    else left.push({ ...own, why: verdict.why, reason })
    if (verdict.kind === 'left' && verdict.why === 'human-written') flagged.push({ ...own, why: 'failing', reason })
  }
  const unremarkable = library.filter(({ name }) => !remarkable.has(name)).length
  const lists = { steps: byName(steps), flagged: byName(flagged), left: byName(left) }
  return { ...lists, pairsLeftOut, unremarkable, numbers }
}

function numbersOf(facts: SkillFacts, now: Date): HealthNumbers {
  const { createdAt, tally } = facts
  const { lastUsedAt, successes, failures, streak } = tally
  const nearDuplicates = nearTo(facts).length
  const of = performanceOf({ successes, failures }, { since: lastUsedAt ?? createdAt, nearDuplicates }, now)
  return { ...of, inARow: streak.successes }
}

// Each other skill once, and never itself.
function nearTo({ name, nearDuplicates }: SkillFacts): { name: string; similarity: number }[] {
  const near = nearDuplicates.filter((other) => other.name !== name && other.similarity >= NEAR_DUPLICATE_MIN)
  return [...new Map(near.map((other) => [other.name, other])).values()]
}

// Those most alike first.
function nearDuplicatesOf(library: readonly SkillFacts[]): NearDuplicate[] {
  const pairs = new Map<string, NearDuplicate>()
  for (const facts of library) {
    for (const { name: other, similarity } of nearTo(facts)) {
      const [name, of] = [facts.name, other].sort() as [string, string]
      const reason = `says nearly what "${of}" says`
      pairs.set(`${name} ${of}`, { name, why: 'near-duplicate', of, similarity, reason })
    }
  }
  return byName([...pairs.values()]).sort((a, b) => b.similarity - a.similarity)
}

// Of one name in the order in which they came.
function byName<T extends { name: string }>(items: T[]): T[] {
  return items.sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1))
}
