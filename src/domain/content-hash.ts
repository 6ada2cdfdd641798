// What an approval is of: one hash over everything that whoever follows a skill reads or runs, and nothing else (DESIGN
// 3.1). Dates, see-also, tags, the parent and the policy are outside; the policy has a rule of its own (policy-scope.ts).
import { createHash } from 'node:crypto'
import { sha256Of } from './digest.ts'
import { bareSkill, type Skill } from './skill.ts'
import { writeSkillMd } from './skill-md-writer.ts'

/** A file of a skill: its POSIX path inside the skill's folder, what it weighs, what it holds. */
export type ManifestFile = { path: string; size: number; sha256: string; isExecutable?: boolean }

export const SKILL_MD = 'SKILL.md'

/** The text that is hashed, served as `skill://` and checked out as SKILL.md: equal readers see equal bytes. */
export function canonicalSkillMd(skill: Skill): string {
  const { name, content, summary, triggers, steps, dependsOn } = skill
  return writeSkillMd({ ...bareSkill(name, content, ''), summary, triggers, steps, dependsOn })
}

/**
 * @param files what the skill consists of beside its text; in any order, none called SKILL.md.
 * @throws `too-large` for a skill that cannot be written as SKILL.md.
 */
export function contentHash(skill: Skill, files: readonly ManifestFile[] = []): string {
  const text = canonicalSkillMd(skill)
  return manifestDigest([...files, { path: SKILL_MD, size: Buffer.byteLength(text), sha256: sha256Of(text) }])
}

/** SHA-256 over the files by path, each field preceded by its length, so that no two sets of files are written alike. */
export function manifestDigest(files: readonly ManifestFile[]): string {
  const hash = createHash('sha256')
  const add = (field: string) => hash.update(`${Buffer.byteLength(field)}:${field}`)
  for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    add(file.path)
    add(String(file.size))
    add(file.sha256)
    if (file.isExecutable === true) add('x')
  }
  return hash.digest('hex')
}
