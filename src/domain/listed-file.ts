// A file of a skill as every surface lists it.
import { z } from 'zod'
import type { ManifestFile } from './manifest.ts'
import { mimeTypeOf } from './mime-types.ts'

export const listedFileShape = z.object({
  path: z.string(),
  size: z.number().describe('In bytes.'),
  sha256: z.string(),
  mimeType: z.string().describe('By its name alone.'),
  executable: z.boolean().optional().describe('It has the executable bit; nothing says that it may be run.'),
})
export type ListedFile = z.infer<typeof listedFileShape>

export function listedFile({ path, size, sha256, isExecutable }: ManifestFile): ListedFile {
  return { path, size, sha256, mimeType: mimeTypeOf(path), ...(isExecutable === true ? { executable: true } : {}) }
}
