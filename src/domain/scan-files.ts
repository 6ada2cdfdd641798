// The files beside a skill's text, made ready for the scan: which are read and how far, and what is found in what nobody
// can read as text. What is not looked through is a finding too, so that nothing is passed over in silence.
import { kindOfFile } from './file-kinds.ts'
import type { ManifestFile } from './manifest.ts'
import { isTextType, mimeTypeOf } from './mime-types.ts'
import type { Finding, ScanPart } from './scan.ts'
import { utf8Start } from './utf8-text.ts'

/** Of all files of a skill together. */
export const SCANNED_BYTES_MAX = 512 * 1024
/** Findings of one rule about whole files; what is beyond is counted. */
const FILES_SHOWN_MAX = 5

/** What was read of the files beside a text. */
export type FileTexts = {
  texts: ScanPart[]
  /** Of files as a whole; each notable. */
  findings: Finding[]
  /** How many more such findings there are. */
  more: number
  /** False where bytes were not to be had, so that another look may find more. */
  isWhole: boolean
}
export const NO_FILES: FileTexts = { texts: [], findings: [], more: 0, isWhole: true }

/** `bytesMax` below the size: only its beginning. 0: it is not read at all. */
export type FileToRead = { file: ManifestFile; bytesMax: number }
/** `bytes` undefined: they were not to be had. */
export type FileBytes = FileToRead & { bytes: Uint8Array | undefined }

/** What a host might run comes first, so that no heap of other text takes its place. */
export function filesToRead(files: readonly ManifestFile[]): FileToRead[] {
  let left = SCANNED_BYTES_MAX
  return [...files]
    .sort((a, b) => rankOf(a) - rankOf(b) || a.size - b.size || (a.path < b.path ? -1 : 1))
    .map((file) => {
      // Half an archive tells nothing; half a script does.
      const bytesMax = file.size <= left || isTextFile(file) ? Math.min(file.size, left) : 0
      left -= bytesMax
      return { file, bytesMax }
    })
}

export function textsOf(read: readonly FileBytes[]): FileTexts {
  const looked = read.map(lookedAt)
  const found = looked.flatMap(({ finding }) => finding ?? [])
  const findings = FILE_RULES.flatMap((rule) =>
    found.filter((finding) => finding.rule === rule).slice(0, FILES_SHOWN_MAX),
  )
  return {
    texts: looked.flatMap(({ text }) => text ?? []),
    findings,
    more: found.length - findings.length,
    isWhole: read.every(({ bytes, bytesMax }) => bytes !== undefined || bytesMax === 0),
  }
}

/** Rules about whole files. */
export const FILE_RULES = ['archive-file', 'binary-file', 'unscanned-file'] as const
type FileRule = (typeof FILE_RULES)[number]

function lookedAt({ file, bytesMax, bytes }: FileBytes): { text?: ScanPart; finding?: Finding } {
  if (file.size === 0) return {}
  if (bytesMax === 0) return { finding: isTextFile(file) ? finding('unscanned-file', file, LIMIT) : unreadable(file) }
  if (bytes === undefined) return { finding: finding('unscanned-file', file, 'its bytes were not to be had') }
  // Whatever it is called: what reads as text is looked through as text.
  const text = utf8Start(bytes, bytesMax)
  if (text === undefined) return { finding: unreadable(file) }
  const part = { text: { path: file.path, text } }
  if (bytesMax === file.size) return part
  return { ...part, finding: finding('unscanned-file', file, `only its first ${bytesMax} bytes were: ${LIMIT}`) }
}

function unreadable(file: ManifestFile): Finding {
  const isArchive = kindOfFile(file.path) === 'archive' || file.path.toLowerCase().endsWith('.skill')
  return isArchive
    ? finding('archive-file', file, 'what an archive holds is read by nobody who looks at it here')
    : finding('binary-file', file, 'no text: nobody can tell from reading it what it does')
}

function finding(rule: FileRule, { path, size, isExecutable }: ManifestFile, reason: string): Finding {
  const excerpt = `${size} bytes${isExecutable === true ? ', executable' : ''}`
  return { rule, severity: 'notable', path, line: 1, excerpt, reason }
}

const LIMIT = `at most ${SCANNED_BYTES_MAX} bytes beside a text are looked through`

function isTextFile({ path }: ManifestFile): boolean {
  return isTextType(mimeTypeOf(path))
}

function rankOf(file: ManifestFile): number {
  const kind = kindOfFile(file.path)
  if (file.isExecutable === true || (kind !== undefined && SCRIPT_KINDS.has(kind))) return isTextFile(file) ? 0 : 2
  return isTextFile(file) ? 1 : 3
}

const SCRIPT_KINDS = new Set('shell powershell script python javascript typescript ruby perl php lua groovy'.split(' '))
