// What the scan finds in texts and in the files beside them, worked out once per reading of a skill. What its standing
// depends on, the severe rules of a machine's text, is kept by digest over restarts (scan-book.ts).
import type { Scan } from '../domain/scan.ts'
import { scanSkill, severeRules } from '../domain/scan-skill.ts'
import type { Skill } from '../domain/skill.ts'
import type { SkillStore } from '../store/skill-store.ts'
import { readFileTexts } from './file-texts.ts'
import type { ScanBook } from './scan-book.ts'
import type { ShelfEntry } from './shelf-entry.ts'

export type SkillScans = {
  /** All that is found, in any text of a skill and in its files. */
  of(skill: Skill): Promise<Scan>
  /** Severe rules of a skill with files, which have to be read for it: asked while it is put on the shelf. */
  ahead(digest: string, skill: Skill): Promise<readonly string[]>
  /** The same at once: what was found ahead, and else in the text alone. */
  severe(entry: Pick<ShelfEntry, 'skill' | 'digest' | 'severeRules'>): readonly string[]
}

export function createSkillScans(
  store: Pick<SkillStore, 'file'>,
  book: Pick<ScanBook, 'severe' | 'known' | 'note'>,
): SkillScans {
  const scanned = new WeakMap<Skill, Promise<Scan>>()
  const full = async (skill: Skill) => scanSkill(skill, await readFileTexts(store, skill))
  return {
    of(skill) {
      const known = scanned.get(skill)
      if (known !== undefined) return known
      const made = full(skill)
      scanned.set(skill, made)
      // What the disk refused now it may give later.
      made.catch(() => scanned.delete(skill))
      return made
    },
    async ahead(digest, skill) {
      const known = book.known(digest)
      if (known !== undefined) return known
      const files = await readFileTexts(store, skill)
      const found = severeRules(scanSkill(skill, files))
      // They may have been changed while they were read; then they are looked at once more.
      if (!files.isWhole) return [...found, 'unscanned-file']
      book.note(digest, found)
      return found
    },
    severe: ({ skill, digest, severeRules: ahead }) =>
      ahead ??
      // A text that stands nowhere is not to be kept as if its files had been read.
      (skill.files.length > 0
        ? severeRules(scanSkill(skill))
        : book.severe(digest, () => severeRules(scanSkill(skill)))),
  }
}
