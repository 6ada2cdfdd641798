// One mounted folder: which packages stand in it under which names, as far as it can be told without reading again what has
// not changed, and each of them as a document. Follows no link; writes nothing.
import { join, sep } from 'node:path'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { sha256Of } from '../domain/digest.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import type { Mount } from '../domain/mount.ts'
import { isSkillName } from '../domain/skill-name.ts'
import { outsidePlace } from '../files/outside-folder.ts'
import { type FoundPackage, findPackage, findPackagesBreathing } from './find-packages.ts'
import { badMountedName, boundedFaults, isError, rootFault, scanFault } from './mount-faults.ts'
import { documentOf, filesOf, mountedBytes } from './mounted-document.ts'
import { type ReadContext, readFoundText } from './read-found.ts'
import { joinedStamp } from './skill-stamp.ts'
import type { StoredSkill } from './skill-store.ts'

/** @property path of its folder, POSIX, below the mount. @property stamp equal stamps mean equal bytes of all of it. */
export type MountedPackage = { mount: Mount; name: string; path: string; stamp: string; textPath: string }

export type FolderScan = {
  mount: Mount
  /** In the order of their paths; two may have one name. */
  packages: MountedPackage[]
  diagnostics: Diagnostic[]
  /** Absolute: where packages come and go. */
  folders: string[]
}

export type MountedFolder = {
  /** Never rejects for what is wrong with the folder. */
  scan(): Promise<FolderScan>
  /** The stamp of one package as it stands now; undefined when none stands there that may be served. */
  stamp(path: string): string | undefined
  /** Undefined as for `stamp`, or when its name is another by now. @throws `damaged` for one that changes just now. */
  read(placed: MountedPackage): StoredSkill | undefined
  /** Undefined when the file is not there any more with these bytes. */
  bytes(path: string, file: ManifestFile): Buffer | undefined
}

/** What was read of a package, valid for this stamp. */
type Known = { stamp: string; name: string | undefined; diagnostics: Diagnostic[]; files?: readonly ManifestFile[] }

export function openMountedFolder(mount: Mount): MountedFolder {
  let known: ReadonlyMap<string, Known> = new Map()
  // What the packages call each other, to what they are called here.
  let names: ReadonlyMap<string, string> = new Map()
  const context: ReadContext = { userHome: '', folder: mount.path, now: '' }
  const label = mount.path.split(sep).join('/')

  const knownOf = (found: FoundPackage): Known => {
    const stamp = packageStamp(found)
    const before = known.get(found.path)
    if (before?.stamp === stamp) return before
    const { skill, diagnostics } = readFoundText(mount.path, found, context)
    return { stamp, name: skill?.name, diagnostics: diagnostics.filter((each) => !found.diagnostics.includes(each)) }
  }
  const look = (path: string): FoundPackage | undefined => {
    const place = join(mount.path, path)
    if (outsidePlace(place)?.place !== place) return undefined
    const found = findPackage(mount.path, path, label)
    return found?.diagnostics.some(isError) === false ? found : undefined
  }
  const stampHere = (found: FoundPackage) => withNamesStamp(packageStamp(found), mount, names)
  const nameHere = (name: string) => (mount.prefix === undefined ? name : `${mount.prefix}/${name}`)

  const scan = async (): Promise<FolderScan> => {
    const root = rootFault(mount)
    if (root !== undefined) return { mount, packages: [], diagnostics: [root], folders: [mount.path] }
    const { packages: all, diagnostics, folders } = await findPackagesBreathing(mount.path, label)
    const sound = all.filter((found) => !found.diagnostics.some(isError))
    const read = new Map(sound.map((found) => [found.path, knownOf(found)]))
    known = read
    names = new Map([...read.values()].flatMap(({ name }) => (name === undefined ? [] : [[name, nameHere(name)]])))
    const placed = sound.flatMap((found): MountedPackage[] => {
      const local = read.get(found.path)?.name
      const textPath = join(mount.path, found.path, found.text.name)
      const name = local === undefined ? undefined : nameHere(local)
      if (name !== undefined && !isSkillName(name)) diagnostics.push(badMountedName(name, textPath))
      if (!isSkillName(name)) return []
      return [{ mount, name, path: found.path, stamp: stampHere(found), textPath }]
    })
    const said = [...read.values()].flatMap((each) => each.diagnostics)
    const faults = boundedFaults([...all.flatMap((found) => found.diagnostics), ...said, ...diagnostics], mount)
    return { mount, packages: placed, diagnostics: faults, folders: folders.map((at) => join(mount.path, at)) }
  }
  return {
    scan: () =>
      scan().catch((error) => ({
        ...{ mount, packages: [], folders: [mount.path] },
        diagnostics: [scanFault(mount, error)],
      })),
    stamp(path) {
      const found = look(path)
      return found && stampHere(found)
    },
    read(placed) {
      const found = look(placed.path)
      if (found === undefined) return undefined
      const before = known.get(found.path)
      const files = before?.stamp === packageStamp(found) ? before.files : undefined
      const document = documentOf({ root: mount.path, found, context, names, files })
      if (before !== undefined && before.stamp === packageStamp(found)) before.files = filesOf(document)
      if (document.name !== placed.name) return undefined
      return { ...document, stamp: stampHere(found), mount: { ...mountedAt(mount), textPath: placed.textPath } }
    },
    bytes(path, file) {
      const found = look(path)
      return found && mountedBytes(join(mount.path, path), found, file)
    },
  }
}

function mountedAt({ source, client }: Mount) {
  return client === undefined ? { source } : { source, client }
}

// Of all that is taken; the text's own part is that of its file.
function packageStamp({ text, policy, files }: FoundPackage): string {
  const beside = [...(policy === undefined ? [] : [policy]), ...files]
  const lines = beside.map(({ name, stamp }) => `${name}\n${stamp}\n`)
  return joinedStamp(text.stamp, lines.length === 0 ? undefined : sha256Of(lines.join('')).slice(0, 24))
}

// Below a prefix a text says other names when one of its neighbours comes or goes.
function withNamesStamp(stamp: string, { prefix }: Mount, names: ReadonlyMap<string, string>): string {
  if (prefix === undefined) return stamp
  return joinedStamp(stamp, sha256Of([...names.keys()].sort().join('\n')).slice(0, 12))
}
