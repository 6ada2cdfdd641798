// One JSON file of a library as seed 004 keeps it, as a skill. Lenient: what can be understood is, what cannot is left
// aside with a warning, and what is not known is kept. Names are given as they stand; tree-names.ts judges them together.
import { z } from 'zod'
import { caselessKey } from './caseless-key.ts'
import type { Diagnostic } from './diagnostic.ts'
import { findJsonFault } from './json-fault.ts'
import { isRecord, parseJsonText } from './json-value.ts'
import { pastInstant } from './past-instant.ts'
import { bareSkill, policySchema, type Skill, stepSchema, wordListSchema } from './skill.ts'
import { shown } from './skill-error.ts'
import { serializeSkill } from './skill-file.ts'
import { CONTENT_BYTES_MAX, SKILL_FILE_BYTES_MAX, SUMMARY_CHARS_MAX } from './skill-limits.ts'

/** Written out one value a line, a file of more could grow beyond what is read again. */
const FILE_VALUES_MAX = 50_000
const STEPS_MAX = 500

type FieldRow = [key: keyof Skill, schema: z.ZodType, expected: string]
const FIELDS: readonly FieldRow[] = [
  ['summary', z.string().max(SUMMARY_CHARS_MAX), `a text of at most ${SUMMARY_CHARS_MAX} characters`],
  ['seeAlso', wordListSchema, 'a list of skill names'],
  ['tags', wordListSchema, 'a list of texts'],
  ['triggers', wordListSchema, 'a list of texts'],
  ['steps', z.array(stepSchema.loose()).max(STEPS_MAX), 'a list of {"action": ...}'],
  ['dependsOn', wordListSchema, 'a list of skill names'],
  ['conflictsWith', wordListSchema, 'a list of skill names'],
  ['parent', z.string(), 'a skill name'],
  ['policy', policySchema.loose(), 'a map of lists: tools, domains, credentials, sideEffects'],
]
const DATE = 'a date that is past, in ISO 8601'

export type TreeSkillContext = {
  /** For diagnostics. */
  file: string
  /** What the file's place says, for a file that does not say a name. */
  path: string
  /** ISO 8601. */
  now: string
}
/** @property skill whose `name` is as it stood, and need not be one. @property lastUsedAt when the file says so. */
export type TreeSkillReading = { skill?: Skill; lastUsedAt?: string; diagnostics: Diagnostic[] }

/** Never throws. There is a skill exactly when no diagnostic is an error. */
export function readTreeSkill(text: string, { file, path, now }: TreeSkillContext): TreeSkillReading {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  const fault = findJsonFault(body)
  const value = fault === undefined ? parseJsonText(body) : undefined
  if (!isRecord(value)) return { diagnostics: [jsonFault(file, fault)] }
  if (countValues(value) > FILE_VALUES_MAX) return { diagnostics: [tooMuch(file, `${FILE_VALUES_MAX} values`)] }

  const fields = takeFields(value, file)
  const content = fields.take('content', z.string())
  if (typeof content !== 'string' || content.trim() === '') return { diagnostics: [noContent(file, content)] }
  const bytes = Buffer.byteLength(content)
  if (bytes > CONTENT_BYTES_MAX) return { diagnostics: [tooMuch(file, `${CONTENT_BYTES_MAX} bytes of content`)] }

  const instant = z.unknown().transform((given, context) => pastInstant(given, now) ?? unfit(context))
  const name = fields.take('name', z.string().trim().min(1), 'the name of the skill')
  const createdAt = fields.take('createdAt', instant, DATE)
  const updatedAt = fields.take('updatedAt', instant, DATE)
  const lastUsedAt = fields.take('lastUsedAt', instant, DATE)
  const read = FIELDS.map(([key, schema, expected]) => [key, fields.take(key, schema, expected)] as const)
  const known = Object.fromEntries(read.filter(([, given]) => given !== undefined))
  const bare = bareSkill(typeof name === 'string' ? name : path, content, createdAt ?? now)
  const skill: Skill = { ...bare, ...known, updatedAt: updatedAt ?? null, extra: fields.left() }
  if (Buffer.byteLength(serializeSkill(skill)) > SKILL_FILE_BYTES_MAX) {
    return { diagnostics: [tooMuch(file, `${SKILL_FILE_BYTES_MAX} bytes when written out`)] }
  }
  return { skill, ...(lastUsedAt === undefined ? {} : { lastUsedAt }), diagnostics: fields.diagnostics }
}

function takeFields(record: Record<string, unknown>, file: string) {
  const consumed = new Set<string>()
  const diagnostics: Diagnostic[] = []
  return {
    diagnostics,
    /** Undefined for what is absent, null, or left aside. */
    take<S extends z.ZodType>(key: string, schema: S, expected?: string): z.output<S> | undefined {
      const stood = caselessKey(record, key)
      if (stood === undefined) return undefined
      consumed.add(stood)
      const given = record[stood]
      if (given === null) return undefined
      const parsed = schema.safeParse(given)
      if (parsed.success) return parsed.data
      if (expected !== undefined) diagnostics.push(leftAside(file, stood, expected, given))
      return undefined
    },
    left: () => Object.fromEntries(Object.entries(record).filter(([key]) => !consumed.has(key))),
  }
}

function unfit(context: z.RefinementCtx): never {
  context.addIssue({ code: 'custom', message: DATE })
  return z.NEVER
}

// Nests at most JSON_DEPTH_MAX levels: parseJsonText has looked.
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 1)
}

function jsonFault(file: string, fault: ReturnType<typeof findJsonFault>): Diagnostic {
  const place = fault === undefined ? {} : { line: fault.line }
  const isDouble = fault?.kind === 'duplicate-key'
  return {
    ...{ severity: 'error', code: fault?.kind ?? 'json-syntax', file, ...place },
    expected: isDouble ? 'each key once' : 'a JSON object, at most 62 levels deep',
    received: isDouble ? `the key ${shown(fault.received.split(':')[0])} twice` : shown(fault?.received ?? 'another'),
    fix: isDouble ? 'Keep one of the two.' : 'Mend the JSON.',
  }
}

function noContent(file: string, received: unknown): Diagnostic {
  return {
    ...{ severity: 'error', code: 'content-missing', file, expected: '"content": the text of the skill' },
    received: received === '' ? 'an empty text' : 'none',
    fix: 'If it is a skill, write what to do; else leave the file out.',
  }
}

function tooMuch(file: string, limit: string): Diagnostic {
  const rest = { received: 'more', fix: 'Split the skill or move long material into files beside it.' }
  return { severity: 'error', code: 'too-large', file, expected: `at most ${limit}`, ...rest }
}

function leftAside(file: string, key: string, expected: string, received: unknown): Diagnostic {
  const rest = { expected: `"${shown(key)}": ${expected}`, received: shown(received) }
  return { severity: 'warning', code: 'bad-field', file, ...rest, fix: 'It was left aside; the rest was taken.' }
}
