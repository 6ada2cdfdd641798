// A SKILL.md that is odd, made whole where that takes no guess: every reader of the format then reads it alike. Pure:
// gives the text that should stand, writes nothing.
import type { Diagnostic } from './diagnostic.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { Skill } from './skill.ts'
import { SkillError } from './skill-error.ts'
import type { Repair } from './skill-file-repair.ts'
import { NAME_KEY } from './skill-md-fields.ts'
import { readSkillMd, type SkillMdReading } from './skill-md-reader.ts'
import { writeSkillMd } from './skill-md-writer.ts'
import { isSkillName } from './skill-name.ts'

// What the strict writer puts right, as it is told to a person. Whatever else is odd would lose something in its hands.
const WRITTEN_ANEW: Record<string, (folder: string) => string> = {
  'yaml-unquoted': () => 'a value without the quotes that it needs',
  'name-missing': (folder) => `no name: the folder says "${folder}"`,
  'name-mismatch': (folder) => `another name than the folder's, "${folder}"`,
  'bad-name': (folder) => `what is no name, where the folder says "${folder}"`,
}

/** @param folder the name of the folder that it stands in. Never throws; asked again about its answer it repairs nothing. */
export function repairSkillMd(text: string, { file, folder }: { file: string; folder: string }): Repair {
  const plain = plainText(text)
  const options = { file, fallbackName: folder, now: '' }
  const reading = readSkillMd(plain.text, options)
  const anew = isSkillName(folder) ? rewritten(plain.text, reading, folder) : undefined
  if (anew !== undefined && isWhole(readSkillMd(anew.text, options), anew.text)) {
    return { kind: 'repaired', text: anew.text, repairs: [...plain.repairs, ...anew.repairs] }
  }
  if (plain.repairs.length > 0) return { kind: 'repaired', ...plain }
  return { kind: reading.diagnostics.length === 0 ? 'fine' : 'left' }
}

// Not a byte is changed beyond these.
function plainText(text: string): { text: string; repairs: string[] } {
  const hasMark = text.startsWith('\ufeff')
  const body = hasMark ? text.slice(1) : text
  // As the reader has it: the first fence says how the lines of the file end.
  const hasReturns = body.startsWith('---\r\n')
  return {
    text: hasReturns ? body.replaceAll('\r\n', '\n') : body,
    repairs: [...(hasMark ? ['the byte order mark'] : []), ...(hasReturns ? ['line ends of Windows'] : [])],
  }
}

function rewritten(
  text: string,
  { skill, diagnostics }: SkillMdReading,
  folder: string,
): { text: string; repairs: string[] } | undefined {
  const codes = [...new Set(diagnostics.map(({ code }) => code))]
  if (skill === undefined || codes.length === 0 || !codes.every((code) => Object.hasOwn(WRITTEN_ANEW, code))) {
    return undefined
  }
  // The name that we wrote as a whole path says more than the folder: somebody moved or copied it.
  if (saysWholeName(text, diagnostics)) return undefined
  const written = textOf(skill)
  if (written === undefined) return undefined
  const repairs = codes.map((code) => WRITTEN_ANEW[code]!(folder))
  return {
    text: written,
    repairs: [...repairs, ...(hasComments(text) ? ['comments in the front matter, which are not kept'] : [])],
  }
}

function saysWholeName(text: string, diagnostics: readonly Diagnostic[]): boolean {
  const yaml = splitFrontMatter(text, '').yaml ?? ''
  return diagnostics.some(({ code }) => code !== 'yaml-unquoted') && yaml.includes(NAME_KEY)
}

function hasComments(text: string): boolean {
  return /^\s*#/m.test(splitFrontMatter(text, '').yaml ?? '')
}

function textOf(skill: Skill): string | undefined {
  try {
    return writeSkillMd(skill)
  } catch (error) {
    if (error instanceof SkillError && error.code === 'too-large') return undefined
    throw error
  }
}

function isWhole({ skill, diagnostics }: SkillMdReading, text: string): boolean {
  return diagnostics.length === 0 && skill !== undefined && textOf(skill) === text
}
