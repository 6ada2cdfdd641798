// The summary of a skill as `description`: 1 to 1,024 characters, which a summary need not have. Where it has not, a
// stand-in is written, and the summary kept in `metadata`, until somebody edits the description.
import type { Diagnostic } from './diagnostic.ts'
import type { FrontMatterValues } from './front-matter-values.ts'
import { isRecord } from './json-value.ts'
import type { Skill } from './skill.ts'
import { SUMMARY_CHARS_MAX } from './skill-limits.ts'
import { STAND_IN_KEY, SUMMARY_KEY } from './skill-md-fields.ts'
import { extractSummary } from './summary.ts'
import { textOf } from './yaml-literal.ts'

export function encodeDescription(skill: Skill): { description: string; metadata: Record<string, string> } {
  const description = tidy(skill.summary)
  if (description !== '' && description === skill.summary) return { description, metadata: {} }
  const standIn = description || tidy(extractSummary(skill.name, skill.content)) || skill.name
  return {
    description: standIn,
    metadata: { [STAND_IN_KEY]: standIn, ...(skill.summary === '' ? {} : { [SUMMARY_KEY]: skill.summary }) },
  }
}

/**
 * The summary, empty with a warning when there is no description. `consumed` is false when the description says more
 * than the summary, so that it has to be kept beside it.
 */
export function readSummary(
  front: FrontMatterValues,
  file: string,
): { summary: string; consumed: boolean; diagnostics: Diagnostic[] } {
  const description = textOf(front.values.description)
  const line = front.lines.get('description')
  const metadata = isRecord(front.values.metadata) ? front.values.metadata : {}
  if (description !== undefined && description === metadata[STAND_IN_KEY]) {
    return { summary: textOf(metadata[SUMMARY_KEY]) ?? '', consumed: true, diagnostics: [] }
  }
  const summary = tidy(description ?? '')
  const place = line === undefined ? { file } : { file, line }
  if (summary === '') return { summary, consumed: description !== undefined, diagnostics: [missing(place)] }
  const length = description?.trim().length ?? 0
  if (length > SUMMARY_CHARS_MAX) return { summary, consumed: false, diagnostics: [tooLong(length, place)] }
  return { summary, consumed: true, diagnostics: [] }
}

/** Without white space around it and cut between words, if it can be, to what a description may hold. */
function tidy(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length <= SUMMARY_CHARS_MAX) return trimmed
  const head = trimmed.slice(0, SUMMARY_CHARS_MAX + 1)
  const space = head.search(/\s\S*$/)
  // A single word of that length is cut within, though not within a surrogate pair.
  const cut = space > 0 ? head.slice(0, space) : head.slice(0, SUMMARY_CHARS_MAX).replace(/[\ud800-\udbff]$/, '')
  return cut.trim()
}

type Place = { file: string; line?: number }

function missing(place: Place): Diagnostic {
  return {
    severity: 'warning',
    code: 'description-missing',
    ...place,
    expected: '"description": what the skill does and when to use it',
    received: 'no text',
    fix: 'Add a description; until then one is taken from the text.',
  }
}

function tooLong(length: number, place: Place): Diagnostic {
  return {
    severity: 'warning',
    code: 'description-too-long',
    ...place,
    expected: `a description of at most ${SUMMARY_CHARS_MAX} characters`,
    received: `${length} characters`,
    fix: 'Shorten it; the summary was cut after a word.',
  }
}
