// A folder with all that lies below it, as one thing: listed with bounds and without following a link, staged beside its
// place and put there by a rename. Two renames cannot be one, so whoever swaps writes down before that it will.
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, fchmodSync, lstatSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { beginWriting, endWriting } from './atomic-write.ts'
import { syncDescriptor } from './descriptor-sync.ts'
import { makeFolder, syncFolder } from './folder-sync.ts'
import { listOutsideFolder, type OutsideEntry, type OutsideListing } from './outside-folder.ts'
import { isCode } from './storage-error.ts'

/** @property path POSIX, relative to the folder. */
export type TreeEntry = Omit<OutsideEntry, 'name'> & { path: string }
export type TreeFileBytes = { path: string; bytes: Uint8Array; isExecutable: boolean }

const FILE_MODE = 0o644
const PROGRAM_MODE = 0o755

/** Undefined when nothing stands there; a link or a file in its place is an entry with an empty path. */
export function listTree(folder: string, entriesMax: number, depthMax: number): TreeEntry[] | 'too-many' | undefined {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  const odd = { size: 0, nameCount: 1, stamp: String(stats.ctimeMs), isExecutable: false, path: '' }
  if (!stats.isDirectory()) return [{ ...odd, kind: stats.isSymbolicLink() ? 'link' : 'special' }]
  const entries: TreeEntry[] = []
  const pending = ['']
  for (let at = pending.shift(); at !== undefined; at = pending.shift()) {
    const listing = listStanding(join(folder, at), entriesMax)
    if (listing === undefined && at === '') return undefined
    const { entries: found, isCut } = listing ?? { entries: [], isCut: false }
    if (isCut || entries.length + found.length > entriesMax) return 'too-many'
    for (const { name, ...entry } of found) {
      const path = at === '' ? name : `${at}/${name}`
      entries.push({ ...entry, path })
      if (entry.kind !== 'folder') continue
      if (path.split('/').length >= depthMax) return 'too-many'
      pending.push(path)
    }
  }
  return entries
}

// Undefined for one that was taken away since it was seen: the stamp of what is listed then is no stamp of a steady tree.
function listStanding(folder: string, entriesMax: number): OutsideListing | undefined {
  try {
    return listOutsideFolder(folder, entriesMax)
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

/** A synced folder that waits beside its place. Must end in `placeTree` or `removeTree`. */
export async function stageTree(target: string, files: readonly TreeFileBytes[]): Promise<string> {
  const temp = besideTree(target)
  try {
    await makeFolder(dirname(target))
    mkdirSync(temp, { mode: 0o700 })
    const folders = new Set([temp])
    for (const file of files) {
      const path = join(temp, file.path)
      for (let at = dirname(path); !folders.has(at); at = dirname(at)) folders.add(at)
      mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
      await writeSynced(path, file)
    }
    chmodSync(temp, 0o755)
    // The innermost first, so that no name is durable before what it holds.
    for (const folder of [...folders].sort((a, b) => b.length - a.length)) await syncFolder(folder)
    return temp
  } catch (error) {
    await removeTree(temp)
    throw error
  }
}

/** A name for a tree on its way in or out, which a sweep removes when its process is gone. */
export function besideTree(target: string): string {
  const temp = join(dirname(target), `.${basename(target)}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`)
  beginWriting(temp)
  return temp
}

/** @returns false when nothing stands at `from`. */
export function moveTree(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
}

export async function removeTree(temp: string): Promise<void> {
  await rm(temp, { recursive: true, force: true })
  endWriting(temp)
}

async function writeSynced(path: string, { bytes, isExecutable }: TreeFileBytes): Promise<void> {
  const mode = isExecutable ? PROGRAM_MODE : FILE_MODE
  const descriptor = openSync(path, 'wx', mode)
  try {
    writeFileSync(descriptor, bytes)
    // The umask took bits away.
    fchmodSync(descriptor, mode)
    await syncDescriptor(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
