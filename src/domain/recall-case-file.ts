// Reads the cases that a person keeps in recall-cases.jsonl, one a line. A line that is no case is told with its number
// and passed over; the others hold.
import { z } from 'zod'
import type { Diagnostic } from './diagnostic.ts'
import { type CaseWords, caseFromFile, type RecallCase } from './recall-case.ts'
import { MESSAGE_CHARS_MAX } from './recall-request.ts'
import { shown } from './skill-error.ts'
import { isSkillName } from './skill-name.ts'
import { TURN_STEMS_MAX } from './turn-stems.ts'

export const CASE_FILE = 'recall-cases.jsonl'
export const CASE_FILE_BYTES_MAX = 4 * 1024 * 1024
export const FILE_CASES_MAX = 10_000
const FAULTS_TOLD_MAX = 20
const STEM_CHARS_MAX = 64

const FIX = `Write {"message": "…", "skill": "…"} or {"message": "…", "silent": true}; "stems": ["…"] may stand for "message".`

const STEMS = `"stems": a list of words of at most ${STEM_CHARS_MAX} characters`

const lineSchema = z
  .strictObject({
    message: z
      .string({ error: '"message": a text' })
      .max(MESSAGE_CHARS_MAX, { error: `"message": at most ${MESSAGE_CHARS_MAX} characters` })
      .regex(/\S/, { error: '"message": a text that is not empty' })
      .optional(),
    stems: z
      .array(z.string({ error: STEMS }).min(1, { error: STEMS }).max(STEM_CHARS_MAX, { error: STEMS }), {
        error: STEMS,
      })
      .min(1, { error: '"stems": at least one' })
      .max(TURN_STEMS_MAX, { error: `"stems": at most ${TURN_STEMS_MAX}` })
      .optional(),
    skill: z.string({ error: '"skill": a name' }).refine(isSkillName, { error: '"skill": a valid name' }).optional(),
    silent: z.literal(true, { error: '"silent": true' }).optional(),
  })
  .refine(({ message, stems }) => (message === undefined) !== (stems === undefined), {
    error: 'one of "message" and "stems"',
  })
  .refine(({ skill, silent }) => (skill === undefined) !== (silent === undefined), {
    error: 'one of "skill" and "silent": true',
  })
  .transform(({ message, stems, skill }): RecallCase => caseFromFile(message ?? (stems as CaseWords), skill))

/** A case that stands twice counts once. */
export function readCaseFile(text: string): { cases: RecallCase[]; faults: Diagnostic[] } {
  const byId = new Map<string, RecallCase>()
  const faults: Diagnostic[] = []
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue
    if (byId.size === FILE_CASES_MAX) {
      faults.push(faultOf(i, `at most ${FILE_CASES_MAX} cases`, 'more', 'Split off what is not needed.'))
      break
    }
    const parsed = lineSchema.safeParse(jsonOf(line))
    if (parsed.success) byId.set(parsed.data.id, parsed.data)
    else faults.push(faultOf(i, expectedIn(parsed.error.issues[0]!), `"${shown(line.trim())}"`, FIX))
  }
  return { cases: [...byId.values()], faults: capped(faults) }
}

/** What stands in a line of the file. @param skill undefined for a message that should bring up nothing. */
export function caseLine(message: string, skill: string | undefined): Record<string, string | true> {
  return skill === undefined ? { message, silent: true } : { message, skill }
}

/** The file without that case; every other line, also one that is no case, stays byte for byte. */
export function withoutCase(text: string, id: string): string {
  const lines = text.split(/(?<=\n)/)
  return lines.filter((line, i) => caseIn(i === 0 ? line.replace(/^\ufeff/, '') : line)?.id !== id).join('')
}

function caseIn(line: string): RecallCase | undefined {
  const parsed = lineSchema.safeParse(jsonOf(line))
  return parsed.success ? parsed.data : undefined
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function expectedIn(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'only "message", "stems", "skill" and "silent"'
  if (issue.path.length === 0 && issue.code === 'invalid_type') return 'one JSON object a line'
  return issue.message
}

function faultOf(index: number, expected: string, received: string, fix: string): Diagnostic {
  return { severity: 'warning', code: 'bad-case', file: CASE_FILE, line: index + 1, expected, received, fix }
}

// A file of another kind would have a fault in each of its lines.
function capped(faults: Diagnostic[]): Diagnostic[] {
  const more = faults.length - FAULTS_TOLD_MAX
  if (more <= 0) return faults
  const { line: _line, ...last } = faultOf(0, 'one case a line', `${more} more lines that are none`, FIX)
  return [...faults.slice(0, FAULTS_TOLD_MAX), last]
}
