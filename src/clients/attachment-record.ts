// What setup did to which file, kept in the home so that disconnect can undo exactly that. Lost, it costs the exact
// former bytes of a file that nobody touched since; our entries are known without it.
import { z } from 'zod'
import type { HomeLayout } from '../files/home-layout.ts'
import { type SmallDocument, smallDocument } from '../store/small-document.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/)

const fileSchema = z.object({
  file: z.enum(['server', 'hooks']),
  path: z.string(),
  /** SHA-256 of what stood there; null when there was no file. */
  before: digest.nullable(),
  after: digest,
  /** A copy of what stood there, beside the file. */
  backup: z.string().nullable(),
  /** Folders that were made for it, outermost first. */
  folders: z.array(z.string()),
})
export type AttachedFile = z.output<typeof fileSchema>

const attachmentSchema = z.object({ at: z.string(), home: z.string(), files: z.array(fileSchema) })
export type Attachment = z.output<typeof attachmentSchema>

const recordSchema = z.record(z.string(), attachmentSchema)
/** By client. */
export type AttachmentRecord = z.output<typeof recordSchema>

export function attachmentRecord(layout: HomeLayout): SmallDocument<AttachmentRecord> {
  return smallDocument(layout.attachments, recordSchema, () => ({}))
}
