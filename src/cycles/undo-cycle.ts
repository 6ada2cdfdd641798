// Takes back what one cycle changed, and nothing else: each version that it made is undone as a person undoes one, drafts are
// let go, what it archived comes back. What was changed since stays, or the item is refused with the place.
import { type AppliedItem, type Cycle, type CycleBook, type Doing, isSameAs } from '../domain/cycle.ts'
import type { RecordStep } from '../domain/lifecycle-change.ts'
import { isNoteKind } from '../domain/pass-change.ts'
import type { Lifecycle } from '../domain/record.ts'
import { SkillError, shown } from '../domain/skill-error.ts'
import type { Caller, Library } from '../library/library.ts'
import type { Review } from '../library/review.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { CycleLog } from './cycle-log.ts'
import { settled } from './finish-cycle.ts'
import type { Pass, TakenBack } from './pass.ts'

export type UndoneItem = { name: string; what: TakenBack | 'archived' | 'draft let go' }
export type UndoReport = { undone: UndoneItem[]; refused: { name: string; reason: string }[] }

export type UndoCycleParts = {
  library: Pick<Library, 'undo' | 'restore' | 'archive'>
  review: Pick<Review, 'reject' | 'step'>
  store: Pick<SkillStore, 'record' | 'read' | 'stamp'>
  log: CycleLog
  passes: readonly Pick<Pass, 'name' | 'takeBack'>[]
}

/** @throws `refused` for all but the operator; `not-found`; `conflict` for a cycle that changed nothing or is undone. */
export async function undoCycle(id: string, caller: Caller, parts: UndoCycleParts): Promise<UndoReport> {
  const { log } = parts
  if (caller.actor !== 'operator') {
    throw new SkillError(
      'refused',
      'only a person may undo a cycle',
      'Ask the person to run: skill-cortex dream --undo',
    )
  }
  return log.exclusively(async () => {
    const book = await log.book()
    if (!book.has(id)) throw new SkillError('not-found', `no cycle "${shown(id)}" was run here`, SEE)
    const cycle = await settled(id, parts)
    // One that was cut off goes no further.
    if (cycle.status === 'applying') await log.append({ event: 'failed', id, reason: 'a person took it back' })
    const steps = [...cycle.did, ...begunNotes(cycle.doing)]
    if (cycle.status === 'undone' || steps.length === 0) throw nothingThere(cycle)
    const { takeBack } = parts.passes.find(({ name }) => name === cycle.pass) ?? {}
    const its = (step: AppliedItem) => takeBack?.(step, id)
    const report: UndoReport = { undone: [], refused: [] }
    // The last first: what was archived comes back before the text that took its place goes.
    for (const step of steps.reverse())
      await undoOne(step, isLast(step, cycle, book), caller, { ...parts, its }, report)
    if (report.refused.length === 0) {
      await log.append({ event: 'undone', id, names: report.undone.map(({ name }) => name) })
    }
    return report
  })
}

// It may have been done, as nothing tells but the pass itself.
function begunNotes(doing: Doing | null): AppliedItem[] {
  if (doing === null || !isNoteKind(doing.kind)) return []
  const { kind, name, reason } = doing
  return [{ kind, name, reason, version: 0, draft: false, created: false }]
}

// Whether no cycle that began later did the same to the same skill: what stands now may be that one's.
function isLast(step: AppliedItem, { id }: Cycle, book: CycleBook): boolean {
  const cycles = [...book.values()]
  const later = cycles.slice(cycles.findIndex((cycle) => cycle.id === id) + 1)
  return !later.some((cycle) => cycle.did.some(isSameAs(step)))
}

/** @property its what the pass itself carried out, and takes back. */
type TakingParts = UndoCycleParts & { its: (step: AppliedItem) => Promise<TakenBack> | undefined }

async function undoOne(
  step: AppliedItem,
  isLast: boolean,
  caller: Caller,
  parts: TakingParts,
  report: UndoReport,
): Promise<void> {
  const { name } = step
  try {
    report.undone.push({ name, what: await takenBack(step, isLast, caller, parts) })
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    report.refused.push({ name, reason: error.message })
  }
}

async function takenBack(
  step: AppliedItem,
  isLast: boolean,
  caller: Caller,
  { library, review, store, its }: TakingParts,
): Promise<UndoneItem['what']> {
  const { kind, name, version, draft, created } = step
  if (isNoteKind(kind)) return (await its(step)) ?? 'nothing to undo'
  const record = await store.record(name)
  // The file says whether something stands: a record is written before it, also by an undo that was cut off.
  const stands = (await store.stamp(name)) !== undefined
  if (kind === 'archive') {
    const step = record?.lastStep
    const isIts = step?.cause === 'archive' ? step.actor === 'model' : step?.cause === 'revive'
    if (stands || !isLast || !isIts) return 'nothing to undo'
    await library.restore(name, undefined, { ...caller, seen: new Map([[name, null]]) })
    await asMatureAsBefore(name, step!.from, caller, { review, store })
    return 'restored'
  }
  if (draft && record?.draft?.version === version) {
    await review.reject(name, { note: 'its cycle was undone', draft: 'discard' }, caller)
    return 'draft let go'
  }
  const made = record?.versions.find((each) => each.version === version)
  // A draft that nobody took in is no version.
  if (draft && made === undefined) return 'nothing to undo'
  if (draft) throw takenIn(name, version)
  if (created) {
    if (!stands) return 'nothing to undo'
    const seen = new Map([[name, made?.digest ?? null]])
    await library.archive(name, { ...caller, seen }, { reason: 'its cycle was undone' })
    return 'archived'
  }
  const { changed } = await library.undo(name, version, caller)
  return changed ? 'restored' : 'nothing to undo'
}

// What comes back begins anew; a person who takes the archiving back means the skill as it was.
async function asMatureAsBefore(
  name: string,
  before: Lifecycle,
  caller: Caller,
  { review, store }: Pick<UndoCycleParts, 'review' | 'store'>,
): Promise<void> {
  const begun = (await store.record(name))?.lifecycle
  const steps = before === begun ? [] : (STEPS_BACK[before] ?? [])
  for (const step of steps) if (step !== 'promote' || begun === 'candidate') await review.step(name, step, caller)
}

const STEPS_BACK: Partial<Record<Lifecycle, RecordStep[]>> = {
  verified: ['promote'],
  released: ['promote', 'promote'],
  deprecated: ['deprecate'],
}

function takenIn(name: string, version: number): SkillError {
  return new SkillError(
    'conflict',
    `a person has accepted its draft (version ${version} of "${name}")`,
    'To take that back, restore the version before it.',
  )
}

const SEE = 'See: skill-cortex dream --list'

function nothingThere({ id, status }: Cycle): SkillError {
  const message = status === 'undone' ? `cycle ${id} is undone already` : `cycle ${id} changed nothing`
  return new SkillError('conflict', message, SEE)
}
