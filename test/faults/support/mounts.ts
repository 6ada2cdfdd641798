// File systems made for one test, and taken down after it.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempFolder } from '../../support/temp-home.ts'

/** A file system in memory. @param options such as `size=1m` or `nr_inodes=80`. */
export function mountTmpfs(options: string): string {
  const folder = tempFolder()
  run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder)
  onTestFinished(() => run('umount', '-l', folder))
  return folder
}

/** Makes a folder one that can be read-only for everyone, root included, while no file in it is open for writing. */
export function mountBind(folder: string): { readOnly(): void; writable(): void } {
  run('mount', '--bind', folder, folder)
  onTestFinished(() => run('umount', '-l', folder))
  return {
    readOnly: () => run('mount', '-o', 'remount,bind,ro', folder),
    writable: () => run('mount', '-o', 'remount,bind,rw', folder),
  }
}

export type Disk = {
  folder: string
  /** What a power cut leaves: nothing that was not synced. The disk is dead afterwards, until `replug`. */
  cutPower(): void
  /** Mounts it again, which replays its journal. Whoever has a file open on it must be gone. */
  replug(): void
}

export type DiskKind = { name: string; format: string[]; mountOptions: string }

/** A file system of its own in a file behind a loop device. */
export function plugDisk({ format, mountOptions }: DiskKind): Disk {
  const base = tempFolder()
  const [image, folder] = [join(base, 'image'), join(base, 'mnt')]
  run('truncate', '-s', '400M', image)
  const [program = '', ...args] = format
  run(program, ...args, image)
  mkdirSync(folder)
  const replug = () => run('mount', '-o', ['loop', mountOptions].filter((o) => o !== '').join(','), image, folder)
  replug()
  onTestFinished(() => run('umount', '-l', folder))
  return {
    folder,
    // Without -f: the journal is not flushed first.
    cutPower: () => run('xfs_io', '-x', '-c', 'shutdown', folder),
    replug() {
      run('umount', folder)
      replug()
    },
  }
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
