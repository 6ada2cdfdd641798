// Which records stand, with their stamps: walked anew only when one of their folders has changed, since records are written
// by renaming alone. A record that somebody edits in place is found when its skill is next changed.
import { join } from 'node:path'
import { walkTree } from '../files/file-tree.ts'
import { folderStamp } from '../files/read-file.ts'
import { nameOfPath } from './skill-paths.ts'

export type RecordListing = { stamps(): Promise<ReadonlyMap<string, string>>; mark(): string }

export function listRecords(root: string): RecordListing {
  let folders = ['']
  let listed: ReadonlyMap<string, string> = new Map()
  let listedMark: string | undefined
  const mark = () => folders.map((folder) => folderStamp(join(root, folder))).join(' ')
  return {
    mark,
    async stamps() {
      const before = mark()
      if (before === listedMark) return listed
      const tree = await walkTree(
        root,
        (path) => nameOfPath(path) !== undefined,
        () => true,
      )
      const isSameFolders = tree.folders.join('\n') === folders.join('\n')
      folders = tree.folders
      listed = new Map(tree.files.map(({ path, stamp }) => [nameOfPath(path)!, stamp]))
      // Of before the walk, so that what came during it is walked again; a new folder has no mark yet.
      listedMark = isSameFolders ? before : undefined
      return listed
    },
  }
}
