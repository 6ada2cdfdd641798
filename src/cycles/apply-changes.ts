// Carries out what a judge let through, through the commands that people use: every save first, then what is archived
// because of one. Each change stands alone; one that is refused keeps no other. Before and after each a line is written, so
// that a crash leaves no doubt about what was done.
import type { AppliedItem, RefusedItem } from '../domain/cycle.ts'
import type { ArchiveChange, PassChange, SaveChange, Verdict } from '../domain/pass-change.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Caller, Library } from '../library/library.ts'
import type { NewCycleLine } from './cycle-log.ts'

/** Whether recall would find less after a change and those that go with it, in words; undefined where it would not. */
export type RecallGuard = (save: SaveChange, archives: readonly ArchiveChange[]) => Promise<string | undefined>

export type ApplyParts = {
  library: Pick<Library, 'save' | 'archive'>
  guard: RecallGuard
  append: (line: NewCycleLine) => Promise<void>
}
export type Applying = {
  id: string
  caller: Omit<Caller, 'seen'>
  /** Of an earlier try that was cut off: not done again. */
  did: readonly AppliedItem[]
}

export async function applyChanges(
  verdicts: readonly Verdict[],
  applying: Applying,
  parts: ApplyParts,
): Promise<{ applied: AppliedItem[]; refused: RefusedItem[] }> {
  const refused: RefusedItem[] = verdicts.flatMap((verdict) =>
    verdict.kind === 'refuse' ? [{ kind: verdict.what, name: verdict.name, reason: verdict.reason }] : [],
  )
  const applied: AppliedItem[] = [...applying.did]
  const changes = verdicts.flatMap((verdict) => (verdict.kind === 'apply' ? [verdict.change] : []))
  const archives = changes.filter((change) => change.kind === 'archive')
  const saves = changes.filter((change) => change.kind === 'save')
  for (const change of [...saves, ...archives]) {
    if (applying.did.some(({ kind, name }) => kind === change.kind && name === change.name)) continue
    const done = await carryOut(change, archives, applied, applying, parts)
    if ('version' in done) applied.push(done)
    else refused.push(done)
  }
  return { applied, refused }
}

async function carryOut(
  change: PassChange,
  archives: readonly ArchiveChange[],
  applied: readonly AppliedItem[],
  { id, caller }: Applying,
  { library, guard, append }: ApplyParts,
): Promise<AppliedItem | RefusedItem> {
  const { kind, name, base, reason } = change
  const against =
    kind === 'save'
      ? await guard(
          change,
          archives.filter(({ into }) => into === name),
        )
      : unready(change, applied)
  if (against !== undefined) return { kind, name, reason: against }
  try {
    await append({ event: 'doing', id, kind, name, before: base })
    const by: Caller = { ...caller, seen: new Map([[name, base]]) }
    const item = kind === 'save' ? await saved(change, by, library) : await archived(change, by, library)
    await append({ event: 'did', id, item: { ...item, reason } })
    return { ...item, reason }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return { kind, name, reason: error.message }
  }
}

async function saved({ name, base, patch }: SaveChange, caller: Caller, library: ApplyParts['library']) {
  // What is near was judged already; the number must be new where the name must be.
  const isNew = base === null ? { expectedVersion: 0 } : {}
  const { version, draft, created } = await library.save(name, patch, caller, { allowNear: true, ...isNew })
  return { kind: 'save' as const, name, version, draft, created }
}

async function archived({ name, into, reason }: ArchiveChange, caller: Caller, library: ApplyParts['library']) {
  const { version } = await library.archive(name, caller, { reason, supersededBy: into })
  return { kind: 'archive' as const, name, version, draft: false, created: false }
}

// What took its place must be in force: a draft may yet be rejected.
function unready({ into }: ArchiveChange, applied: readonly AppliedItem[]): string | undefined {
  const replacement = applied.find(({ kind, name }) => kind === 'save' && name === into)
  if (replacement === undefined) return `"${into}", which was to take its place, was not saved`
  return replacement.draft ? `"${into}", which was to take its place, waits for a person as a draft` : undefined
}
