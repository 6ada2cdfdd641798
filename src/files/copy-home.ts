// A copy of a home that is one moment of it, taken while others write. Skills, records and settings are copied again as
// long as one of them changed meanwhile; when a look finds all of them as they were copied, they stood so together.
// Blobs come after the records that refer to them, journals last: both only gain. All goes into a folder beside the
// target that gets its name at the very end, so half a copy never looks like a whole one.
import { randomBytes } from 'node:crypto'
import { lstat, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { SkillError, shown } from '../domain/skill-error.ts'
import { removeFile, tempOwner } from './atomic-write.ts'
import { copyFile, unreadReason } from './copy-file.ts'
import { type TreeFault, walkTree } from './file-tree.ts'
import { makeFolder, syncFolder } from './folder-sync.ts'
import type { HomeLayout } from './home-layout.ts'
import { fileStamp } from './read-file.ts'
import { isCode } from './storage-error.ts'

/** How often what changed meanwhile is copied again before we say that the home does not hold still. */
export const ROUNDS_MAX = 20
const COPIES_AT_ONCE = 16
// Locks mean something for this home only; the token is a secret and made anew.
const LEFT_BEHIND = /^cortex\/(?:leases\/|operator-token$)/

export type CopiedFile = { path: string; bytes: number; sha256: string }
export type HomeCopy = {
  files: CopiedFile[]
  /** What stands in the home and is not in the copy. */
  leftOut: { path: string; reason: string }[]
}

/** @throws `bad-input` for a target inside the home, `conflict` for one that exists, `busy` when the home never holds still. */
export async function copyHome(layout: HomeLayout, target: string): Promise<HomeCopy> {
  const place = resolve(target)
  await assertOutside(layout, place, target)
  await assertFree(place, target)
  const partial = join(dirname(place), `.${basename(place)}.${randomBytes(6).toString('hex')}.partial`)
  try {
    await makeFolder(partial)
    const copy = await collect(layout, partial)
    await Promise.all([...new Set(copy.files.map((file) => dirname(join(partial, file.path))))].map(syncFolder))
    await assertFree(place, target)
    await rename(partial, place)
    await syncFolder(dirname(place))
    return copy
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

type Copied = Map<string, CopiedFile & { stamp: string }>

async function collect(layout: HomeLayout, into: string): Promise<HomeCopy> {
  const copied: Copied = new Map()
  const leftOut = new Map<string, string>()
  const settled = (path: string) => !isGrowing(path)
  for (let round = 0; ; round++) {
    const seen = await look(layout, settled, leftOut)
    const changed = [...seen].filter(([path, file]) => copied.get(path)?.stamp !== file.stamp && !leftOut.has(path))
    const gone = [...copied.keys()].filter((path) => !seen.has(path))
    if (round > 0 && changed.length === 0 && gone.length === 0) break
    if (round === ROUNDS_MAX) throw restless()
    await copyAll(changed, into, copied, leftOut)
    for (const path of gone) await forget(path, into, copied)
  }
  // The cursors of the cached fold must not run ahead of the journals that it was folded from.
  const later = [...(await look(layout, isGrowing, leftOut))]
  const isJournal = ([path]: [string, unknown]) => path.startsWith('skill-usage/')
  await copyAll(
    later.filter((file) => !isJournal(file)),
    into,
    copied,
    leftOut,
  )
  await copyAll(later.filter(isJournal), into, copied, leftOut)
  return {
    files: [...copied.values()].map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
    leftOut: [...leftOut].map(([path, reason]) => ({ path, reason })),
  }
}

// What is only ever added to, or derived: any later state of it goes with any earlier state of the rest.
function isGrowing(path: string): boolean {
  return path.startsWith('skill-usage/') || (path.startsWith('cortex/') && !path.startsWith('cortex/records/'))
}

type Seen = Map<string, { source: string; stamp: string }>

async function look(
  layout: HomeLayout,
  wanted: (path: string) => boolean,
  leftOut: Map<string, string>,
): Promise<Seen> {
  const seen: Seen = new Map()
  const add = (path: string, source: string, stamp: string) => {
    if (wanted(path) && !LEFT_BEHIND.test(path)) seen.set(path, { source, stamp })
  }
  for (const root of [layout.skills, layout.directives, layout.cortex, layout.usage]) {
    const within = basename(root)
    const isOurs = (path: string) => tempOwner(basename(path)) === undefined
    const tree = await walkTree(root, isOurs, isOurs)
    for (const { path, stamp } of tree.files) add(`${within}/${path}`, join(root, path), stamp)
    for (const fault of tree.faults) leftOut.set(`${within}/${fault.path}`, FAULTS[fault.kind])
  }
  for (const path of [join(layout.home, 'config.json'), layout.recallCases]) {
    const stamp = fileStamp(path)
    if (stamp !== undefined) add(basename(path), path, stamp)
  }
  return seen
}

const FAULTS: Record<TreeFault['kind'], string> = {
  link: 'a link, which is not followed',
  'not-a-file': 'neither a file nor a folder',
  unreadable: 'it could not be read',
  'too-deep': 'its folder lies too deep',
  'too-many': 'there are too many files',
}

async function copyAll(
  files: [path: string, from: { source: string }][],
  into: string,
  copied: Copied,
  leftOut: Map<string, string>,
): Promise<void> {
  for (const folder of new Set(files.map(([path]) => dirname(join(into, path))))) await makeFolder(folder)
  const pending = files.values()
  const worker = async () => {
    for (const [path, { source }] of pending) {
      const copy = await copyFile(source, join(into, path))
      if (copy.kind === 'copied') copied.set(path, { path, ...copy })
      else if (copy.kind === 'unread') leftOut.set(path, unreadReason(copy.cause))
    }
  }
  // All of them have stopped before one's failure is told: nobody writes into what is then removed.
  const ended = await Promise.allSettled(Array.from({ length: COPIES_AT_ONCE }, worker))
  const failed = ended.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

async function forget(path: string, into: string, copied: Copied): Promise<void> {
  await removeFile(join(into, path))
  copied.delete(path)
}

async function assertFree(place: string, said: string): Promise<void> {
  try {
    await lstat(place)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  throw new SkillError(
    'conflict',
    `expected a folder that is not there yet, got "${shown(said)}", which is`,
    'Name a new folder.',
  )
}

async function assertOutside(layout: HomeLayout, place: string, said: string): Promise<void> {
  const real = await realPlace(place)
  for (const root of [layout.home, layout.skills, layout.directives, layout.cortex, layout.usage]) {
    const way = relative(await realPlace(root), real)
    if (way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way) continue
    throw new SkillError(
      'bad-input',
      `expected a folder outside the home, got "${shown(said)}", which is inside it`,
      'Name a folder elsewhere.',
    )
  }
}

// Links on the way are followed as far as there is something; the rest is as it was said.
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
    return join(await realPlace(dirname(path)), basename(path))
  }
}

function restless(): SkillError {
  return new SkillError(
    'busy',
    `the home changed during each of ${ROUNDS_MAX} attempts to copy it as one moment`,
    'Nothing was kept of the copy; try again when less is written.',
  )
}
