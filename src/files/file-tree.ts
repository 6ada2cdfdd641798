// Walks a folder of ours and says what files stand there, links and odd things named apart. Bounded in depth and
// count; never follows a link. One folder that cannot be read does not hide the others.
import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { stampOf } from './read-file.ts'
import { isCode } from './storage-error.ts'

export const TREE_DEPTH_MAX = 12
export const TREE_FILES_MAX = 200_000
// Sync calls are four times as fast as promises here; the pause keeps a server answering while it scans.
const STATS_PER_BREATH = 500

export type TreeFile = { path: string; stamp: string; modifiedAtMs: number }
export type TreeFault = {
  path: string
  kind: 'link' | 'not-a-file' | 'unreadable' | 'too-deep' | 'too-many'
  cause?: unknown
}
export type Tree = { files: TreeFile[]; folders: string[]; faults: TreeFault[] }

/** @param wanted decides by relative POSIX path; unwanted files are passed over before they cost a stat. */
export async function walkTree(
  root: string,
  wanted: (path: string) => boolean,
  enter: (path: string) => boolean,
): Promise<Tree> {
  const tree: Tree = { files: [], folders: [], faults: [] }
  const pending = ['']
  let sinceBreath = 0
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    tree.folders.push(folder)
    for (const entry of entriesOf(root, folder, tree)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!enter(path)) continue
        if (path.split('/').length >= TREE_DEPTH_MAX) tree.faults.push({ path, kind: 'too-deep' })
        else pending.push(path)
      } else if (entry.isSymbolicLink() && enter(path) && leadsToFolder(root, path)) {
        tree.faults.push({ path, kind: 'link' })
      } else if (wanted(path)) {
        if (tree.files.length >= TREE_FILES_MAX) return overflow(tree, path)
        addFile(root, path, entry, tree)
        if (++sinceBreath % STATS_PER_BREATH === 0) await breathe()
      }
    }
  }
  return tree
}

function entriesOf(root: string, folder: string, tree: Tree): Dirent[] {
  try {
    return readdirSync(`${root}/${folder}`, { withFileTypes: true })
  } catch (error) {
    // A folder that vanished while we walked is no fault; the root missing is an empty tree.
    if (!isCode(error, 'ENOENT')) tree.faults.push({ path: folder, kind: 'unreadable', cause: error })
    return []
  }
}

// Only asks what is there: a folder behind a link is reported, never entered.
function leadsToFolder(root: string, path: string): boolean {
  try {
    return statSync(`${root}/${path}`, { throwIfNoEntry: false })?.isDirectory() === true
  } catch (error) {
    if (isCode(error, 'ELOOP', 'EACCES', 'ENOTDIR')) return false
    throw error
  }
}

function addFile(root: string, path: string, entry: Dirent, tree: Tree): void {
  if (entry.isSymbolicLink()) return void tree.faults.push({ path, kind: 'link' })
  if (!entry.isFile()) return void tree.faults.push({ path, kind: 'not-a-file' })
  try {
    const stats = lstatSync(`${root}/${path}`)
    tree.files.push({ path, stamp: stampOf(stats), modifiedAtMs: stats.mtimeMs })
  } catch (error) {
    if (!isCode(error, 'ENOENT')) tree.faults.push({ path, kind: 'unreadable', cause: error })
  }
}

function overflow(tree: Tree, path: string): Tree {
  tree.faults.push({ path, kind: 'too-many' })
  return tree
}
