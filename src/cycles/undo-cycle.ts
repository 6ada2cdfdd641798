// Takes back what one cycle changed, and nothing else: each version that it made is undone as a person undoes one, drafts are
// let go, what it archived comes back. What was changed since stays, or the item is refused with the place.
import type { Cycle } from '../domain/cycle.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Caller, Library } from '../library/library.ts'
import type { Review } from '../library/review.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { CycleLog } from './cycle-log.ts'

export type UndoneItem = { name: string; what: 'restored' | 'archived' | 'draft let go' | 'nothing to undo' }
export type UndoReport = { undone: UndoneItem[]; refused: { name: string; reason: string }[] }

export type UndoCycleParts = {
  library: Pick<Library, 'undo' | 'restore' | 'archive'>
  review: Pick<Review, 'reject'>
  store: Pick<SkillStore, 'record'>
  log: CycleLog
}

/** @throws `refused` for all but the operator; `not-found`; `conflict` for a cycle that changed nothing or is undone. */
export async function undoCycle(id: string, caller: Caller, parts: UndoCycleParts): Promise<UndoReport> {
  if (caller.actor !== 'operator') {
    throw new SkillError(
      'refused',
      'only a person may undo a cycle',
      'Ask the person to run: skill-cortex dream --undo',
    )
  }
  return parts.log.exclusively(async () => {
    const cycle = (await parts.log.book()).get(id)
    if (cycle === undefined)
      throw new SkillError('not-found', `no cycle "${id}" was run here`, 'See: skill-cortex dream')
    const steps = await stepsOf(cycle, parts)
    if (cycle.status === 'undone' || steps.length === 0) throw nothingThere(cycle)
    const report: UndoReport = { undone: [], refused: [] }
    // The last first: what was archived comes back before the text that took its place goes.
    for (const step of steps.reverse()) await undoOne(step, caller, parts, report)
    if (report.refused.length === 0) {
      await parts.log.append({ event: 'undone', id, names: report.undone.map(({ name }) => name) })
    }
    return report
  })
}

type Step = { kind: 'save' | 'archive'; name: string; version: number; draft: boolean; created: boolean }

// What was written down as done; and the one that was under way when its process was killed, if it was done after all.
async function stepsOf({ did, doing, pass }: Cycle, { store }: UndoCycleParts): Promise<Step[]> {
  const last = doing.at(-1)
  if (last === undefined || did.some(({ kind, name }) => kind === last.kind && name === last.name)) return [...did]
  const record = await store.record(last.name)
  const newest = record?.versions.at(-1)
  const before = record?.versions.at(-2)?.digest ?? null
  const isIts = newest?.actor === 'model' && before === last.before && record?.draft == null
  const isDraft = record?.draft?.actor === 'model' && record.draft.via === pass && record.draft.base === last.before
  if (isDraft) return [...did, { ...last, version: record!.draft!.version, draft: true, created: last.before === null }]
  return isIts ? [...did, { ...last, version: newest!.version, draft: false, created: last.before === null }] : [...did]
}

async function undoOne(step: Step, caller: Caller, parts: UndoCycleParts, report: UndoReport): Promise<void> {
  const { name } = step
  try {
    report.undone.push({ name, what: await takenBack(step, caller, parts) })
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    report.refused.push({ name, reason: error.message })
  }
}

async function takenBack(
  { kind, name, version, draft, created }: Step,
  caller: Caller,
  { library, review, store }: UndoCycleParts,
): Promise<UndoneItem['what']> {
  const record = await store.record(name)
  if (kind === 'archive') {
    if (record?.archivedAt == null) return 'nothing to undo'
    await library.restore(name, undefined, caller)
    return 'restored'
  }
  if (draft) {
    if (record?.draft?.version !== version) return 'nothing to undo'
    await review.reject(name, { note: 'its cycle was undone', draft: 'discard' }, caller)
    return 'draft let go'
  }
  if (created) {
    if (record?.archivedAt != null) return 'nothing to undo'
    await library.archive(name, caller, { reason: 'its cycle was undone' })
    return 'archived'
  }
  const { changed } = await library.undo(name, version, caller)
  return changed ? 'restored' : 'nothing to undo'
}

function nothingThere({ id, status }: Cycle): SkillError {
  const message = status === 'undone' ? `cycle ${id} is undone already` : `cycle ${id} changed nothing`
  return new SkillError('conflict', message, 'See: skill-cortex dream')
}
