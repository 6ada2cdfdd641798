// Where the text of a skill came from, as far as it is known: who brought it in, what it says of itself, and the run of a
// workspace that made it. For people to read; nothing is decided by it.
import { z } from 'zod'
import { printableLine } from './printable.ts'
import { provenanceOf } from './provenance.ts'
import { extractedFromSchema, type SkillRecord } from './record.ts'
import type { Skill } from './skill.ts'

export const cameFromShape = z.object({
  via: z.string().describe('The tool or command that first brought it in; hand for a file that was placed.'),
  author: z.string().nullable(),
  source: z.string().nullable().describe('What it says of itself: a claim.'),
  fetchedAt: z.string().nullable(),
  extractedFrom: extractedFromSchema
    .extend({ version: z.number() })
    .nullable()
    .describe('The newest run of a workspace that changed it, and the version that came of it.'),
})
export type CameFrom = z.output<typeof cameFromShape>

/** @param record undefined for a file that was placed by hand. */
export function cameFrom({ extra }: Pick<Skill, 'extra'>, record: SkillRecord | undefined): CameFrom {
  const claim = provenanceOf(extra.provenance)
  return {
    ...{ via: record?.via ?? 'hand', author: record?.author ?? null },
    ...{ source: claim?.source ?? null, fetchedAt: claim?.fetchedAt ?? null },
    extractedFrom: record?.extractedFrom ?? null,
  }
}

/** What is more than who wrote it, in sentences. */
export function cameFromLines({ source, fetchedAt, extractedFrom }: CameFrom): string[] {
  const at = fetchedAt === null ? '' : `, fetched on ${fetchedAt.slice(0, 10)}`
  return [
    ...(source === null ? [] : [`It says that it comes from ${source}${at}.`]),
    ...(extractedFrom === null ? [] : [extractionText(extractedFrom)]),
  ].map(printableLine)
}

function extractionText({
  runId,
  version,
  timestamp,
  changedFiles,
  deletedFiles,
}: NonNullable<CameFrom['extractedFrom']>) {
  const said = [
    ...(changedFiles.length === 0 ? [] : [`changed ${changedFiles.join(', ')}`]),
    ...(deletedFiles.length === 0 ? [] : [`deleted ${deletedFiles.join(', ')}`]),
  ]
  return `Version ${version} was extracted from the workspace of run ${runId} on ${timestamp.slice(0, 10)}: ${said.join('; ')}.`
}
