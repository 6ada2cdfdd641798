// What a merge would make of two skills, before it is done: the same plan that carrying it out makes. Changes nothing.
import { GATE_DEFAULT } from '../domain/gates.ts'
import { type MergeParty, type PlannedChange, planMerge } from '../domain/merge-plan.ts'
import { referrersOf } from '../domain/redirect-references.ts'
import type { Skill } from '../domain/skill.ts'
import { type Compared, type FileDiff, skillDiff, skillDiffText } from '../domain/skill-diff.ts'
import { parseSkillFile } from '../domain/skill-file.ts'
import { comparable } from '../library/diff-texts.ts'
import type { CommandHome } from './command.ts'
import { OPERATOR } from './operator.ts'
import { listed } from './wording.ts'

export type MergePreview = {
  target: string
  source: string
  /** Of the merged file, made at this moment. */
  digest: string
  compared: Compared
  /** Skills that name the source and will name the target. */
  redirected: string[]
}

/** @param now in the merged text; two plans of one moment are the same. @throws what the merge itself would. */
export async function previewMerge(
  home: CommandHome,
  target: string,
  source: string,
  now: string,
): Promise<MergePreview> {
  const { skill: before } = await home.library.get(target)
  await home.library.get(source)
  const referrers = referrersOf(
    source,
    home.shelf.entries().map((entry) => entry.skill),
  )
  const others = await Promise.all(referrers.map(({ name }) => partyOf(home, name, now)))
  const find = (name: string) => home.shelf.entry(name)?.skill
  const plan = planMerge(await partyOf(home, target, now), await partyOf(home, source, now), others, find)
  const merged = plan.changes.find(({ role }) => role === 'target')!
  const redirected = plan.changes.filter(({ role }) => role === 'referrer').map(({ name }) => name)
  const compared = await comparable(home.store, target, { before, after: textOf(merged, now) })
  return { target, source, digest: merged.decision.digest, compared, redirected }
}

export function mergePreviewText(preview: MergePreview): string {
  const { target, source, redirected, compared } = preview
  const diff = skillDiffText(compared, { before: `${target}, now`, after: `${target}, merged` })
  return [
    diff === '' ? `${target} says all of ${source} already.` : diff,
    '',
    `Then ${source} is archived, superseded by ${target}; "skill-cortex restore ${source}" brings it back.`,
    ...(redirected.length === 0 ? [] : [`What named it names ${target} then: ${listed(redirected)}.`]),
  ].join('\n')
}

export function mergePreviewFiles(preview: MergePreview): FileDiff[] {
  return skillDiff(preview.compared)
}

async function partyOf({ store, shelf }: CommandHome, name: string, now: string): Promise<MergeParty> {
  const origin = (await shelf.look(name))?.origin
  const current = { live: await store.read(name), record: await store.record(name) }
  // Where a person's own change lands no gate decides.
  const context = { name, ...OPERATOR, now, lostOrigin: origin ?? 'machine', origin, gate: GATE_DEFAULT }
  return { current, context }
}

function textOf({ name, decision }: PlannedChange, now: string): Skill {
  const { skill } = parseSkillFile(decision.live ?? '', { file: 'the merged text', pathName: name, createdAt: now })
  if (skill === undefined) throw new Error(`a merge into ${name} made no skill`)
  return skill
}
