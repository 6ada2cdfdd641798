// Files beside the text of a skill: put there by hand, or saved as whoever brings a skill in saves it.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256Of } from '../../src/domain/digest.ts'
import type { ManifestFile } from '../../src/domain/manifest.ts'
import type { Caller, Library } from '../../src/library/library.ts'
import type { SkillStore } from '../../src/store/skill-store.ts'

/** By path. What ends in `.sh` has the executable bit. */
export type Contents = Record<string, string | Uint8Array>

/** A picture of one point: no text, and none by its name. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export function writeFiles(home: string, name: string, contents: Contents): void {
  for (const [path, content] of Object.entries(contents)) {
    const at = join(home, 'skills', `${name}.files`, path)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, content)
    if (path.endsWith('.sh')) chmodSync(at, 0o755)
  }
}

export function manifestOf(contents: Contents): ManifestFile[] {
  return Object.entries(contents).map(([path, content]) => {
    const bytes = Buffer.from(content)
    const mode = path.endsWith('.sh') ? { isExecutable: true } : {}
    return { path, size: bytes.length, sha256: sha256Of(bytes), ...mode }
  })
}

export async function saveWithFiles(
  { library, store }: { library: Pick<Library, 'save'>; store: Pick<SkillStore, 'keepFile'> },
  name: string,
  { content, files, ...more }: { content: string; files: Contents; summary?: string },
  caller: Caller,
) {
  for (const each of Object.values(files)) await store.keepFile(Buffer.from(each))
  return library.save(name, { content, ...more, files: manifestOf(files) }, caller)
}
