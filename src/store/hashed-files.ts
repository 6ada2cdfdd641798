// The files of a package beside its text, as a manifest. Their bytes are let go once they are hashed, and read again, the
// same file with the same bytes, when they are kept: many packages at once need the memory of one file.
import { join } from 'node:path'
import { byPath } from '../domain/by-path.ts'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { sha256Of } from '../domain/digest.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import { PACKAGE_BYTES_MAX } from '../domain/package-limits.ts'
import { readListedFile } from '../files/outside-folder.ts'
import type { TakenFile } from './find-packages.ts'
import { listedBytes } from './listed-text.ts'

export type HashedFiles = { files: ManifestFile[]; bytesOf: (file: ManifestFile) => Buffer }

/** @param folder of the package, without a link in its path. @param origin what it is called in messages. */
export function hashedFiles(folder: string, taken: readonly TakenFile[], origin: string): HashedFiles | Diagnostic {
  const files: ManifestFile[] = []
  const stamps = new Map<string, string>()
  for (const { name, stamp, isExecutable } of taken) {
    const listed = { path: join(folder, name), stamp, bytesMax: PACKAGE_BYTES_MAX, file: `${origin}/${name}` }
    const bytes = listedBytes({ ...listed, expected: 'a file of a skill' })
    if (!Buffer.isBuffer(bytes)) return bytes
    const file = { path: name, size: bytes.length, sha256: sha256Of(bytes) }
    files.push(isExecutable ? { ...file, isExecutable } : file)
    stamps.set(name, stamp)
  }
  const bytesOf = ({ path }: ManifestFile) =>
    readListedFile(join(folder, path), stamps.get(path) ?? '', PACKAGE_BYTES_MAX)
  return { files: byPath(files), bytesOf }
}
