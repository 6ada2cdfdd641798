// `cortex/records/<name>.json`: reading, with a damaged one reported and treated as absent. It is derived: the next save
// writes it anew, and until then the skill counts as what the journal knows of it.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { recordSchema, type SkillRecord } from '../domain/record.ts'
import { walkTree } from '../files/file-tree.ts'
import { readRegularFileSync } from '../files/read-file.ts'
import { isCode } from '../files/storage-error.ts'
import { jsonPath, nameOfPath } from './skill-paths.ts'

const RECORD_BYTES_MAX = 4 * 1024 * 1024

export async function readRecord(folder: string, name: string): Promise<SkillRecord | undefined> {
  try {
    const read = readRegularFileSync(jsonPath(folder, name), RECORD_BYTES_MAX)
    return read === undefined ? undefined : parseRecord(read.bytes.toString('utf8'), name)
  } catch (error) {
    if (isNoRecord(error)) return undefined
    throw error
  }
}

// A link, a folder or a giant in the place of a record.
function isNoRecord(error: unknown): boolean {
  return isCode(error, 'damaged', 'too-large')
}

export async function readRecords(folder: string): Promise<{ records: SkillRecord[]; diagnostics: Diagnostic[] }> {
  const tree = await walkTree(
    folder,
    (path) => nameOfPath(path) !== undefined,
    () => true,
  )
  const records: SkillRecord[] = []
  const diagnostics: Diagnostic[] = []
  for (const { path } of tree.files) {
    const record = readOne(folder, path)
    if (record === 'damaged') diagnostics.push(damagedRecord(path))
    else if (record !== undefined) records.push(record)
  }
  return { records, diagnostics }
}

// Undefined when it vanished since it was listed.
function readOne(folder: string, path: string): SkillRecord | 'damaged' | undefined {
  try {
    const text = readRegularFileSync(`${folder}/${path}`, RECORD_BYTES_MAX)?.bytes.toString('utf8')
    return text === undefined ? undefined : (parseRecord(text, nameOfPath(path)!) ?? 'damaged')
  } catch (error) {
    if (isNoRecord(error)) return 'damaged'
    throw error
  }
}

function parseRecord(text: string, name: string): SkillRecord | undefined {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(text))
    return parsed.success && parsed.data.name === name ? parsed.data : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function damagedRecord(path: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'record-damaged',
    file: `cortex/records/${path}`,
    expected: 'a record written by this server',
    received: 'something else',
    fix: 'Nothing is lost but its history list; the next save writes a new one.',
  }
}
