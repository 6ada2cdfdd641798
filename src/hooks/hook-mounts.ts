// Skills that stand in mounted folders, for a process that has no time to read a SKILL.md: known from the snapshot, and there
// as long as their folder is mounted and their file stands. One whose text has changed since is told by its former words
// until the server has made the next snapshot; what is loaded then is what stands.
import { sep } from 'node:path'
import type { HomeLayout } from '../files/home-layout.ts'
import { fileStamp, readRegularFileSync } from '../files/read-file.ts'
import type { SkillCard } from '../recall/index-snapshot.ts'

const BYTES_MAX = 1024 * 1024

export type HookMounts = {
  isThere(card: SkillCard): boolean
  /** Whether this client lists the skill by itself, because it reads the folder too. */
  isListedBy(client: string, card: SkillCard): boolean
}

/** @param onTrouble told of a list of mounts that cannot be read: then none is. */
export function readHookMounts({ mounts: path }: HomeLayout, onTrouble: (error: unknown) => void): HookMounts {
  const mounts = mountsIn(path, onTrouble)
  const mountOf = ({ textPath }: SkillCard) =>
    textPath === undefined ? undefined : mounts.find((mount) => textPath.startsWith(`${mount.path}${sep}`))
  return {
    isThere: (card) => mountOf(card) !== undefined && fileStamp(card.textPath!) !== undefined,
    isListedBy: (client, card) => mountOf(card)?.client === client,
  }
}

type HookMount = { path: string; client: unknown }

function mountsIn(path: string, onTrouble: (error: unknown) => void): HookMount[] {
  try {
    const text = readRegularFileSync(path, BYTES_MAX)?.bytes.toString('utf8')
    const value: unknown = text === undefined ? [] : JSON.parse(text)
    if (!Array.isArray(value)) throw new Error('cortex/mounts.json: expected a list')
    return value.filter((each) => typeof each?.path === 'string').map(({ path, client }) => ({ path, client }))
  } catch (error) {
    onTrouble(error)
    return []
  }
}
