// How a skill stands, for a process that has no time for the schema of records: as the snapshot says while the record is
// the one that it saw, else by the few words of the record that can hide a skill. In doubt it is not shown.
// No text is scanned here: what the scan keeps from being listed is hidden in the snapshot. A skill whose record changed
// since is told with its warning, unscanned, until the next snapshot says more.
import { join } from 'node:path'
import type { Mark } from '../domain/exposure.ts'
import type { Gate } from '../domain/gate.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { fileStamp, readRegularFileSync } from '../files/read-file.ts'
import type { SkillCard } from '../recall/index-snapshot.ts'

const RECORD_BYTES_MAX = 4 * 1024 * 1024
const PURPOSE_VIAS: ReadonlySet<unknown> = new Set(['save_skill', 'edit_skill', 'skill_write', 'http'])
const UNREVIEWED = 'written by an agent and not reviewed'

export function hookMark(layout: HomeLayout, card: SkillCard, gate: () => Gate): Mark {
  const path = join(layout.records, `${card.name}.json`)
  if (fileStamp(path) === card.recordStamp) {
    if (card.hidden === true) return { listed: false }
    return card.warning === undefined ? { listed: true } : { listed: true, warning: card.warning }
  }
  return markOfRecord(textOf(path), gate)
}

/** @param text undefined when there is no record: a person placed the file. */
function markOfRecord(text: string | undefined, gate: () => Gate): Mark {
  if (text === undefined) return { listed: true }
  const record = objectIn(text)
  if (record === undefined) return { listed: false }
  if (record.lifecycle === 'deprecated' || record.lifecycle === 'archived') return { listed: false }
  // Whether an approval still stands takes the bytes; the server's next snapshot says it.
  if (record.origin !== 'machine' || record.approval != null) return { listed: true }
  const isOpen = gate() === 'open'
  if (isOpen) return { listed: true }
  const isListed = gate() === 'guarded' && PURPOSE_VIAS.has(record.via)
  return isListed ? { listed: true, warning: UNREVIEWED } : { listed: false }
}

function textOf(path: string): string | undefined {
  return readRegularFileSync(path, RECORD_BYTES_MAX)?.bytes.toString('utf8')
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
