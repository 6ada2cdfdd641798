// Which skills a client of the Skills extension is given: those that may come up unasked, as they stand now. Drafts,
// archived and hidden ones are not there under any name.
import { indexAfter } from '../domain/sorted-names.ts'
import type { Log } from '../events/log.ts'
import type { ShelfEntry } from '../library/shelf-entry.ts'
import type { ToolParts } from './tool.ts'
import { createWrittenSkills, type WrittenSkill, type WrittenSkills } from './written-skills.ts'

export type ServedParts = Pick<ToolParts, 'shelf' | 'standings'> & { log: Log }

export type ServedSkill = { entry: ShelfEntry; written: WrittenSkill }

export type ServedSkills = {
  /** Sorted by name. Some of them may turn out to fit into no SKILL.md. */
  all(): ShelfEntry[]
  /** Levelled with the disk. */
  find(name: string): Promise<ServedSkill | undefined>
  written: WrittenSkills['of']
}

export function createServedSkills({ shelf, standings, log }: ServedParts): ServedSkills {
  const { of } = createWrittenSkills(log)
  return {
    all: () => standings.listed(shelf),
    async find(name) {
      const entry = await shelf.look(name)
      if (entry === undefined || !standings.markOf(entry).listed) return undefined
      const written = await of(entry)
      return written && { entry, written }
    },
    written: of,
  }
}

/** The skills inside a folder, at any depth. Names are sorted, so they stand together. */
export function below(folder: string, sorted: readonly ShelfEntry[]): ShelfEntry[] {
  const prefix = `${folder}/`
  const start = indexAfter(sorted, nameOf, prefix)
  let end = start
  while (sorted[end]?.skill.name.startsWith(prefix)) end++
  return sorted.slice(start, end)
}

export function nameOf({ skill }: ShelfEntry): string {
  return skill.name
}

export function isThere<T>(value: T | undefined): value is T {
  return value !== undefined
}
