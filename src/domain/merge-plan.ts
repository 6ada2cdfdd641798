// Merging two skills as a list of changes, one skill each, in the order in which they are made: the target says all, then
// everyone who named the source names the target, and only then the source goes into the archive. Nothing is done here.

import { asItStands, type ChangeContext, type CurrentState, type Decision, standing } from './change-state.ts'
import { closedCycle } from './dependency-graph.ts'
import { missingFacts } from './kept-facts.ts'
import {
  assertMayMerge,
  assertNotItself,
  type FindSkill,
  losesFacts,
  type MergedSide,
  mergeClosesCycle,
} from './merge-refusal.ts'
import { factText, mergedSkill } from './merged-skill.ts'
import type { Lifecycle, Origin, SkillRecord } from './record.ts'
import { redirected, refersTo } from './redirect-references.ts'
import type { Skill } from './skill.ts'
import { decided } from './skill-change.ts'
import { notFound } from './skill-refusal.ts'
import { decideArchive } from './skill-removal.ts'

/** A skill as it was read, with what it takes to decide its change. */
export type MergeParty = { current: CurrentState; context: ChangeContext }
export type PlannedChange = {
  name: string
  role: 'target' | 'referrer' | 'source'
  /** What it was decided from. */
  current: CurrentState
  /** The record of that, hand edits taken in. */
  standing: SkillRecord
  decision: Decision
}
export type MergePlan = { target: string; source: string; changes: PlannedChange[] }

/**
 * @param others skills that name the source, and no further ones; the target among them is passed over.
 * @param find any skill of the library.
 * @throws `not-found`, `damaged`, `too-large`; `conflict`, `refused` or `needs-person` with the reason.
 */
export function planMerge(
  target: MergeParty,
  source: MergeParty,
  others: readonly MergeParty[],
  find: FindSkill,
): MergePlan {
  const [kept, gone] = [target.context.name, source.context.name]
  assertNotItself(kept, gone)
  const [into, from] = [sideOf(target), sideOf(source)]
  assertMayMerge(into, from, target.context.actor, find)

  const next = mergedSkill(into.skill, from.skill, target.context.now)
  const missing = missingFacts([factText(into.skill), factText(from.skill)], factText(next))
  if (missing.length > 0) throw losesFacts(kept, gone, missing)

  const referrers = others
    .filter(({ context }) => context.name !== kept && context.name !== gone)
    .map((party) => ({ party, side: sideOf(party) }))
    .filter(({ side }) => refersTo(side.skill, gone))
    .map(({ party, side }) => ({ party, side, next: redirectedSkill(side.skill, party.context, gone, kept) }))
  const changed = [{ side: into, next }, ...referrers]
  assertNoCycle(kept, gone, changed, find)

  return {
    target: kept,
    source: gone,
    changes: [
      planned(
        'target',
        target,
        into,
        decided(target.current, mergedRecord(into, from), next, target.context, 'merged'),
      ),
      ...referrers.map(({ party, side, next: text }) =>
        planned('referrer', party, side, decided(party.current, side.record, text, party.context, 'merged')),
      ),
      planned('source', source, from, archived(source, kept)),
    ],
  }
}

/** A skill that named the source, found when the merge was over already. Undefined when it no longer does, or cannot. */
export function planRedirect(party: MergeParty, from: string, to: string, find: FindSkill): PlannedChange | undefined {
  const side = sideOf(party)
  if (!refersTo(side.skill, from)) return undefined
  const next = redirectedSkill(side.skill, party.context, from, to)
  if (closedCycle(side.skill.dependsOn, next, find) !== undefined) return undefined
  return planned('referrer', party, side, decided(party.current, side.record, next, party.context, 'merged'))
}

function sideOf({ current, context }: MergeParty): MergedSide {
  const { skill, record } = standing(current, context)
  if (skill === undefined) throw notFound(context.name)
  return { skill, record, origin: asItStands(record, context, skill).origin }
}

function redirectedSkill(skill: Skill, { now }: ChangeContext, from: string, to: string): Skill {
  return { ...redirected(skill, from, to), updatedAt: now }
}

function planned(role: PlannedChange['role'], party: MergeParty, { record }: MergedSide, decision: Decision) {
  return { name: party.context.name, role, current: party.current, standing: record, decision }
}

function archived({ current, context }: MergeParty, target: string): Decision {
  return decideArchive(current, context, { reason: `merged into "${target}"`, supersededBy: target })
}

type Changed = { side: MergedSide; next: Skill }

// Each against the library as it will be; a cycle that stood before is not the merge's fault.
function assertNoCycle(kept: string, gone: string, changed: readonly Changed[], find: FindSkill): void {
  const after = new Map(changed.map(({ next }) => [next.name, next]))
  const findAfter: FindSkill = (name) => (name === gone ? undefined : (after.get(name) ?? find(name)))
  for (const { side, next } of changed) {
    const cycle = closedCycle(side.skill.dependsOn, next, findAfter)
    if (cycle !== undefined) throw mergeClosesCycle(kept, gone, cycle)
  }
}

/** The target's record for a text that nobody has approved. */
function mergedRecord(into: MergedSide, from: MergedSide): SkillRecord {
  const { record } = into
  return {
    ...record,
    origin: lowerOrigin(into.origin, from.origin),
    lifecycle: lifecycleAfter(into, from),
    approval: null,
    rejection: null,
    supersededBy: record.supersededBy === from.skill.name ? null : record.supersededBy,
  }
}

// A merged text is nowhere shipped, so of two builtin skills it makes a person's.
function lowerOrigin(a: Origin, b: Origin): Origin {
  return a === 'machine' || b === 'machine' ? 'machine' : 'human'
}

function lifecycleAfter(into: MergedSide, from: MergedSide): Lifecycle {
  const isUnapproved = from.origin === 'machine' && from.record.approval === null
  return isUnapproved && into.origin === 'machine' ? 'candidate' : into.record.lifecycle
}
