// The usage log beside a JSON tree: a file of lines for each session. A line that is none is told with its number and
// hides no other. Bounded in files, bytes and in what is told.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { readUsageLine, type UsageLine } from '../domain/usage-line.ts'
import { LINE_BYTES_MAX } from '../files/jsonl-file.ts'
import { listOutsideFolder, type OutsideEntry } from '../files/outside-folder.ts'
import { isCode } from '../files/storage-error.ts'
import { passedOver } from '../store/left-out.ts'
import { listedBytes } from '../store/listed-text.ts'

/** One file a session, for years. */
const LOG_FILES_MAX = 100_000
export const LOG_FILE_BYTES_MAX = 16 * 1024 * 1024
export const LOG_BYTES_MAX = 64 * 1024 * 1024
export const LOG_FAULTS_TOLD_MAX = 100

const EXTENSION = '.jsonl'

/** @property session the file's name where the line does not say. @property line its text. */
export type LoggedLine = Omit<UsageLine, 'kind' | 'session'> & { session: string; line: string }
/** @property unread lines and files, also those that are not told one by one. */
export type UsageLogReport = { unread: number; diagnostics: Diagnostic[] }
type Place = { place: string; label: string }

type Reading = { now: string; take: (line: LoggedLine) => void; tell: (diagnostic: Diagnostic) => void }

/** @param place without a link in it. @param now nothing was used later. @param take gets each use. */
export function readUsageLog(log: Place, now: string, take: (line: LoggedLine) => void): UsageLogReport {
  const faults = createFaults(log.label)
  const reading = { now, take, tell: faults.add }
  let bytesLeft = LOG_BYTES_MAX
  for (const entry of logFiles(log, faults.add)) {
    const file = `${log.label}/${entry.name}`
    if (entry.size <= LOG_FILE_BYTES_MAX) bytesLeft -= entry.size
    if (bytesLeft < 0) {
      faults.add(fault(file, 'too-large', `at most ${LOG_BYTES_MAX} bytes of logs together`, 'more'))
      break
    }
    const listed = { path: `${log.place}/${entry.name}`, stamp: entry.stamp, bytesMax: LOG_FILE_BYTES_MAX, file }
    const bytes = listedBytes({ ...listed, expected: 'the log of a session' })
    if (Buffer.isBuffer(bytes)) readLines(bytes, file, entry.name.slice(0, -EXTENSION.length), reading)
    else faults.add(bytes)
  }
  return faults.report()
}

function readLines(bytes: Buffer, file: string, session: string, { now, take, tell }: Reading): void {
  for (const [index, line] of linesOf(bytes).entries()) {
    if (line === '') continue
    const use = line.length > LINE_BYTES_MAX ? TOO_LONG : readUsageLine(line, now)
    if (use.kind === 'use') take({ skill: use.skill, at: use.at, session: use.session ?? session, line })
    else if (use.kind === 'fault') tell(fault(file, 'usage-line', use.expected, use.received, index + 1))
  }
}

const TOO_LONG = {
  kind: 'fault' as const,
  expected: `a line of at most ${LINE_BYTES_MAX} characters`,
  received: 'more',
}

// A byte that is no text spoils its own line only.
function linesOf(bytes: Buffer): string[] {
  const lines = bytes.toString('utf8').split('\n')
  return lines.map((line) => line.replace(/^\ufeff/, '').trim())
}

function logFiles({ place, label }: Place, tell: (diagnostic: Diagnostic) => void): OutsideEntry[] {
  const entries = entriesOf({ place, label }, tell)
  return entries.filter((entry) => {
    const file = `${label}/${entry.name}`
    if (entry.kind === 'link') tell(passedOver('link', file))
    else if (entry.kind === 'special') tell(passedOver('not-a-file', file))
    else if (entry.kind === 'unreadable') tell(passedOver('unreadable', file))
    else if (entry.nameCount > 1) tell(fault(file, 'hard-link', 'a file of its own', 'a hard link'))
    else if (entry.kind !== 'file' || !entry.name.endsWith(EXTENSION))
      tell(fault(file, 'further-file', 'a log', 'another'))
    else return true
    return false
  })
}

function entriesOf({ place, label }: Place, tell: (diagnostic: Diagnostic) => void): OutsideEntry[] {
  try {
    const { entries, isCut } = listOutsideFolder(place, LOG_FILES_MAX)
    if (isCut) tell(fault(label, 'too-many', `at most ${LOG_FILES_MAX} logs`, 'more'))
    return entries
  } catch (error) {
    if (!isCode(error, 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR')) throw error
    tell(passedOver('unreadable', label))
    return []
  }
}

function createFaults(label: string) {
  const told: Diagnostic[] = []
  let count = 0
  return {
    add(diagnostic: Diagnostic): void {
      count += 1
      if (told.length < LOG_FAULTS_TOLD_MAX) told.push({ ...diagnostic, severity: 'warning' })
    },
    report(): UsageLogReport {
      const more = count - told.length
      const last = more === 0 ? [] : [fault(label, 'usage-line', 'a log that can be read', `${more} faults more`)]
      return { unread: count, diagnostics: [...told, ...last] }
    },
  }
}

function fault(file: string, code: string, expected: string, received: string, line?: number): Diagnostic {
  const place = line === undefined ? { file } : { file, line }
  return { severity: 'warning', code, ...place, expected, received, fix: 'It was passed over; the rest was read.' }
}
