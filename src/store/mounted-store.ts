// A store with mounted folders beside what it keeps: their packages are skills like all others, but nothing ever writes them.
// What the store keeps itself comes first; records, versions and drafts of all of them are its own.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Diagnostic } from '../domain/diagnostic.ts'
import type { ManifestFile } from '../domain/manifest.ts'
import type { Mount } from '../domain/mount.ts'
import { readDocument } from '../domain/skill-document.ts'
import type { MountBook } from './mount-book.ts'
import { isError } from './mount-faults.ts'
import { contestedNames, prefixFaults, type ShadowedCopy, shadowedFault, shadowedIn } from './mount-shadows.ts'
import { type MountedPackages, type MountsScan, openMountedPackages } from './mounted-packages.ts'
import { assertRecordOnly, changedMeanwhile } from './mounted-refusal.ts'
import type { Change, Current, SkillStore, StoredSkill, StoreListing } from './skill-store.ts'
import { unreadableSkill } from './unreadable-skill.ts'

const READS_PER_BREATH = 50
const UPDATES_MAX = 4

/** @property skills how many of its packages are served. */
export type MountReport = { mount: Mount; skills: number; shadowed: ShadowedCopy[]; diagnostics: Diagnostic[] }

export type Mounts = {
  book: MountBook
  /** Looks at all of them anew. */
  report(): Promise<{ mounts: MountReport[]; fault: Diagnostic | undefined }>
  /** The package of this name from this source, whether it is served or not; to be read, never to be changed. */
  copy(name: string, source: string): Promise<StoredSkill | undefined>
}

export function withMounts(store: SkillStore, book: MountBook): { store: SkillStore; mounts: Mounts } {
  const mounted = openMountedPackages(book)
  const list: ListAll = async () => {
    const listing = await store.list()
    const own = new Set([...listing.stamps.keys(), ...contestedNames(listing.diagnostics)])
    return { listing, scan: await mounted.scan(), own }
  }
  const readMounted = async (name: string) => {
    const placed = await mounted.find(name)
    return placed && mounted.read(placed)
  }
  const parts = { store, mounted, readMounted }
  const hints = hintsOf(mounted)
  return {
    mounts: mountsOf(book, mounted, list),
    store: {
      ...store,
      async list() {
        const { listing, scan, own } = await list()
        const { folders, first, fault, mark } = scan
        hints.listed(mark)
        if (folders.length === 0 && fault === undefined) return listing
        const stamps = new Map(listing.stamps)
        for (const [name, { stamp }] of first) if (!own.has(name)) stamps.set(name, stamp)
        // What merely lies there beside the skills is told to whoever asks for a report.
        const unserved = folders.flatMap((folder) => folder.diagnostics.filter(isError))
        const faults = [...(fault === undefined ? [] : [fault]), ...unserved]
        const odd = [...shadowedIn(scan, own).map(shadowedFault), ...prefixFaults(scan, own)]
        return { ...listing, stamps, diagnostics: [...listing.diagnostics, ...faults, ...odd] }
      },
      mark: () => `${store.mark()} ${hints.mark()}`,
      watch(onHint) {
        const watch = store.watch(onHint)
        const stop = hints.listen(onHint)
        return {
          close() {
            stop()
            return watch.close()
          },
        }
      },
      read: async (name) => (await store.read(name)) ?? (await readMounted(name)),
      stamp: async (name) => (await store.stamp(name)) ?? (await mounted.find(name))?.stamp,
      readAll: (names) => readAll(names, parts),
      file: async (name, file) => (await store.file(name, file)) ?? (await mounted.bytes(name, file)),
      update: (name, decide) => update(name, decide, parts),
    },
  }
}

type ListAll = () => Promise<{ listing: StoreListing; scan: MountsScan; own: ReadonlySet<string> }>

function mountsOf(book: MountBook, mounted: MountedPackages, list: ListAll): Mounts {
  return {
    book,
    async report() {
      const { scan, own } = await list()
      const shadowed = shadowedIn(scan, own)
      const mounts = scan.folders.map(({ mount, packages, diagnostics }) => {
        const behind = shadowed.filter(({ source }) => source === mount.source)
        return { mount, skills: packages.length - behind.length, shadowed: behind, diagnostics }
      })
      return { mounts, fault: scan.fault }
    },
    async copy(name, source) {
      const folder = (await mounted.scan()).folders.find(({ mount }) => mount.source === source)
      const placed = folder?.packages.find((each) => each.name === name)
      return placed && mounted.read(placed)
    },
  }
}

// Mounted folders are not watched: whoever asks for the mark is told that anything may have changed there. Without that a
// hint about another skill would seem to explain why the mark has moved.
function hintsOf(mounted: MountedPackages) {
  const listeners = new Set<(name: undefined) => void>()
  let settled: string | undefined = mounted.mark()
  return {
    listen(onHint: (name: undefined) => void) {
      listeners.add(onHint)
      return () => void listeners.delete(onHint)
    },
    /** What had changed up to this mark is told by a list. */
    listed(mark: string | undefined) {
      settled = mark
    },
    mark() {
      const now = mounted.mark()
      if (now !== settled) for (const listener of listeners) listener(undefined)
      settled = now
      return now
    },
  }
}

type Parts = { store: SkillStore; mounted: MountedPackages; readMounted: ReadMounted }
type ReadMounted = (name: string) => Promise<StoredSkill | undefined>

async function readAll(names: Iterable<string>, { store, mounted, readMounted }: Parts) {
  const { first } = await mounted.level()
  const own: string[] = []
  const others: string[] = []
  for (const name of names) {
    const isMounted = first.has(name) && (await store.stamp(name)) === undefined
    if (isMounted) others.push(name)
    else own.push(name)
  }
  const { skills, diagnostics } = await store.readAll(own)
  for (const [index, name] of others.entries()) {
    if (index % READS_PER_BREATH === 0) await breathe()
    try {
      const skill = await readMounted(name)
      if (skill !== undefined) skills.push(skill)
    } catch (error) {
      diagnostics.push(unreadableSkill(name, error))
    }
  }
  return { skills, diagnostics }
}

/** Records and former bytes of a mounted skill are kept as those of any other; the skill itself is left alone. */
async function update<T>(name: string, decide: Decide<T>, { store, mounted, readMounted }: Parts): Promise<T> {
  let kept: string | undefined
  for (let left = UPDATES_MAX; left > 0; left--) {
    const live = (await store.stamp(name)) === undefined ? await readMounted(name) : undefined
    const done = await store.update<Done<T>>(name, (current) => {
      if (current.live !== undefined || live === undefined) return settled(decide(current))
      const { change, result } = decide({ ...current, live })
      if (change === undefined) return settled({ result })
      assertRecordOnly(name, change, { live, draft: current.record?.draft?.digest })
      // What a record names must stand before it, and this folder may be gone tomorrow.
      if (kept !== live.digest && filesIn(live).length > 0) return { result: { kind: 'files-first' } }
      return settled({ change: { record: change.record, blobs: change.blobs }, result })
    })
    if (done.kind === 'settled') return done.result
    for (const file of live === undefined ? [] : filesIn(live)) {
      const bytes = await mounted.bytes(name, file)
      if (bytes === undefined) throw changedMeanwhile(name)
      await store.keepFile(bytes)
    }
    kept = live?.digest
  }
  throw changedMeanwhile(name)
}

type Decide<T> = (current: Current) => { change?: Change; result: T }
type Done<T> = { kind: 'settled'; result: T } | { kind: 'files-first' }

function settled<T>({ result, ...change }: ReturnType<Decide<T>>): ReturnType<Decide<Done<T>>> {
  return { ...change, result: { kind: 'settled', result } }
}

function filesIn({ text }: StoredSkill): readonly ManifestFile[] {
  return readDocument(text).files ?? []
}
