// The name of a skill in its SKILL.md. Agent Skills know no `/`: `name` is the last segment, which must equal the
// folder's name, and the whole path stands in `metadata`.
import type { Diagnostic } from './diagnostic.ts'
import type { FrontMatterValues } from './front-matter-values.ts'
import { isRecord } from './json-value.ts'
import { shown } from './skill-error.ts'
import { NAME_KEY } from './skill-md-fields.ts'
import { isSkillName, nameFault, suggestName } from './skill-name.ts'
import { textOf } from './yaml-literal.ts'

/** What `name` says for a skill, and how its folder is called. */
export function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

export function encodeName(name: string): Record<string, string> {
  return name.includes('/') ? { [NAME_KEY]: name } : {}
}

/**
 * The name that `metadata` holds, else `name`. Where the place of the file says otherwise (`fallbackName`), the place
 * wins with a warning. Without any valid name there is an error and no value.
 */
export function readName(
  front: FrontMatterValues,
  file: string,
  fallbackName: string | undefined,
): { name?: string; diagnostics: Diagnostic[] } {
  const short = textOf(front.values.name)
  const metadata = front.values.metadata
  const whole = isRecord(metadata) ? metadata[NAME_KEY] : undefined
  const fallback = isSkillName(fallbackName) ? fallbackName : undefined
  const place = { file, line: front.lines.get('name') }

  const declared = isSkillName(whole) ? whole : isSkillName(short) ? short : undefined
  if (declared === undefined) return undeclared(short, fallback, place)
  if (fallback !== undefined && lastSegment(fallback) !== lastSegment(declared)) {
    return { name: fallback, diagnostics: [mismatch(declared, fallback, place)] }
  }
  const name = isSkillName(whole) ? whole : (fallback ?? declared)
  if (short !== lastSegment(name) && short !== name) return { name, diagnostics: [mismatch(short, name, place)] }
  if (whole === undefined || isSkillName(whole)) return { name, diagnostics: [] }
  return { name, diagnostics: [badWhole(whole, name, { file, line: front.lines.get(`metadata.${NAME_KEY}`) })] }
}

type Place = { file: string; line?: number | undefined }

function undeclared(short: string | undefined, fallback: string | undefined, place: Place) {
  const suggestion = fallback ?? (short === undefined ? undefined : suggestName(short))
  const diagnostic: Diagnostic = {
    severity: fallback === undefined ? 'error' : 'warning',
    code: short === undefined ? 'name-missing' : 'bad-name',
    ...located(place),
    expected: '"name": lower-case words joined by "-", at most 64 characters',
    received: short === undefined ? 'no name' : `"${shown(short)}" (${nameFault(short)})`,
    fix: `Write "name: ${suggestion === undefined ? 'some-words' : lastSegment(suggestion)}".`,
  }
  return fallback === undefined ? { diagnostics: [diagnostic] } : { name: fallback, diagnostics: [diagnostic] }
}

function mismatch(received: string | undefined, name: string, place: Place): Diagnostic {
  return {
    severity: 'warning',
    code: 'name-mismatch',
    ...located(place),
    expected: `"name: ${lastSegment(name)}", for this is "${name}"`,
    received: received === undefined ? 'no name' : `"${shown(received)}"`,
    fix: 'Correct the name or move the folder.',
  }
}

function badWhole(received: unknown, name: string, place: Place): Diagnostic {
  return {
    severity: 'warning',
    code: 'bad-name',
    ...located(place),
    expected: `"${NAME_KEY}": a skill name`,
    received: `"${shown(received)}" (${nameFault(received)})`,
    fix: `It was read as "${name}"; correct the line or delete it.`,
  }
}

function located({ file, line }: Place) {
  return line === undefined ? { file } : { file, line }
}
