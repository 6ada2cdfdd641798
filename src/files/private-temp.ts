// A text in a folder that only this user can enter, for a program that wants a file: an editor. The caller decides
// whether it is removed: a person's work is worth more than a tidy temporary folder.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRegularFile } from './read-file.ts'

export type PrivateTemp = {
  path: string
  /** What stands there now; undefined when the file is gone. Editors replace the file as often as they write it. */
  read(bytesMax: number): Promise<string | undefined>
  /** With whatever the editor left beside it. */
  remove(): Promise<void>
}

/** @param fileName ends in the extension by which an editor knows the language. */
export async function writePrivateTemp(fileName: string, text: string): Promise<PrivateTemp> {
  const folder = await mkdtemp(join(tmpdir(), 'skill-cortex-'))
  const path = join(folder, fileName)
  await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  return {
    path,
    read: async (bytesMax) => (await readRegularFile(path, bytesMax))?.bytes.toString('utf8'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
