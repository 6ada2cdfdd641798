// A skill as a SKILL.md: the form in which it is exported, checked out and opened in an editor. Strict: what every
// reader of Agent Skills accepts, one value a line, strings quoted. Loses nothing: skill-md-reader.ts reads back the
// same skill, less any `__proto__` key in `extra`.
import { FRONT_MATTER_BYTES_MAX } from './front-matter.ts'
import { JSON_DEPTH_MAX, nestsWithin } from './json-value.ts'
import type { Skill } from './skill.ts'
import { SkillError } from './skill-error.ts'
import { encodeDescription } from './skill-md-description.ts'
import { encodeExtra } from './skill-md-extra.ts'
import { encodeFields, FINAL_NEWLINE_KEY } from './skill-md-fields.ts'
import { encodeName, lastSegment } from './skill-md-name.ts'
import { yamlLiteral, yamlWord } from './yaml-literal.ts'

/**
 * LF only outside the content, whose bytes stay as they are; ends with a line end. Throws `too-large` for a skill whose
 * lists or foreign keys exceed FRONT_MATTER_BYTES_MAX or JSON_DEPTH_MAX, instead of writing what nobody can read.
 */
export function writeSkillMd(skill: Skill): string {
  if (!nestsWithin(skill.extra, JSON_DEPTH_MAX)) {
    throw tooLarge(skill, `keys that nest at most ${JSON_DEPTH_MAX} levels`)
  }
  const yaml = frontMatterOf(skill)
  if (new TextEncoder().encode(yaml).length > FRONT_MATTER_BYTES_MAX) {
    throw tooLarge(skill, `at most ${FRONT_MATTER_BYTES_MAX} bytes beside the content`)
  }
  // The blank line belongs to the format and is taken off again, so content may begin with blank lines or with "---".
  return `---\n${yaml}---\n\n${skill.content}${hasFinalNewline(skill) ? '' : '\n'}`
}

function frontMatterOf(skill: Skill): string {
  const { description, metadata } = encodeDescription(skill)
  const foreign = encodeExtra(skill.extra)
  const texts = {
    ...foreign.metadata,
    ...encodeName(skill.name),
    ...metadata,
    ...encodeFields(skill),
    ...(hasFinalNewline(skill) ? {} : { [FINAL_NEWLINE_KEY]: 'added' }),
  }
  const lines = [
    `name: ${yamlWord(lastSegment(skill.name))}`,
    `description: ${yamlLiteral(description)}`,
    ...Object.entries(foreign.values).map(([key, value]) => `${yamlWord(key)}: ${yamlLiteral(value)}`),
    ...(Object.keys(texts).length === 0 ? [] : ['metadata:']),
    ...Object.entries(texts).map(([key, text]) => `  ${yamlWord(key)}: ${yamlLiteral(text)}`),
  ]
  return `${lines.join('\n')}\n`
}

function hasFinalNewline(skill: Skill): boolean {
  return skill.content.endsWith('\n')
}

function tooLarge(skill: Skill, expected: string): SkillError {
  return new SkillError(
    'too-large',
    `skill "${skill.name}" does not fit into a SKILL.md: expected ${expected}, got more`,
    'Shorten its steps, triggers or unknown keys, or keep it as JSON.',
  )
}
