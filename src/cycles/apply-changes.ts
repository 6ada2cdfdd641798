// Carries out what a judge let through, through the commands that people use: every save first, then what is archived
// because of one. Each change stands alone; one that is refused keeps no other. Before and after each a line is written, so
// that a crash leaves no doubt about what was done.
import { type AppliedItem, boundedItem, type Cycle, isSameAs, type RefusedItem } from '../domain/cycle.ts'
import {
  type ArchiveChange,
  isNote,
  type NoteChange,
  type PassChange,
  type SaveChange,
  type SkillChange,
  type Verdict,
} from '../domain/pass-change.ts'
import { versionOfDigest } from '../domain/record.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Caller, Library } from '../library/library.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { NewCycleLine } from './cycle-log.ts'
import type { NoteDone, Pass } from './pass.ts'

/** Whether recall would find less after a change and those that go with it, in words; undefined where it would not. */
export type RecallGuard = (save: SaveChange, archives: readonly ArchiveChange[]) => Promise<string | undefined>

/** Told before each change, so that whoever waits can be told. */
export type OnStep = (done: number, all: number) => void

export type ApplyParts = {
  library: Pick<Library, 'save' | 'archive'>
  store: Pick<SkillStore, 'record'>
  guard: RecallGuard
  append: (line: NewCycleLine) => Promise<void>
  /** Carries out what is none of the library's. */
  carryOutNote?: Pass['carryOut']
  onStep?: OnStep | undefined
}
export type Applying = {
  caller: Omit<Caller, 'seen'>
  /** What an earlier try did or left, which was cut off, is not tried again. */
  cycle: Pick<Cycle, 'id' | 'at' | 'executor' | 'author' | 'state' | 'did' | 'left'>
}

/** @throws `storage` when the disk refuses: what is left may be carried out later. */
export async function applyChanges(
  verdicts: readonly Verdict[],
  applying: Applying,
  parts: ApplyParts,
): Promise<{ applied: AppliedItem[]; refused: RefusedItem[] }> {
  const { did, left } = applying.cycle
  const applied: AppliedItem[] = [...did]
  const refused: RefusedItem[] = verdicts.flatMap((verdict) =>
    verdict.kind === 'refuse' ? [{ kind: verdict.what, name: verdict.name, reason: verdict.reason }] : [],
  )
  refused.push(...left)
  const changes = verdicts.flatMap((verdict) => (verdict.kind === 'apply' ? [verdict.change] : []))
  const archives = changes.filter((change) => change.kind === 'archive')
  const saves = changes.filter((change) => change.kind === 'save')
  for (const [before, change] of [...saves, ...archives, ...changes.filter(isNote)].entries()) {
    parts.onStep?.(before, changes.length)
    if ([...did, ...left].some(isSameAs(change))) continue
    const done = await carryOut(change, archives, applied, applying, parts)
    if ('version' in done) applied.push(done)
    else refused.push(done)
  }
  return { applied, refused }
}

/** What carrying these out would refuse beyond what the judge refused; writes nothing. */
export async function foreseen(verdicts: readonly Verdict[], guard: RecallGuard): Promise<Verdict[]> {
  const changes = verdicts.flatMap((verdict) => (verdict.kind === 'apply' ? [verdict.change] : []))
  const archives = changes.filter((change) => change.kind === 'archive')
  const against = new Map<string, string>()
  for (const save of changes.filter((change) => change.kind === 'save')) {
    const reason = await guard(save, archivesFor(save, archives))
    if (reason !== undefined) against.set(save.name, reason)
  }
  return verdicts.map((verdict) => {
    if (verdict.kind === 'refuse') return verdict
    if (isNote(verdict.change)) return verdict
    const { kind, name } = verdict.change
    const reason =
      verdict.change.kind === 'save'
        ? against.get(name)
        : against.has(verdict.change.into) && notSaved(verdict.change.into)
    return reason ? { kind: 'refuse', what: kind, name, reason } : verdict
  })
}

async function carryOut(
  change: PassChange,
  archives: readonly ArchiveChange[],
  applied: readonly AppliedItem[],
  { cycle, caller }: Applying,
  parts: ApplyParts,
): Promise<AppliedItem | RefusedItem> {
  const { kind, name } = change
  const { id } = cycle
  const { reason } = boundedItem(change)
  await parts.append({ event: 'doing', id, kind, name, before: isNote(change) ? null : change.base, reason })
  const done = isNote(change)
    ? await triedNote(change, { ...cycle, applied }, parts)
    : await tried(change, archivesFor(change, archives), applied, caller, parts)
  if (typeof done === 'string') {
    const item = boundedItem({ kind, name, reason: done })
    await parts.append({ event: 'left', id, item })
    return item
  }
  const item = boundedItem({ kind, name, reason, ...done })
  await parts.append({ event: 'did', id, item })
  return item
}

type Done = Pick<AppliedItem, 'version' | 'draft' | 'created'> & { reason?: string }

async function triedNote(
  change: NoteChange,
  cycle: Parameters<NonNullable<Pass['carryOut']>>[1],
  { carryOutNote }: ApplyParts,
): Promise<Done | string> {
  if (carryOutNote === undefined) return `the pass knows no way to ${change.kind}`
  try {
    const { created, note }: NoteDone = await carryOutNote(change, cycle)
    return { version: 0, draft: false, created, ...(note === undefined ? {} : { reason: note }) }
  } catch (error) {
    if (!(error instanceof SkillError) || error.code === 'storage') throw error
    return error.message
  }
}

// What was done, or why it was not.
async function tried(
  change: SkillChange,
  archives: readonly ArchiveChange[],
  applied: readonly AppliedItem[],
  caller: Omit<Caller, 'seen'>,
  { library, store, guard }: ApplyParts,
): Promise<Done | string> {
  const { kind, name, base } = change
  try {
    const lacking = unready(kind === 'save' ? (change.after ?? []) : [change.into], applied)
    const against = lacking ?? (kind === 'save' ? await guard(change, archives) : undefined)
    if (against !== undefined) return against
    const record = await store.record(name)
    // Neither written over nor archived with its skill unseen.
    if (record?.draft != null) return `a draft of "${name}" waits for a person`
    const by: Caller = { ...caller, seen: new Map([[name, base]]) }
    if (kind === 'archive') return await archived(change, by, library)
    // A draft that comes now has another number.
    return await saved(change, by, base === null ? 0 : versionOfDigest(record, base), library)
  } catch (error) {
    // A disk that refused may yet have taken the change.
    if (!(error instanceof SkillError) || error.code === 'storage') throw error
    return error.message
  }
}

async function saved(
  { name, patch }: SaveChange,
  caller: Caller,
  expectedVersion: number,
  library: ApplyParts['library'],
): Promise<Done | string> {
  // What is near was judged already.
  const asked = { allowNear: true, expectedVersion }
  const { version, draft, created, changed } = await library.save(name, patch, caller, asked)
  return changed ? { version, draft, created } : `it would change nothing of "${name}"`
}

async function archived(
  { name, into, reason }: ArchiveChange,
  caller: Caller,
  library: ApplyParts['library'],
): Promise<Done> {
  const { version } = await library.archive(name, caller, { reason, supersededBy: into })
  return { version, draft: false, created: false }
}

// What a change rests on must be in force: a draft may yet be rejected.
function unready(names: readonly string[], applied: readonly AppliedItem[]): string | undefined {
  const saved = (name: string) => applied.find((item) => item.kind === 'save' && item.name === name)
  const missing = names.find((name) => saved(name)?.draft !== false)
  if (missing === undefined) return undefined
  const how = saved(missing) === undefined ? 'was not saved' : 'waits for a person as a draft'
  return `"${missing}", on which this rests, ${how}`
}

function archivesFor({ name }: PassChange, archives: readonly ArchiveChange[]): ArchiveChange[] {
  return archives.filter(({ into }) => into === name)
}

function notSaved(into: string): string {
  return `"${into}", which was to take its place, was not saved`
}
