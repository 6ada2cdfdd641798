// The library as a judge sees it: level with the disk, and one picture for the whole of a submission.
import type { JudgedLibrary, JudgedSkill } from '../domain/pass-change.ts'
import type { Shelf } from '../library/shelf.ts'
import type { ShelfEntry } from '../library/shelf-entry.ts'
import type { Standings } from '../library/standings.ts'
import type { SkillStore } from '../store/skill-store.ts'

export type JudgedParts = {
  shelf: Pick<Shelf, 'entries' | 'lookAround'>
  standings: Pick<Standings, 'of'>
  store: Pick<SkillStore, 'records'>
}

/** Reads every record, so it costs what a start costs. */
export async function judgedLibrary({ shelf, standings, store }: JudgedParts): Promise<JudgedLibrary> {
  await shelf.lookAround()
  const entries = new Map(shelf.entries().map((entry) => [entry.skill.name, entry]))
  const { records } = await store.records()
  const known = new Set([...entries.keys(), ...records.map(({ name }) => name)])
  return {
    find(name) {
      const entry = entries.get(name)
      return entry && judged(entry, standings)
    },
    isKnown: (name) => known.has(name),
    names: [...entries.keys()],
  }
}

function judged(entry: ShelfEntry, standings: Pick<Standings, 'of'>): JudgedSkill {
  const { skill, digest, origin, record } = entry
  const approved = standings.of(entry).approval === 'approved'
  return { skill, digest, origin, pinned: record?.pinned === true, approved }
}
