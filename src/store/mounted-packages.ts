// All mounted folders together: under which name each package is served, and which copies another one stands before. What
// the library itself has comes before all of them; that is the store's to say (mounted-store.ts).
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import type { Mount } from '../domain/mount.ts'
import { SkillError } from '../domain/skill-error.ts'
import { folderStamp } from '../files/read-file.ts'
import { singleFlight } from '../files/single-flight.ts'
import { isCode } from '../files/storage-error.ts'
import type { MountBook } from './mount-book.ts'
import { type FolderScan, type MountedFolder, type MountedPackage, openMountedFolder } from './mounted-folder.ts'
import type { StoredSkill } from './skill-store.ts'

export type MountsScan = {
  /** In the order in which they were mounted. */
  folders: readonly FolderScan[]
  /** The first package of each name. */
  first: ReadonlyMap<string, MountedPackage>
  fault: Diagnostic | undefined
  /** As it was when all of this was looked at. */
  mark: string | undefined
}

export type MountedPackages = {
  /** As that of the store: what was added or removed moves it, an edit in place may not. */
  mark(): string
  /** Looks through all folders; reads what has changed since. */
  scan(): Promise<MountsScan>
  /** The same where the mark has moved since; else what is known. */
  level(): Promise<MountsScan>
  /** The first of this name as it stands now. */
  find(name: string): Promise<MountedPackage | undefined>
  /** Undefined when it is gone or called otherwise. @throws `damaged` */
  read(placed: MountedPackage): StoredSkill | undefined
  bytes(name: string, file: ManifestFile): Promise<Buffer | undefined>
}

const READS_MAX = 3
const NOTHING: MountsScan = { folders: [], first: new Map(), fault: undefined, mark: undefined }

export function openMountedPackages(book: MountBook): MountedPackages {
  let opened = new Map<string, MountedFolder>()
  let known = NOTHING
  const mark = () => [book.stamp(), ...foldersOf(known).map(safeStamp)].join(' ')

  const scan = singleFlight(async () => {
    const before = mark()
    const { mounts, fault } = await book.read()
    const kept = new Map(mounts.map((mount) => [keyOf(mount), opened.get(keyOf(mount)) ?? openMountedFolder(mount)]))
    opened = kept
    const folders: FolderScan[] = []
    for (const folder of kept.values()) folders.push(await folder.scan())
    const isSameFolders = foldersOf({ folders }).join('\n') === foldersOf(known).join('\n')
    known = { folders, first: firstOf(folders), fault, mark: before }
    // Of before the walk, so that what came during it is walked again; a new folder has no mark yet.
    if (!isSameFolders) known = { ...known, mark: mark() }
    return known
  })
  const level = async () => (mark() === known.mark ? known : scan())
  const folderOf = ({ mount }: MountedPackage) => opened.get(keyOf(mount))
  const find = async (name: string) => {
    const placed = (await level()).first.get(name)
    if (placed !== undefined && folderOf(placed)?.stamp(placed.path) === placed.stamp) return placed
    // Anything may have become of it: another name, another text, another one in its place.
    return placed === undefined ? undefined : (await scan()).first.get(name)
  }
  return {
    mark,
    scan,
    level,
    find,
    read: (placed) => readSteady(folderOf(placed), placed),
    async bytes(name, file) {
      const placed = await find(name)
      return placed && folderOf(placed)?.bytes(placed.path, file)
    },
  }
}

// A file that an editor replaces just now is another one a moment later.
function readSteady(folder: MountedFolder | undefined, placed: MountedPackage): StoredSkill | undefined {
  for (let left = READS_MAX; ; left--) {
    try {
      return folder?.read(placed)
    } catch (error) {
      if (left <= 1 || !(error instanceof SkillError) || error.code !== 'damaged') throw error
    }
  }
}

function firstOf(folders: readonly FolderScan[]): ReadonlyMap<string, MountedPackage> {
  const first = new Map<string, MountedPackage>()
  for (const { packages } of folders) {
    for (const placed of packages) if (!first.has(placed.name)) first.set(placed.name, placed)
  }
  return first
}

function foldersOf({ folders }: Pick<MountsScan, 'folders'>): string[] {
  return folders.flatMap((folder) => folder.folders)
}

function keyOf({ path, prefix, source, client }: Mount): string {
  return JSON.stringify([path, prefix, source, client])
}

// A folder that may not be asked about is as good as gone.
function safeStamp(folder: string): string {
  try {
    return folderStamp(folder)
  } catch (error) {
    if (isCode(error, 'EACCES', 'EPERM', 'ELOOP', 'ENOTDIR', 'ENAMETOOLONG', 'EIO')) return '-'
    throw error
  }
}
