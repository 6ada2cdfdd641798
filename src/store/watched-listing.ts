// What stands on the disk, and hints when that changes: the folders that are watched are those of the last listing.
import { join } from 'node:path'
import { type FolderWatch, watchFolders } from '../files/folder-watch.ts'
import { folderStamp } from '../files/read-file.ts'
import { guarded } from '../files/storage-error.ts'
import type { DiskParts } from './disk-parts.ts'
import { listSkillFiles } from './file-listing.ts'
import { listRecords } from './record-listing.ts'
import { mayConcernSkills, nameOfPath } from './skill-paths.ts'
import { joinedStamp } from './skill-stamp.ts'
import type { SkillStore, StoreListing } from './skill-store.ts'

/** @param onTrouble told when watching fails; the store goes on, and its owner's rescan is what keeps it true. */
export function createListing(
  { layout, files }: DiskParts,
  onTrouble: (error: unknown) => void,
): Pick<SkillStore, 'list' | 'mark' | 'watch'> {
  let folders: string[] = ['']
  let isListed = false
  const records = listRecords(layout.records)
  const watches = new Set<FolderWatch>()
  const list = () =>
    guarded('listing the skills', async (): Promise<StoreListing> => {
      const { folders: seen, withFiles, stamps, diagnostics } = await listSkillFiles(layout.skills)
      folders = seen
      isListed = true
      for (const watch of watches) watch.follow(folders)
      for (const name of withFiles) stamps.set(name, joinedStamp(stamps.get(name)!, files.stamp(name)))
      return { stamps, diagnostics, recordStamps: await records.stamps() }
    })
  return {
    list,
    mark: () => `${folders.map((folder) => folderStamp(join(layout.skills, folder))).join(' ')} ${records.mark()}`,
    watch(onHint) {
      // An editor's temporary file beside a skill is nothing to look at the whole library for.
      const told = (path: string) => mayConcernSkills(path) && onHint(nameOfPath(path))
      const watch = watchFolders(layout.skills, told, onTrouble)
      watch.follow(folders)
      watches.add(watch)
      // Which folders there are is known from a listing only.
      if (!isListed) list().catch(onTrouble)
      return {
        close() {
          watches.delete(watch)
          return watch.close()
        },
      }
    },
  }
}
