// The next text of a skill: what stands with what is given put over it, in the bytes in which it is kept.
import { bareSkill, type Skill } from './skill.ts'
import { SkillError } from './skill-error.ts'
import { parseSkillFile, serializeSkill } from './skill-file.ts'
import { tooMuch } from './skill-refusal.ts'
import { extractSummary, isExtracted } from './summary.ts'

/** Dates are those of a skill that is new here and came about elsewhere; what stands keeps its own. */
export type SkillPatch = Partial<Omit<Skill, 'name'>>
type Named = { name: string; now: string }

// What is not given is kept; a summary that we had made from the old text is made anew from the new one.
export function patched(skill: Skill | undefined, patch: SkillPatch, context: Named): Skill {
  const content = patch.content ?? skill?.content
  if (content === undefined || content.trim() === '') {
    throw new SkillError(
      'bad-input',
      `content: expected the procedure as text, got ${content === undefined ? 'nothing' : 'an empty text'}`,
      'Give the whole markdown text of the skill.',
    )
  }
  const base = skill ?? bareSkill(context.name, content, context.now)
  const { createdAt = context.now, updatedAt = null, ...texts } = patch
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined))
  const summary =
    patch.summary?.trim() ||
    (base.summary === '' || isExtracted(base) ? extractSummary(context.name, content) : base.summary)
  const dates = skill === undefined ? { createdAt, updatedAt } : { createdAt: skill.createdAt, updatedAt: context.now }
  return { ...base, ...given, content, summary, ...dates }
}

/** Whether both say the same, whenever they say it. */
export function sameSkill(a: Skill, b: Skill): boolean {
  return serializeSkill({ ...a, updatedAt: null }) === serializeSkill({ ...b, updatedAt: null })
}

/** What we write must be what we would read: the limits live in one place. @throws `too-large`, `bad-input`. */
export function readableText(next: Skill, context: Named): string {
  const text = serializeSkill(next)
  const parsed = parseSkillFile(text, { file: context.name, pathName: context.name, createdAt: context.now })
  if (parsed.skill === undefined) throw tooMuch(context.name, parsed.diagnostics)
  return text
}
