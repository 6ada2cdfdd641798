// The library as a judge sees it: level with the disk, and one picture for the whole of a submission.
import { type Gate, landingOf } from '../domain/gate.ts'
import type { JudgedLibrary, JudgedSkill } from '../domain/pass-change.ts'
import { newRecord } from '../domain/record.ts'
import type { Shelf } from '../library/shelf.ts'
import type { ShelfEntry } from '../library/shelf-entry.ts'
import type { Standings } from '../library/standings.ts'
import type { SkillStore } from '../store/skill-store.ts'

type JudgedParts = {
  shelf: Pick<Shelf, 'entries' | 'lookAround'>
  standings: Pick<Standings, 'of'>
  store: Pick<SkillStore, 'records'>
  gate: Gate
}

/** Reads every record, so it costs what a start costs. */
export async function judgedLibrary(parts: JudgedParts): Promise<JudgedLibrary> {
  const { shelf, store } = parts
  await shelf.lookAround()
  const entries = new Map(shelf.entries().map((entry) => [entry.skill.name, entry]))
  const { records } = await store.records()
  const known = new Set([...entries.keys(), ...records.map(({ name }) => name)])
  return {
    find(name) {
      const entry = entries.get(name)
      return entry && judged(entry, parts)
    },
    isKnown: (name) => known.has(name),
    names: [...entries.keys()],
  }
}

function judged(entry: ShelfEntry, { standings, gate }: JudgedParts): JudgedSkill {
  const { skill, digest, origin, record, mount } = entry
  const approved = standings.of(entry).approval === 'approved'
  // What comes with the program, or is another's folder, is no model's in any gate.
  const isFixed = origin === 'builtin' || mount !== undefined
  const known = record ?? newRecord(skill.name, origin, '', null)
  const landing = isFixed ? 'draft' : landingOf(gate, 'model', { ...known, origin })
  return { skill, digest, origin, pinned: record?.pinned === true, approved, landing }
}
