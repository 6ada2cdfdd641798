// Where in a folder there are packages: a folder with a SKILL.md is one, with all that stands below it. Looks at names,
// kinds and sizes only; what a text says is read-package.ts. Whatever is passed over is told by name.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { type PackageEntry, packageFaults, tooMany } from '../domain/package-faults.ts'
import { IMPORT_DEPTH_MAX, PACKAGE_FILES_MAX } from '../domain/package-limits.ts'
import { POLICY_FILE } from '../domain/policy-file.ts'
import type { OutsideEntry } from '../files/outside-folder.ts'
import { foundFile, isReserved, leftOut, passedOver } from './left-out.ts'
import { entriesAt, joined, type OutsideWalk, startWalk } from './outside-walk.ts'

/** @property path of its folder, POSIX, relative to the root; empty for the root itself. */
export type FoundPackage = {
  path: string
  text: ListedFile
  /** Its policy.json, if it has one: none of the skill's own files. */
  policy?: ListedFile
  /** Everything else that is taken with it; `name` is the path in the package, POSIX. */
  files: TakenFile[]
  /** With an error among them it is not to be taken. */
  diagnostics: Diagnostic[]
}
type ListedFile = Pick<OutsideEntry, 'name' | 'size' | 'stamp'>
export type TakenFile = ListedFile & Pick<OutsideEntry, 'isExecutable'>
/** @property folders that were looked into and are none of a package; POSIX, relative to the root. */
export type FoundPackages = { packages: FoundPackage[]; diagnostics: Diagnostic[]; folders: string[] }

// A folder inside a package counts as well: 512 files lie in at most as many folders.
const PACKAGE_ENTRIES_MAX = 2 * PACKAGE_FILES_MAX
const LOOSE_ENTRIES_MAX = 10_000
const FOLDERS_PER_BREATH = 100

type Walk = FoundPackages & OutsideWalk

/**
 * @param root without a link in it. @param label what it is called in messages.
 * @throws `too-large` as `entriesAt`.
 */
export function findPackages(root: string, label: string): FoundPackages {
  const walk = packagesWalk(root, label)
  const steps = visit(walk, '', 0)
  while (steps.next().done !== true);
  return walk
}

/** The same for a server, which answers others meanwhile. */
export async function findPackagesBreathing(root: string, label: string): Promise<FoundPackages> {
  const walk = packagesWalk(root, label)
  const steps = visit(walk, '', 0)
  for (let count = 1; steps.next().done !== true; count++) if (count % FOLDERS_PER_BREATH === 0) await breathe()
  return walk
}

/** The package in one folder, if there is one. @param path POSIX, relative to the root. */
export function findPackage(root: string, path: string, label: string): FoundPackage | undefined {
  const walk = packagesWalk(root, label)
  const entries = entriesAt(walk, path, LOOSE_ENTRIES_MAX)
  if (typeof entries === 'string') return undefined
  const text = textOf(entries)
  return text === undefined ? undefined : packageAt(walk, path, entries, text)
}

function packagesWalk(root: string, label: string): Walk {
  return { ...startWalk(root, label), packages: [], diagnostics: [], folders: [] }
}

// One step a folder.
function* visit(walk: Walk, path: string, depth: number): Generator<void> {
  yield
  const entries = entriesAt(walk, path, LOOSE_ENTRIES_MAX)
  if (typeof entries === 'string') return void walk.diagnostics.push(passedOver(entries, labelled(walk, path)))
  const text = textOf(entries)
  if (text !== undefined) return void walk.packages.push(packageAt(walk, path, entries, text))
  walk.folders.push(path)
  for (const entry of entries) {
    const inner = joined(path, entry.name)
    const left = foundFile(entry, labelled(walk, inner))
    if (left !== undefined) walk.diagnostics.push(left)
    else if (depth >= IMPORT_DEPTH_MAX) walk.diagnostics.push(passedOver('too-deep', labelled(walk, inner)))
    else yield* visit(walk, inner, depth + 1)
  }
}

function packageAt(walk: Walk, path: string, top: OutsideEntry[], text: OutsideEntry): FoundPackage {
  const label = labelled(walk, path)
  const policy = top.find(({ name, kind }) => name === POLICY_FILE && kind === 'file')
  const entries: PackageEntry[] = []
  const diagnostics: Diagnostic[] = []
  const files: TakenFile[] = []
  const pending = top.map((entry) => ({ entry, inner: entry.name }))
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { entry, inner } = next
    if (inner === text.name || entry === policy) {
      entries.push({ ...entry, path: inner })
      continue
    }
    const left = leftOut(entry, inner, label)
    if (left !== undefined) diagnostics.push(left)
    if (entry.name.startsWith('.')) continue
    entries.push({ ...entry, path: inner })
    if (entry.kind === 'file' && !isReserved(inner)) files.push({ ...entry, name: inner })
    if (entries.length > PACKAGE_ENTRIES_MAX) return refusedWhole(path, text, tooMany(label))
    if (entry.kind !== 'folder') continue
    if (inner.split('/').length > IMPORT_DEPTH_MAX) {
      return refusedWhole(path, text, passedOver('too-deep', `${label}/${inner}`))
    }
    const below = entriesAt(walk, joined(path, inner), PACKAGE_ENTRIES_MAX)
    if (below === 'too-many') return refusedWhole(path, text, tooMany(label))
    if (below === 'unreadable') diagnostics.push(passedOver('unreadable', `${label}/${inner}`))
    else pending.push(...below.map((each) => ({ entry: each, inner: `${inner}/${each.name}` })))
  }
  const found = { path, text, files, diagnostics: [...packageFaults(entries, label), ...diagnostics] }
  return policy === undefined ? found : { ...found, policy }
}

// One line for the whole of it: a list of all its files would hide the reason.
function refusedWhole(path: string, text: OutsideEntry, fault: Diagnostic): FoundPackage {
  return { path, text, files: [], diagnostics: [fault] }
}

// Some systems fold the case of names, so the other spellings are found as well; two of them are a fault of the package.
function textOf(entries: OutsideEntry[]): OutsideEntry | undefined {
  const texts = entries.filter(({ name, kind }) => name.toLowerCase() === 'skill.md' && kind !== 'folder')
  return texts.find(({ name }) => name === 'SKILL.md') ?? texts[0]
}

function labelled(walk: Walk, path: string): string {
  return joined(walk.label, path)
}
