// Where a skill says it comes from. A claim of whoever wrote it, kept for people to read; nothing is decided by it.
import { z } from 'zod'
import type { Diagnostic } from './diagnostic.ts'

const SOURCE_CHARS_MAX = 2_000

const provenanceSchema = z.object({
  /** A URL, a repository, a sentence. */
  source: z.string().trim().min(1).max(SOURCE_CHARS_MAX),
  fetchedAt: z.iso.datetime({ offset: true }).optional(),
})
export type Provenance = z.infer<typeof provenanceSchema>

/** Undefined for what is none, without a word: for values that we kept ourselves. */
export function provenanceOf(value: unknown): Provenance | undefined {
  return provenanceSchema.safeParse(value).data
}

export function readProvenance(value: unknown, file: string): { provenance?: Provenance; diagnostics: Diagnostic[] } {
  if (value === undefined || value === null) return { diagnostics: [] }
  const provenance = provenanceOf(value)
  if (provenance !== undefined) return { provenance, diagnostics: [] }
  return {
    diagnostics: [
      {
        ...{ severity: 'warning', code: 'bad-field', file },
        expected: '"provenance": {"source": a text, "fetchedAt": an ISO 8601 date}',
        received: 'something else',
        fix: 'It was left out; correct it or delete it.',
      },
    ],
  }
}
