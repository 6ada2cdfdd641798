// Writes down that a skill's bytes changed without us (an editor, a checkout), so that its version rises and the former
// bytes can come back, and makes a record anew that was lost.
import { recordOfUnrecorded, withHandEdit } from '../domain/hand-edit.ts'
import { knowsLive, newRecord, type SkillRecord } from '../domain/record.ts'
import { documentBytes } from '../domain/skill-document.ts'
import type { Current, StoredSkill } from '../store/skill-store.ts'
import type { ShelfEntry, ShelfParts } from './shelf-entry.ts'

/** @returns what stands: newer than `stored`, or gone, when it changed once more. A refusal of the disk is only logged. */
export async function noticeOutsideChange(
  parts: ShelfParts,
  stored: StoredSkill,
  record: SkillRecord | undefined,
  before: ShelfEntry | undefined,
): Promise<Current> {
  const seen: Current = { live: stored, record }
  if (nextRecord(parts, seen, before) === undefined) return seen
  try {
    // Decided again under the lock: what looked like a hand edit may have been a save under way.
    return await parts.store.update(stored.name, (current) => {
      const next = nextRecord(parts, current, before)
      if (next === undefined) return { result: current }
      const blobs = current.live === undefined ? [] : [current.live.text]
      return { change: { record: next, blobs }, result: { ...current, record: next } }
    })
  } catch (error) {
    parts.log('library', `a change of "${stored.name}" from outside could not be recorded`, error)
    return seen
  }
}

/** The record as it should be, or undefined when there is nothing to write down. */
function nextRecord(parts: ShelfParts, current: Current, before: ShelfEntry | undefined): SkillRecord | undefined {
  const { live } = current
  if (live === undefined || knowsLive(current.record, live.digest)) return undefined
  const now = parts.now().toISOString()
  const base = current.record ?? recordInPlace(parts, live, before, now)
  return base === undefined ? undefined : withHandEdit(base, documentBytes(live.text), now)
}

// A file that a person placed by hand has no record until it changes; one that a machine once saved has lost its own.
function recordInPlace(
  parts: ShelfParts,
  live: StoredSkill,
  before: ShelfEntry | undefined,
  now: string,
): SkillRecord | undefined {
  const origin = before?.origin ?? parts.lostOrigin(live.name)
  if (before !== undefined && before.digest !== live.digest) {
    return recordOfUnrecorded({ name: live.name, origin, via: viaInPlace(live) }, before.digest, now)
  }
  return origin === 'machine' ? newRecord(live.name, origin, 'lost-record', null) : undefined
}

/** How a text came here that nobody saved: a person placed its file, or mounted its folder. */
export function viaInPlace({ mount }: Pick<StoredSkill, 'mount'>): string {
  return mount === undefined ? 'hand' : 'mount'
}
