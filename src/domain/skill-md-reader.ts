// A SKILL.md, ours or a stranger's, as a skill. Lenient: what can be understood is, with a warning; what cannot is kept
// in `extra` (skill-md-extra.ts). The text is never run, followed or looked up; further files are the caller's.
import type { Diagnostic } from './diagnostic.ts'
import { splitFrontMatter } from './front-matter.ts'
import { type FrontMatterValues, readFrontMatterValues } from './front-matter-values.ts'
import { isRecord } from './json-value.ts'
import { bareSkill, type Skill } from './skill.ts'
import { shown } from './skill-error.ts'
import { CONTENT_BYTES_MAX } from './skill-limits.ts'
import { readSummary } from './skill-md-description.ts'
import { decodeExtra } from './skill-md-extra.ts'
import { decodeFields, FINAL_NEWLINE_KEY, NAME_KEY, STAND_IN_KEY, SUMMARY_KEY } from './skill-md-fields.ts'
import { readName } from './skill-md-name.ts'
import { textOf } from './yaml-literal.ts'

export type SkillMdOptions = {
  /** For diagnostics. */
  file: string
  /** The name that the file's place stands for; wins over a name that says otherwise, with a warning. */
  fallbackName?: string
  /** ISO 8601, for a text that does not say when it was made. */
  now: string
}

export type SkillMdReading = { skill?: Skill; diagnostics: Diagnostic[] }

/** Never throws. There is a skill exactly when no diagnostic is an error. An empty `summary` is the caller's to fill. */
export function readSkillMd(text: string, options: SkillMdOptions): SkillMdReading {
  const split = splitFrontMatter(text, options.file)
  if (split.diagnostics.some(isError)) return { diagnostics: split.diagnostics }
  const parsed = readFrontMatterValues(split.yaml ?? '', options.file)
  if (parsed.front === undefined) return { diagnostics: parsed.diagnostics }

  const { front } = parsed
  const name = readName(front, options.file, options.fallbackName)
  const summary = readSummary(front, options.file)
  const { fields, extra, faults } = readMetadata(front, summary.consumed)
  const content = contentOf(split.body, front)
  const diagnostics = [
    ...split.diagnostics,
    ...parsed.diagnostics,
    // A plain Markdown file has been told what it lacks.
    ...[...name.diagnostics, ...summary.diagnostics].filter((d) => split.yaml !== undefined || isError(d)),
    ...faults.map((fault) => badField(fault, front, options.file)),
    ...contentFaults(content, split.bodyLine, options.file),
  ]
  if (name.name === undefined || diagnostics.some(isError)) return { diagnostics }
  const bare = bareSkill(name.name, content, options.now)
  return { skill: { ...bare, summary: summary.summary, ...fields, extra }, diagnostics }
}

function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === 'error'
}

type FieldFault = { key: string; expected: string; received: unknown }

// Read by the chapters on name, description and content.
const READ_ELSEWHERE = [NAME_KEY, SUMMARY_KEY, STAND_IN_KEY, FINAL_NEWLINE_KEY]

function readMetadata({ values }: FrontMatterValues, isDescriptionConsumed: boolean) {
  const metadata = isRecord(values.metadata) ? values.metadata : {}
  const { fields, consumed, faults } = decodeFields(metadata)
  const known = [
    ...(textOf(values.name) === undefined ? [] : ['name']),
    ...(isDescriptionConsumed ? ['description'] : []),
    ...(isRecord(values.metadata) ? ['metadata'] : []),
  ]
  const foreign = decodeExtra({
    values: without(values, known),
    metadata: without(metadata, [...READ_ELSEWHERE, ...consumed]),
  })
  const unread = foreign.faults.map((key): FieldFault => ({ key, expected: 'JSON text', received: metadata[key] }))
  return { fields, extra: foreign.extra, faults: [...faults, ...unread] }
}

function without(record: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
}

function contentOf(body: string, { values }: FrontMatterValues): string {
  const isAdded = isRecord(values.metadata) && values.metadata[FINAL_NEWLINE_KEY] === 'added'
  return isAdded && body.endsWith('\n') ? body.slice(0, -1) : body
}

function contentFaults(content: string, line: number, file: string): Diagnostic[] {
  if (content === '') {
    return [
      {
        severity: 'error',
        code: 'content-missing',
        file,
        line,
        expected: 'the text of the skill after the front matter',
        received: 'nothing',
        fix: 'Write what to do below the second "---".',
      },
    ]
  }
  const bytes = new TextEncoder().encode(content).length
  if (bytes <= CONTENT_BYTES_MAX) return []
  return [
    {
      severity: 'error',
      code: 'too-large',
      file,
      line,
      expected: `content of at most ${CONTENT_BYTES_MAX} bytes`,
      received: `${bytes} bytes`,
      fix: 'Split the skill or move long material into its files.',
    },
  ]
}

function badField({ key, expected, received }: FieldFault, front: FrontMatterValues, file: string): Diagnostic {
  const line = front.lines.get(`metadata.${key}`)
  return {
    severity: 'warning',
    code: 'bad-field',
    file,
    ...(line === undefined ? {} : { line }),
    expected: `"${key}": ${expected}`,
    received: shown(received),
    fix: 'It was left aside; correct the value or delete the line.',
  }
}
