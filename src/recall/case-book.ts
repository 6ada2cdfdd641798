// The file of regression cases that a person keeps: cases are added to it and taken out of it, each under a lease, since
// several processes may. Lines that a person wrote stay byte for byte. Reading and running it is eval-recall.ts's.

import { caseFromFile } from '../domain/recall-case.ts'
import {
  CASE_FILE,
  CASE_FILE_BYTES_MAX,
  caseLine,
  FILE_CASES_MAX,
  readCaseFile,
  withoutCase,
} from '../domain/recall-case-file.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import { writeDurably } from '../files/atomic-write.ts'
import { acquireLease } from '../files/file-lease.ts'
import { LINE_BYTES_MAX, openJsonlWriter } from '../files/jsonl-file.ts'
import { readRegularFile } from '../files/read-file.ts'
import { guarded } from '../files/storage-error.ts'

export type CaseBook = {
  /** Undefined where there is no such file. @throws SkillError when it cannot be read. */
  text(): Promise<string | undefined>
  /**
   * @param skill undefined for a message that should bring up nothing. A case that is there already is not added again.
   * @throws `too-large` for a message beyond 64 KiB, or a file that would grow beyond its limits.
   */
  add(message: string, skill: string | undefined): Promise<{ id: string; added: boolean }>
  /** @throws `not-found` for a case that is not in the file. */
  remove(id: string): Promise<void>
}

export function openCaseBook(place: { path: string; lock: string }): CaseBook {
  const { path } = place
  const text = async () => {
    const file = await guarded('reading it', () => readRegularFile(path, CASE_FILE_BYTES_MAX))
    return file?.bytes.toString('utf8')
  }
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    guarded(`writing ${CASE_FILE}`, async () => {
      const lease = await acquireLease(place.lock, 'the cases of recall')
      try {
        return await work()
      } finally {
        await lease.release()
      }
    })
  return {
    text,
    add: (message, skill) =>
      alone(async () => {
        const before = (await text()) ?? ''
        const { id } = caseFromFile(message, skill)
        const { cases } = readCaseFile(before)
        if (cases.some((each) => each.id === id)) return { id, added: false }
        const line = caseLine(message, skill)
        assertFits(Buffer.byteLength(before), Buffer.byteLength(JSON.stringify(line)), cases.length)
        await append(path, line)
        return { id, added: true }
      }),
    remove: (id) =>
      alone(async () => {
        const before = (await text()) ?? ''
        const after = withoutCase(before, id)
        if (after === before) throw noCase(id)
        await writeDurably(path, after)
      }),
  }
}

async function append(path: string, line: object): Promise<void> {
  const writer = openJsonlWriter(path)
  try {
    writer.append(line)
    await writer.sync()
  } finally {
    writer.close()
  }
}

function assertFits(fileBytes: number, lineBytes: number, cases: number): void {
  if (lineBytes >= LINE_BYTES_MAX) {
    const message = `expected a message of at most ${LINE_BYTES_MAX} bytes, got ${lineBytes}`
    throw new SkillError('too-large', message, 'Keep the part that says what is wanted.')
  }
  if (fileBytes + lineBytes + 1 <= CASE_FILE_BYTES_MAX && cases < FILE_CASES_MAX) return
  const message = `${CASE_FILE} holds ${cases} cases in ${fileBytes} bytes, and takes no more`
  throw new SkillError('too-large', message, 'Take out what is not needed.')
}

function noCase(id: string): SkillError {
  return new SkillError('not-found', `no case of ${CASE_FILE} has the id "${shown(id)}"`, 'List the cases once more.')
}
