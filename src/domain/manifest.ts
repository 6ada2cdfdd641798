// The files of a skill as a list: what each is called, weighs and holds. Two lists with one digest are the same bytes.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { byPath } from './by-path.ts'

/** A file of a skill: its POSIX path inside the skill's folder, what it weighs, what it holds. */
export const manifestFileSchema = z.object({
  path: z.string().min(1),
  size: z.number().int().min(0),
  sha256: z.string().length(64),
  isExecutable: z.boolean().optional(),
})
export type ManifestFile = z.infer<typeof manifestFileSchema>

/** SHA-256 over the files by path, each field preceded by its length, so that no two sets of files are written alike. */
export function manifestDigest(files: readonly ManifestFile[]): string {
  const hash = createHash('sha256')
  const add = (field: string) => hash.update(`${Buffer.byteLength(field)}:${field}`)
  for (const file of byPath(files)) {
    add(file.path)
    add(String(file.size))
    add(file.sha256)
    if (file.isExecutable === true) add('x')
  }
  return hash.digest('hex')
}

/** Whether both name the same bytes under the same paths. */
export function isSameManifest(a: readonly ManifestFile[], b: readonly ManifestFile[]): boolean {
  return a.length === b.length && manifestDigest(a) === manifestDigest(b)
}
