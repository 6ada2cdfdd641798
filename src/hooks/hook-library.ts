// The library as a hook sees it: from the snapshot, as far as the files still bear the stamps in it; what has changed since
// is read from its file. Without a snapshot every file is read, which takes longer and answers the same.
import { join } from 'node:path'
import { SkillError } from '../domain/skill-error.ts'
import { readEssentials, type SkillEssentials } from '../domain/skill-essentials.ts'
import { SKILL_FILE_BYTES_MAX } from '../domain/skill-limits.ts'
import { walkTree } from '../files/file-tree.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { fileStamp, readRegularFileSync } from '../files/read-file.ts'
import { readSnapshot } from '../files/snapshot-file.ts'
import { isCode } from '../files/storage-error.ts'
import { createBm25fIndex } from '../recall/bm25f-index.ts'
import { decodeIndexSnapshot, type IndexSnapshot, type SkillCard } from '../recall/index-snapshot.ts'
import type { SkillIndex } from '../recall/skill-index.ts'
import { isFilesFolder, nameOfPath } from '../store/skill-paths.ts'
import { jsonStamp } from '../store/skill-stamp.ts'
import { type HookMounts, readHookMounts } from './hook-mounts.ts'

// Without a snapshot, which the server writes again at its next start: a message cannot wait for more.
const SKILLS_INDEXED_MAX = 2_000

export type HookLibrary = {
  cards: Map<string, SkillCard>
  snapshot: IndexSnapshot | undefined
  /** Skills that the snapshot does not know as they are, as far as they were read. */
  changed: Map<string, SkillEssentials>
  /** Names in the snapshot that are no skills any more. */
  gone: string[]
  mounts: HookMounts
}

/** @param onTrouble told of a snapshot that cannot be read. */
export async function readHookLibrary(layout: HomeLayout, onTrouble: (error: unknown) => void): Promise<HookLibrary> {
  const bytes = readSnapshot(layout.indexSnapshot, onTrouble)
  const snapshot = bytes === undefined ? undefined : decodeIndexSnapshot(bytes)
  const known = new Map(snapshot?.head.skills.map((card) => [card.name, card]))
  const cards = new Map<string, SkillCard>()
  const changed = new Map<string, SkillEssentials>()
  for (const { name, stamp } of await standingSkills(layout, known)) {
    const card = known.get(name)
    // What stands beside the text is not what a message is matched with.
    if (card !== undefined && jsonStamp(card.stamp) === stamp) {
      cards.set(name, card)
      continue
    }
    const skill = readSkill(layout, name)
    if (skill === undefined) continue
    changed.set(name, skill)
    cards.set(name, { name, stamp, summary: skill.summary, seeAlso: skill.seeAlso, loads: card?.loads ?? 0 })
  }
  // What stands in `skills/` comes first.
  const mounts = readHookMounts(layout, onTrouble)
  for (const card of known.values()) if (!cards.has(card.name) && mounts.isThere(card)) cards.set(card.name, card)
  return { cards, snapshot, changed, gone: [...known.keys()].filter((name) => !cards.has(name)), mounts }
}

/** Whether a name is of a mounted skill, as far as the snapshot knows. */
export function isMounted(name: string, layout: HomeLayout, onTrouble: (error: unknown) => void): boolean {
  // Most homes have none, and looking at the snapshot takes a while.
  if (fileStamp(layout.mounts) === undefined) return false
  const bytes = readSnapshot(layout.indexSnapshot, onTrouble)
  const card = bytes && decodeIndexSnapshot(bytes)?.head.skills.find((each) => each.name === name)
  return card !== undefined && readHookMounts(layout, onTrouble).isThere(card)
}

/** The index of these skills: the snapshot's, brought level, or one made anew when it was of another engine. */
export function openHookIndex(layout: HomeLayout, { cards, snapshot, changed, gone }: HookLibrary): SkillIndex {
  const index = createBm25fIndex()
  if (snapshot?.head.engine === 'bm25f' && index.restore(snapshot.index)) {
    for (const name of gone) index.remove(name)
    for (const skill of changed.values()) index.upsert(skill)
    return index
  }
  for (const name of [...cards.keys()].sort().slice(0, SKILLS_INDEXED_MAX)) {
    const skill = changed.get(name) ?? readSkill(layout, name) ?? bareWords(cards.get(name))
    if (skill !== undefined) index.upsert(skill)
  }
  return index
}

// Of a mounted skill nothing more is known here than what is shown of it.
function bareWords(card: SkillCard | undefined): SkillEssentials | undefined {
  if (card?.textPath === undefined) return undefined
  const { name, summary, seeAlso } = card
  return { name, summary, seeAlso, content: '', triggers: [], tags: [] }
}

async function standingSkills(layout: HomeLayout, known: ReadonlyMap<string, SkillCard>) {
  // Checking a name takes longer than finding it among those that were checked.
  const nameAt = (path: string): string | undefined => {
    const name = path.endsWith('.json') ? path.slice(0, -'.json'.length) : undefined
    return name !== undefined && known.has(name) ? name : nameOfPath(path)
  }
  const { files } = await walkTree(
    layout.skills,
    (path) => nameAt(path) !== undefined,
    (path) => !isFilesFolder(path),
  )
  return files.map(({ path, stamp }) => ({ name: nameAt(path)!, stamp }))
}

// A file that is no skill, or cannot be read, is passed over: the server reports it.
function readSkill(layout: HomeLayout, name: string): SkillEssentials | undefined {
  try {
    const read = readRegularFileSync(join(layout.skills, `${name}.json`), SKILL_FILE_BYTES_MAX)
    return read === undefined ? undefined : readEssentials(read.bytes.toString('utf8'), name)
  } catch (error) {
    if (error instanceof SkillError || isCode(error, 'EACCES', 'EPERM', 'EIO')) return undefined
    throw error
  }
}
