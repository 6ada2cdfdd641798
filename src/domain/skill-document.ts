// A skill's whole state as one text: the JSON of its file as it stands, and after a NUL byte, which no JSON holds, a line for
// each further file. So one digest, one blob and one comparison are of everything; a skill without files is its JSON alone.

import { byPath } from './by-path.ts'
import { sha256Of } from './digest.ts'
import type { ManifestFile } from './manifest.ts'

const MARK = '\0files 1\n'
const LINE = /^([0-9a-f]{64}) ([0-9]{1,10}) ([x-]) (.+)$/

/** What a record keeps of a document: by which its bytes are found again. */
export type DocumentBytes = { digest: string; size: number; files: readonly ManifestFile[] }

export function writeDocument(json: string, files: readonly ManifestFile[]): string {
  if (files.length === 0) return json
  const lines = byPath(files).map(
    ({ path, size, sha256, isExecutable }) => `${sha256} ${size} ${isExecutable === true ? 'x' : '-'} ${path}\n`,
  )
  return `${json}${MARK}${lines.join('')}`
}

/** Its two parts; `files` is undefined for a list that was not written by `writeDocument`. */
export function readDocument(text: string): { json: string; files: ManifestFile[] | undefined } {
  const at = text.indexOf(MARK)
  if (at < 0) return { json: text, files: [] }
  const lines = text.slice(at + MARK.length).split('\n')
  const files = lines.slice(0, -1).map(fileOf)
  const isWhole = lines.at(-1) === '' && files.length > 0 && files.every((file) => file !== undefined)
  return { json: text.slice(0, at), files: isWhole ? (files as ManifestFile[]) : undefined }
}

/** Whether a file's own bytes could be taken for a document with files. */
export function claimsFiles(json: string): boolean {
  return json.includes(MARK)
}

export function documentBytes(text: string): DocumentBytes {
  return { digest: sha256Of(text), size: Buffer.byteLength(text), files: readDocument(text).files ?? [] }
}

function fileOf(line: string): ManifestFile | undefined {
  const [, sha256, size, mode, path] = LINE.exec(line) ?? []
  if (sha256 === undefined || path === undefined) return undefined
  return { path, size: Number(size), sha256, ...(mode === 'x' ? { isExecutable: true } : {}) }
}
