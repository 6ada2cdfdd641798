// Hints that something below a folder has changed. Hints only: events get lost when a folder is swapped or watches run
// out, so the owner compares with the disk by itself at an interval; this just makes it look sooner.
import { watch } from 'chokidar'

export type FolderWatch = { close(): Promise<void> }

/**
 * Watches folders only, one watch each: with a watch for every file the watcher would list a folder and look at each
 * of its files after each rename. What happens to the files of a folder comes as its raw events.
 * @param onHint called with a path relative to `root` (POSIX), empty when it is unknown; coalesced by nobody; must not throw.
 * @param onTrouble called when watching does not work (no watches left, folder gone); watching may go on in part.
 */
export function watchFolder(
  root: string,
  onHint: (path: string) => void,
  onTrouble: (error: unknown) => void,
): FolderWatch {
  const prefix = `${posix(root)}/`
  const hint = (path: string) => {
    // Our own temporary files begin with a dot, and so do the swap files of editors.
    if (!/(?:^|\/)\.[^/]*$/.test(path)) onHint(path.startsWith(prefix) ? path.slice(prefix.length) : '')
  }
  // A folder of ours has no dot in its name, a file that matters has one.
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => path !== root && /\.[^/\\]*$/.test(path),
  })
  watcher.on('raw', (_event, path, details) => hint(`${watchedFolder(details)}/${posix(path)}`))
  watcher.on('all', (_event, path) => hint(posix(path)))
  watcher.on('error', onTrouble)
  return { close: () => watcher.close() }
}

function watchedFolder(details: unknown): string {
  const isTold = typeof details === 'object' && details !== null && 'watchedPath' in details
  return isTold ? posix(String(details.watchedPath)) : ''
}

function posix(path: string | null): string {
  return (path ?? '').replaceAll('\\', '/')
}
