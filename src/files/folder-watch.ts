// Hints that something below a folder has changed. Hints only: events get lost when a folder is swapped or watches run
// out, so the owner compares with the disk by itself at an interval; this just makes it look sooner.
import { watch } from 'chokidar'

export type FolderWatch = { close(): Promise<void> }

/**
 * @param onHint called with a path relative to `root` (POSIX), coalesced by nobody; must not throw.
 * @param onTrouble called when watching does not work (no watches left, folder gone); watching may go on in part.
 */
export function watchFolder(
  root: string,
  onHint: (path: string) => void,
  onTrouble: (error: unknown) => void,
): FolderWatch {
  const prefix = `${root.replaceAll('\\', '/')}/`
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    // Our own temporary files begin with a dot, and so do the swap files of editors.
    ignored: (path) => path !== root && /(?:^|[/\\])\.[^/\\]*$/.test(path),
  })
  watcher.on('all', (_event, path) => {
    const posix = path.replaceAll('\\', '/')
    onHint(posix.startsWith(prefix) ? posix.slice(prefix.length) : '')
  })
  watcher.on('error', onTrouble)
  return { close: () => watcher.close() }
}
