// What differs between the files beside two texts of a skill: added, removed, other bytes, another executable bit. Text is
// compared by lines where the caller has read it; all else is told by size and hash.

import { byPath } from './by-path.ts'
import { type DiffHunk, diffHunks, unifiedDiff } from './line-diff.ts'
import { type ListedFile, listedFile } from './listed-file.ts'
import type { ManifestFile } from './manifest.ts'

export type FileChange = { path: string; before: ManifestFile | undefined; after: ManifestFile | undefined }
/** Text by the SHA-256 of its bytes. */
export type TextsByHash = ReadonlyMap<string, string>
/** `hunks` of the text; none where it is not compared, or only the executable bit differs. */
export type BesideDiff = { file: string; hunks: DiffHunk[]; before: ListedFile | null; after: ListedFile | null }

/** By path. */
export function changedFiles(before: readonly ManifestFile[], after: readonly ManifestFile[]): FileChange[] {
  const [was, is] = [new Map(before.map((file) => [file.path, file])), new Map(after.map((file) => [file.path, file]))]
  return byPath([...new Set([...was.keys(), ...is.keys()])].map((path) => ({ path })))
    .map(({ path }) => ({ path, before: was.get(path), after: is.get(path) }))
    .filter(({ before: one, after: other }) => !isSame(one, other))
}

export function besideDiff({ path, before, after }: FileChange, texts: TextsByHash): BesideDiff {
  const sides = textSides({ before, after }, texts)
  const hunks = sides === undefined ? [] : diffHunks(sides.before, sides.after)
  return { file: path, hunks, before: before ? listedFile(before) : null, after: after ? listedFile(after) : null }
}

/** One sentence, in which the path stands in quotes, and the diff of the text below it. */
export function besideDiffText(
  change: FileChange,
  texts: TextsByHash,
  labels: { before: string; after: string },
  charsMax?: number,
): string {
  const { path } = change
  const sides = textSides(change, texts)
  const names = { from: `${path} (${labels.before})`, to: `${path} (${labels.after})` }
  const options = charsMax === undefined ? names : { ...names, charsMax }
  const diff = sides === undefined ? '' : unifiedDiff(sides.before, sides.after, options)
  return [`${sentence(change)}${sides === undefined ? ' Its content is not shown.' : ''}`, diff]
    .filter((part) => part !== '')
    .join('\n')
}

function sentence({ path, before, after }: FileChange): string {
  if (before === undefined) return `File "${path}" is added: ${facts(after!)}.`
  if (after === undefined) return `File "${path}" is removed: ${facts(before)}.`
  return `File "${path}" is changed: ${facts(before)} before, ${facts(after)} after.`
}

function facts({ size, sha256, isExecutable }: ManifestFile): string {
  return `${size} ${size === 1 ? 'byte' : 'bytes'}, ${isExecutable === true ? 'executable, ' : ''}sha256 ${sha256}`
}

// Undefined when either side cannot be shown as text, or when the bytes are the same.
function textSides(
  { before, after }: Pick<FileChange, 'before' | 'after'>,
  texts: TextsByHash,
): { before: string; after: string } | undefined {
  const [one, other] = [before, after].map((file) => (file === undefined ? '' : texts.get(file.sha256)))
  return one === undefined || other === undefined ? undefined : { before: one, after: other }
}

function isSame(one: ManifestFile | undefined, other: ManifestFile | undefined): boolean {
  return one?.sha256 === other?.sha256 && (one?.isExecutable === true) === (other?.isExecutable === true)
}
