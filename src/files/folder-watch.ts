// Hints that something in a set of folders has changed. Hints only: events get lost when watches run out, so the owner
// compares with the disk by itself at an interval; this just makes it look sooner.
//
// The system's own watch serves the folders themselves: one watch each, and an event costs microseconds. chokidar would
// list a folder and look at each of its files after each rename (33 ms with 10,000 skills), so it is kept for what the
// plain watch cannot see: the root being swapped, removed or made anew, told by the folder above it.
import { type FSWatcher, statSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { watch as watchParent } from 'chokidar'

export type FolderWatch = {
  /** Watches these folders, relative to the root (POSIX, '' is the root), and no others any more. Cheap when they stand. */
  follow(folders: readonly string[]): void
  close(): Promise<void>
}

/**
 * @param onHint called with a path relative to `root`, empty when anything may have changed; must not throw.
 * @param onTrouble called once for a folder that cannot be watched (no watches left).
 */
export function watchFolders(
  root: string,
  onHint: (path: string) => void,
  onTrouble: (error: unknown) => void,
): FolderWatch {
  const watched = new Map<string, { inode: number; watcher: FSWatcher | undefined }>()
  const drop = (folder: string) => {
    watched.get(folder)?.watcher?.close()
    watched.delete(folder)
  }
  const add = (folder: string, inode: number) => {
    // What cannot be watched is remembered too, so that it is told once and not at each listing.
    watched.set(folder, { inode, watcher: undefined })
    try {
      const watcher = watch(join(root, folder), { persistent: false }, (_event, name) => {
        // Our own temporary files begin with a dot, and so do the swap files of editors.
        if (!name?.startsWith('.')) onHint(name === null ? '' : folder === '' ? name : `${folder}/${name}`)
      })
      // A folder that goes away ends its watch; the next listing shows what is there instead.
      watcher.on('error', () => drop(folder))
      watched.set(folder, { inode, watcher })
    } catch (error) {
      onTrouble(error)
    }
  }
  const above = watchParent(dirname(root), {
    ignoreInitial: true,
    followSymlinks: false,
    depth: 0,
    ignored: (path) => path !== dirname(root) && path !== root,
  })
  above.on('all', () => onHint(''))
  above.on('error', onTrouble)
  return {
    follow(folders) {
      const wanted = new Map(folders.map((folder) => [folder, inodeOf(join(root, folder))]))
      for (const [folder, { inode }] of watched) if (wanted.get(folder) !== inode) drop(folder)
      for (const [folder, inode] of wanted) if (inode !== undefined && !watched.has(folder)) add(folder, inode)
    },
    async close() {
      for (const folder of [...watched.keys()]) drop(folder)
      await above.close()
    },
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}
