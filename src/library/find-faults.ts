// Everything that `check` looks for, as diagnostics: files that are no skills, damaged records, lines of the journal that
// say nothing, references that lead nowhere, drafts and proposals that nobody can decide any more, texts
// that the scan finds something severe in. Reads each record and
// each line once; changes nothing.
import { sep } from 'node:path'
import { setImmediate as othersFirst } from 'node:timers/promises'
import { type DanglingReference, danglingReferences, type ReferenceField } from '../domain/dangling-references.ts'
import { conflictingLoads } from '../domain/dependency-faults.ts'
import { findCycles } from '../domain/dependency-graph.ts'
import { cyclePath } from '../domain/dependency-warnings.ts'
import type { Diagnostic } from '../domain/diagnostic.ts'
import { editDistance, nearestNames } from '../domain/nearest-names.ts'
import { shown } from '../domain/skill-error.ts'
import type { Journal } from '../journal/journal.ts'
import type { Mounts } from '../store/mounted-store.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { Requests } from './requests.ts'
import { scanFaults } from './scan-faults.ts'
import type { Shelf } from './shelf.ts'
import { standingFaults } from './standing-faults.ts'
import type { Standings } from './standings.ts'

// Beyond this many a suggestion for each costs more than it helps.
const SUGGESTIONS_MAX = 200
// Each takes a millisecond or two in a library of thousands, in which nobody else is answered.
const SUGGESTIONS_AT_ONCE = 10

const CODES: Record<ReferenceField, string> = {
  dependsOn: 'dangling-depends-on',
  seeAlso: 'dangling-see-also',
  parent: 'dangling-parent',
}

/** Where it is looked. */
export type FaultParts = {
  store: Pick<SkillStore, 'records' | 'read' | 'blob'>
  shelf: Shelf
  journal: Pick<Journal, 'streams' | 'readStream' | 'readLedger'>
  mounts: Pick<Mounts, 'report'>
  standings: Pick<Standings, 'scanOf'>
  requests: Pick<Requests, 'open'>
}

/** By file, then line. */
export async function findFaults(home: FaultParts): Promise<Diagnostic[]> {
  const { records, diagnostics } = await home.store.records()
  const archived = new Set(records.filter((record) => record.lifecycle === 'archived').map((record) => record.name))
  const found = [
    ...home.shelf.diagnostics(),
    ...diagnostics,
    ...(await journalFaults(home)),
    ...(await referenceFaults(home, archived)),
    ...(await dependencyFaults(home)),
    ...(await standingFaults(home, records)),
    ...(await scanFaults(home)),
    ...(await leftInMounts(home)),
  ].map((each) => atMountedText(each, home))
  return found.sort((a, b) => (a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1))
}

// What a mounted folder holds beside its skills keeps nothing from being served, and is said here and by `mount` alone.
async function leftInMounts({ mounts }: FaultParts): Promise<Diagnostic[]> {
  const report = await mounts.report()
  return report.mounts.flatMap(({ diagnostics }) => diagnostics).filter(({ severity }) => severity === 'warning')
}

// A mounted skill has no file of ours: what is found in it is found in its SKILL.md, at no line that a JSON would have.
function atMountedText(fault: Diagnostic, { shelf }: FaultParts): Diagnostic {
  const name = /^skills\/(.*)\.json$/.exec(fault.file)?.[1]
  const mount = name === undefined ? undefined : shelf.entry(name)?.mount
  if (mount === undefined) return fault
  const { line: _line, ...rest } = fault
  return { ...rest, file: mount.textPath.split(sep).join('/') }
}

async function journalFaults({ journal }: FaultParts): Promise<Diagnostic[]> {
  const counts: [file: string, skipped: number][] = [['cortex/ledger.jsonl', (await journal.readLedger(0)).skipped]]
  for (const { stream } of await journal.streams()) {
    counts.push([`skill-usage/${stream}.jsonl`, (await journal.readStream(stream, 0)).skipped])
  }
  return counts.filter(([, skipped]) => skipped > 0).map(([file, skipped]) => skippedLines(file, skipped))
}

function skippedLines(file: string, skipped: number): Diagnostic {
  return {
    severity: 'warning',
    code: 'journal-lines-skipped',
    file,
    expected: 'one event a line',
    received: `${skipped} ${skipped === 1 ? 'line' : 'lines'} that cannot be read as one`,
    fix: 'They are passed over and nothing else is lost; remove them if you want.',
  }
}

async function referenceFaults({ shelf, store }: FaultParts, archived: Set<string>): Promise<Diagnostic[]> {
  const skills = shelf.entries().map((entry) => entry.skill)
  const names = skills.map((skill) => skill.name)
  const found: Diagnostic[] = []
  for (const [i, reference] of danglingReferences(skills).entries()) {
    const text = (await store.read(reference.from))?.text ?? ''
    if (i % SUGGESTIONS_AT_ONCE === 0) await othersFirst()
    const nearest = i < SUGGESTIONS_MAX ? likelyName(reference.to, names) : undefined
    found.push(danglingFault(reference, archived.has(reference.to), nearest, lineIn(text, reference)))
  }
  return found
}

function danglingFault(
  { from, field, to }: DanglingReference,
  isArchived: boolean,
  nearest: string | undefined,
  line: number | undefined,
): Diagnostic {
  return {
    severity: 'warning',
    code: CODES[field],
    file: `skills/${from}.json`,
    ...(line === undefined ? {} : { line }),
    expected: `"${field}": a skill that is there`,
    received: `"${shown(to)}"${isArchived ? ', which is archived' : ''}`,
    fix: isArchived
      ? `Restore it (skill-cortex restore ${to}) or take the reference out.`
      : `Correct it${nearest === undefined ? '' : ` (did you mean "${nearest}"?)`} or take it out.`,
  }
}

// What dependencies ask for and cannot be: an order in which each comes before itself, and two that exclude each other.
async function dependencyFaults({ shelf, store }: FaultParts): Promise<Diagnostic[]> {
  const skills = shelf.entries().map((entry) => entry.skill)
  const found: Diagnostic[] = []
  for (const cycle of findCycles(skills)) {
    const [name, needed] = [cycle[0]!, cycle[1]!]
    const line = lineIn((await store.read(name))?.text ?? '', { from: name, field: 'dependsOn', to: needed })
    found.push({
      severity: 'warning',
      code: 'dependency-cycle',
      file: `skills/${name}.json`,
      ...(line === undefined ? {} : { line }),
      expected: '"dependsOn": skills that do not need this one',
      received: cyclePath(cycle),
      fix: 'Take one of these references out.',
    })
  }
  for (const { name, conflict } of conflictingLoads(skills)) {
    found.push({
      severity: 'warning',
      code: 'dependency-conflict',
      file: `skills/${name}.json`,
      expected: 'that the skill and all that it needs go together',
      received: `"${conflict[0]}" and "${conflict[1]}", of which one names the other in "conflictsWith"`,
      fix: 'Take one of the two out of "dependsOn", or the conflict out of "conflictsWith".',
    })
  }
  return found
}

// A name that somebody mistyped, not just the least different one.
function likelyName(wanted: string, names: string[]): string | undefined {
  return nearestNames(wanted, names, 1).find((name) => editDistance(wanted, name) <= Math.max(2, wanted.length / 4))
}

// The first mention after the key: good enough to open the file at.
function lineIn(text: string, { field, to }: DanglingReference): number | undefined {
  const key = text.indexOf(`"${field}"`)
  const at = key < 0 ? -1 : text.indexOf(JSON.stringify(to), key)
  return at < 0 ? undefined : text.slice(0, at).split('\n').length
}
