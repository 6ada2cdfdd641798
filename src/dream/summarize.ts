// The pass "summarize": a line for each skill that has none but what was cut out of its text. The model is shown the whole
// text; what it may say stands in domain/judge-summaries.ts.

import type { Gathered, Pass } from '../cycles/pass.ts'
import { sha256Of } from '../domain/digest.ts'
import {
  judgeSummaries,
  lacksSummary,
  type SummarizeAnswer,
  summarizeAnswerSchema,
  summarizeStateSchema,
} from '../domain/judge-summaries.ts'
import { markOf } from '../domain/mark.ts'
import type { ShelfEntry } from '../library/shelf-entry.ts'
import { summarizeDirective } from './directives/summarize.ts'
import type { DreamParts } from './dream-parts.ts'
import { MATERIAL_NOTE, type ShownSkill, skillInContext } from './skill-in-context.ts'
import type { Watermarks } from './watermarks.ts'

const BATCH_SKILLS = 20
/** Of texts; a longer one by itself is left out, for a part of it is not what it says. */
const TEXT_CHARS_MAX = 20_000
const BATCH_CHARS_MAX = 80_000

export type SummarizeParts = {
  shelf: Pick<DreamParts['shelf'], 'entries' | 'lookAround'>
  standings: Pick<DreamParts['standings'], 'of'>
  watermarks: Watermarks
}

export function summarizePass({ shelf, standings, watermarks }: SummarizeParts): Pass<SummarizeAnswer> {
  return {
    name: 'summarize',
    directive: { file: 'summarize.md', builtIn: summarizeDirective },
    output: summarizeAnswerSchema,
    async gather() {
      await shelf.lookAround()
      const read = await watermarks.read('summarize')
      const wanting = shelf.entries().filter((entry) => isOurs(entry) && lacksSummary(entry.skill))
      const tooLong = wanting.filter(({ skill }) => skill.content.length > TEXT_CHARS_MAX)
      const rest = wanting.filter((entry) => !tooLong.includes(entry) && !read.has(markOfText(entry)))
      if (rest.length === 0) return { kind: 'skip', reason: nothingLeft(wanting.length, tooLong) }
      return { kind: 'work', gathered: gathered(batchOf(rest), tooLong, standings) }
    },
    judge: (answer, { seen }, library, now) => judgeSummaries(answer, { seen, library, now }),
    // A text is asked about once: what was refused, or let go by a person, does not come back with each run.
    done: async ({ state }) => watermarks.add('summarize', summarizeStateSchema.parse(state).marks),
  }
}

// What nobody may change, what is put away, and what waits for a person's word already.
function isOurs({ record, origin, lifecycle, mount }: ShelfEntry): boolean {
  if (mount !== undefined || origin === 'builtin' || lifecycle === 'deprecated') return false
  return record === undefined || (!record.pinned && record.draft === null)
}

function batchOf(entries: readonly ShelfEntry[]): ShelfEntry[] {
  const batch: ShelfEntry[] = []
  let chars = 0
  for (const entry of entries.toSorted((a, b) => (a.skill.name < b.skill.name ? -1 : 1))) {
    chars += entry.skill.content.length
    if (batch.length >= BATCH_SKILLS || (batch.length > 0 && chars > BATCH_CHARS_MAX)) break
    batch.push(entry)
  }
  return batch
}

function gathered(
  batch: readonly ShelfEntry[],
  tooLong: readonly ShelfEntry[],
  standings: SummarizeParts['standings'],
): Gathered {
  const seen = Object.fromEntries(batch.map(({ skill, digest }) => [skill.name, digest]))
  const skills = batch.map((entry): ShownSkill => {
    const { skill, origin } = entry
    return { skill, origin, approved: standings.of(entry).approval === 'approved', notes: [] }
  })
  const left = tooLong.length === 0 ? [] : [`Left out, too long to be shown: ${namesOf(tooLong)}`]
  return {
    context: ['# Skills without a summary', MATERIAL_NOTE, ...left, ...skills.map(skillInContext)].join('\n\n'),
    seen,
    fingerprint: sha256Of(JSON.stringify(seen)),
    state: { marks: batch.map(markOfText) },
  }
}

function nothingLeft(wanting: number, tooLong: readonly ShelfEntry[]): string {
  if (wanting === 0) return 'every skill has a summary that somebody wrote'
  const long = tooLong.length === 0 ? '' : `; too long to be shown: ${namesOf(tooLong)}`
  return `the texts without a summary were all asked about before${long}`
}

const NAMES_SAID_MAX = 20

function namesOf(entries: readonly ShelfEntry[]): string {
  const names = entries.slice(0, NAMES_SAID_MAX).map(({ skill }) => skill.name)
  const more = entries.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

function markOfText({ skill: { name }, digest }: ShelfEntry): string {
  return markOf(`${name} ${digest}`)
}
