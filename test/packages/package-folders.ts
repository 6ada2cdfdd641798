// Folders of packages as people and strangers make them, on the real disk.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPackages } from '../../src/packages/read-package.ts'
import { tempFolder } from '../support/temp-home.ts'

export const NOW = '2026-11-21T10:00:00.000Z'

/** @param files path to text. */
export function folderWith(files: Record<string, string | Uint8Array>, folder = tempFolder()): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

export function skillMd(name: string, content = `# ${name}\n\nDo ${name}.\n`, more = ''): string {
  return `---\nname: ${name}\ndescription: Does ${name}\n${more}---\n\n${content}`
}

export function read(path: string, userHome = '') {
  return readPackages(path, { userHome, folder: '/', now: NOW })
}

/** Of all that was found: the names that could be taken, and each fault as `code path`. */
export function outcome(path: string) {
  const { packages, diagnostics } = read(path)
  const all = [...packages.flatMap((each) => each.diagnostics), ...diagnostics]
  const relative = (file: string) =>
    file.startsWith(`${path}/`) ? file.slice(path.length + 1) : file === path ? '.' : file
  return {
    taken: packages.flatMap(({ skill }) => skill?.name ?? []),
    faults: all.map(({ code, file }) => `${code} ${relative(file)}`).sort(),
  }
}
