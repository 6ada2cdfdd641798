// What differs between two texts of a skill, in the forms that people review: its SKILL.md and its policy, each as a file,
// and the files beside them. Dates are left out, because every save changes them.

import { type BesideDiff, besideDiff, besideDiffText, changedFiles, type TextsByHash } from './file-diff.ts'
import { type DiffHunk, diffHunks, unifiedDiff } from './line-diff.ts'
import { bareSkill, type Skill } from './skill.ts'
import { writeSkillMd } from './skill-md-writer.ts'

export type FileDiff = { file: 'SKILL.md' | 'policy.json'; hunks: DiffHunk[] } | BesideDiff
export type Compared = {
  before: Skill | undefined
  after: Skill | undefined
  /** What was read of the files that differ; the others are told by size and hash. */
  texts: TextsByHash
}

/** Files that are the same are left out. @throws `too-large` for a skill that does not fit into a SKILL.md. */
export function skillDiff(compared: Compared): FileDiff[] {
  const own = textsOf(compared)
    .map(({ file, before, after }) => ({ file, hunks: diffHunks(before, after) }))
    .filter(({ hunks }) => hunks.length > 0)
  return [...own, ...besideOf(compared).map((change) => besideDiff(change, compared.texts))]
}

/** The same as a unified diff; empty when nothing differs. @param labels say which texts they are. */
export function skillDiffText(
  compared: Compared,
  labels: { before: string; after: string },
  charsMax?: number,
): string {
  const own = textsOf(compared).map(({ file, before, after }) => {
    const names = { from: `${file} (${labels.before})`, to: `${file} (${labels.after})` }
    return unifiedDiff(before, after, charsMax === undefined ? names : { ...names, charsMax })
  })
  return [...own, filesDiffText(compared, labels, charsMax)].filter((diff) => diff !== '').join('\n')
}

/** Of the files beside the text alone. */
export function filesDiffText(
  compared: Compared,
  labels: { before: string; after: string },
  charsMax?: number,
): string {
  return besideOf(compared)
    .map((change) => besideDiffText(change, compared.texts, labels, charsMax))
    .join('\n')
}

function besideOf({ before, after }: Compared) {
  return changedFiles(before?.files ?? [], after?.files ?? [])
}

function textsOf({ before, after }: Compared) {
  const createdAt = (after ?? before)?.createdAt ?? ''
  const text = (skill: Skill | undefined) => (skill === undefined ? '' : reviewText({ ...skill, createdAt }))
  return [
    { file: 'SKILL.md' as const, before: text(before), after: text(after) },
    { file: 'policy.json' as const, before: policyText(before), after: policyText(after) },
  ]
}

// The policy would be one long line in there; it is a file of its own.
function reviewText(skill: Skill): string {
  return writeSkillMd({ ...skill, updatedAt: null, policy: bareSkill('', '', '').policy })
}

function policyText(skill: Skill | undefined): string {
  const isNeutral = skill === undefined || Object.values(skill.policy).flat().length === 0
  return isNeutral ? '' : `${JSON.stringify(skill.policy, null, 2)}\n`
}
