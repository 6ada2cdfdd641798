// What an approval is of: one hash over everything that whoever follows a skill reads or runs, and nothing else (DESIGN
// 3.1). Dates, see-also, tags, the parent and the policy are outside; the policy has a rule of its own (policy-scope.ts).
import { sha256Of } from './digest.ts'
import { manifestDigest } from './manifest.ts'
import { bareSkill, type Skill } from './skill.ts'
import { writeSkillMd } from './skill-md-writer.ts'

export const SKILL_MD = 'SKILL.md'

/** The text that is hashed, served as `skill://` and checked out as SKILL.md: equal readers see equal bytes. */
export function canonicalSkillMd(skill: Skill): string {
  const { name, content, summary, triggers, steps, dependsOn } = skill
  return writeSkillMd({ ...bareSkill(name, content, ''), summary, triggers, steps, dependsOn })
}

/** Of the text and of every further file. @throws `too-large` for a skill that cannot be written as SKILL.md. */
export function contentHash(skill: Skill): string {
  const text = canonicalSkillMd(skill)
  return manifestDigest([...skill.files, { path: SKILL_MD, size: Buffer.byteLength(text), sha256: sha256Of(text) }])
}
