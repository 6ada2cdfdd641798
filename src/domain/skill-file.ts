// A skill as one JSON file: what people read, edit and diff. Lenient in (a byte order mark, CRLF, missing optional
// keys), strict out (fixed order of keys, two spaces, a final newline), and what we do not know is kept.
import { z } from 'zod'
import type { Diagnostic } from './diagnostic.ts'
import { findJsonFault } from './json-fault.ts'
import { bareSkill, policySchema, type Skill, stepSchema, wordListSchema } from './skill.ts'
import { readDocument, writeDocument } from './skill-document.ts'
import { shown } from './skill-error.ts'
import { CONTENT_BYTES_MAX, SUMMARY_CHARS_MAX } from './skill-limits.ts'
import { nameFault } from './skill-name.ts'
import { extractSummary } from './summary.ts'

const date = z.iso.datetime({ offset: true })
// Unknown keys are kept at every level, those of a step and of the policy too.
const fileSchema = z.looseObject({
  name: z.string(),
  content: z.string().min(1),
  summary: z.string().max(SUMMARY_CHARS_MAX).optional(),
  createdAt: date.optional(),
  updatedAt: date.nullish(),
  seeAlso: wordListSchema.optional(),
  tags: wordListSchema.optional(),
  triggers: wordListSchema.optional(),
  steps: z.array(stepSchema.loose()).max(500).optional(),
  dependsOn: wordListSchema.optional(),
  conflictsWith: wordListSchema.optional(),
  parent: z.string().nullish(),
  policy: policySchema.loose().optional(),
})

// The order in which a file is written; also the list of keys that are ours.
const KEYS = [
  'name',
  'summary',
  'content',
  'createdAt',
  'updatedAt',
  'seeAlso',
  'tags',
  'triggers',
  'steps',
  'dependsOn',
  'conflictsWith',
  'parent',
  'policy',
] as const

/** A skill that does not say when it was made: its reader goes by its file. */
export type UndatedSkill = Omit<Skill, 'createdAt'>

export type SkillFileContext = {
  /** Path relative to the home, for diagnostics. */
  file: string
  /** The name that the file's path stands for; undefined when the path is no valid name. */
  pathName: string | undefined
  /** ISO date for files that do not say when they were made. */
  createdAt: string
}

/** @param text of the file, or of a document with further files. Never throws: no `skill` means at least one error. */
export function parseSkillFile(text: string, context: SkillFileContext): { skill?: Skill; diagnostics: Diagnostic[] } {
  const refuse = (fault: Pick<Diagnostic, 'code' | 'expected' | 'received' | 'fix'> & { line?: number }) => ({
    diagnostics: [{ severity: 'error' as const, file: context.file, ...fault }],
  })
  if (context.pathName === undefined) return refuse(badPath(context.file))
  const { json, files } = readDocument(text)
  if (files === undefined) return refuse(damagedList())
  const body = json.startsWith('\ufeff') ? json.slice(1) : json
  const value = parseJson(body)
  const fault = findJsonFault(body)
  if (fault !== undefined || value === undefined) return refuse(jsonFault(body, fault))
  const parsed = fileSchema.safeParse(value)
  if (!parsed.success) return refuse(schemaFault(parsed.error, value, body))
  if (parsed.data.name !== context.pathName) return refuse(otherName(parsed.data.name, context.pathName, body))
  const contentBytes = Buffer.byteLength(parsed.data.content)
  if (contentBytes > CONTENT_BYTES_MAX) return refuse(longContent(contentBytes))
  return { skill: { ...toSkill(parsed.data, context), files }, diagnostics: [] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function toSkill(file: z.infer<typeof fileSchema>, context: SkillFileContext): Skill {
  const bare = bareSkill(file.name, file.content, file.createdAt ?? context.createdAt)
  const known = new Set<string>(KEYS)
  return {
    ...bare,
    summary: file.summary?.trim() || extractSummary(file.name, file.content),
    updatedAt: file.updatedAt ?? null,
    seeAlso: file.seeAlso ?? [],
    tags: file.tags ?? [],
    triggers: file.triggers ?? [],
    steps: file.steps ?? [],
    dependsOn: file.dependsOn ?? [],
    conflictsWith: file.conflictsWith ?? [],
    parent: file.parent ?? null,
    policy: file.policy ?? bare.policy,
    extra: Object.fromEntries(Object.entries(file).filter(([key]) => !known.has(key))),
  }
}

/** Its document: the JSON with ours first in a fixed order, then what we do not know, untouched; then its files. */
export function serializeSkill(skill: UndatedSkill & Partial<Pick<Skill, 'createdAt'>>): string {
  const ours = Object.fromEntries(KEYS.map((key) => [key, skill[key]]))
  return writeDocument(`${JSON.stringify({ ...ours, ...skill.extra }, null, 2)}\n`, skill.files)
}

function lineOf(text: string, needle: string): number | undefined {
  const at = text.indexOf(needle)
  return at < 0 ? undefined : text.slice(0, at).split('\n').length
}

function badPath(file: string) {
  const stem = file.replace(/^skills\//, '').replace(/\.json$/i, '')
  return {
    code: 'bad-path',
    expected: 'a path that is a skill name',
    received: `"${shown(stem)}" (${nameFault(stem) ?? 'the extension must be .json in lower case'})`,
    fix: 'Rename the file.',
  }
}

function jsonFault(text: string, fault: ReturnType<typeof findJsonFault>) {
  const line = fault?.line
  const place = line === undefined ? {} : { line }
  if (/^(?:<{7}|={7}|>{7})/m.test(text)) {
    const at = text.slice(0, text.search(/^(?:<{7}|={7}|>{7})/m)).split('\n').length
    return {
      code: 'merge-conflict',
      line: at,
      expected: 'JSON',
      received: 'conflict markers',
      fix: 'Resolve the merge and save.',
    }
  }
  if (fault?.kind === 'duplicate-key') {
    const received = `the key ${shown(fault.received.split(':')[0])} twice`
    return { code: 'duplicate-key', ...place, expected: 'each key once', received, fix: 'Keep one of the two.' }
  }
  const received = text.includes('\0') ? 'NUL bytes' : shown(fault?.received ?? 'something else')
  return {
    code: 'json-syntax',
    ...place,
    expected: 'a JSON object',
    received,
    fix: 'Mend the JSON at this line.',
  }
}

function schemaFault(error: z.ZodError, value: unknown, text: string) {
  const issue = error.issues[0]!
  const key = issue.path.join('.')
  const got = issue.path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], value)
  const line = lineOf(text, `"${String(issue.path[0])}"`)
  return {
    code: 'bad-field',
    ...(line === undefined ? {} : { line }),
    expected:
      key === ''
        ? 'a JSON object with "name" and "content"'
        : `"${key}": ${issue.message.replace(/^Invalid input: expected /, '')}`,
    received: got === undefined ? 'nothing' : shown(got),
    fix: 'Correct the value; only "name" and "content" are required.',
  }
}

function otherName(name: string, pathName: string, text: string) {
  const line = lineOf(text, '"name"')
  return {
    code: 'name-mismatch',
    ...(line === undefined ? {} : { line }),
    expected: `"name": "${pathName}" (what the path says)`,
    received: `"${shown(name)}"`,
    fix: 'Correct the name or move the file.',
  }
}

function damagedList() {
  const expected = 'a list of the files of a skill'
  return { code: 'json-syntax', expected, received: 'something else', fix: 'Put an earlier version back: restore.' }
}

function longContent(bytes: number) {
  return {
    code: 'too-large',
    expected: `content of at most ${CONTENT_BYTES_MAX} bytes`,
    received: `${bytes} bytes`,
    fix: 'Split the skill or move long material into its files.',
  }
}
