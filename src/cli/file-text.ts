// The files of a skill as lines for a person. A path stands in quotes, so that none can pass itself off as a sentence of ours.
import type { ListedFile } from '../domain/listed-file.ts'
import { printableLine } from '../domain/printable.ts'
import { counted } from './wording.ts'

/** The rest is counted. */
const FILES_SAID_MAX = 40

/** None for a skill that is its text alone. */
export function fileLines(files: readonly ListedFile[]): string[] {
  if (files.length === 0) return []
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const left = files.length - FILES_SAID_MAX
  return [
    `${counted(files.length, 'file')} beside its text, ${counted(bytes, 'byte')}:`,
    ...files.slice(0, FILES_SAID_MAX).map((file) => `  ${fileLine(file)}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ].map(printableLine)
}

export function fileLine({ path, size, sha256, mimeType, executable }: ListedFile): string {
  return `"${path}" ${counted(size, 'byte')}, ${mimeType}${executable === true ? ', executable' : ''}, sha256 ${sha256}`
}
