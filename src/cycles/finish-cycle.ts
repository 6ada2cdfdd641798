// Carries out what was let through and writes down what became of it; and goes on with what a process that was killed had
// begun. Both only while no other process is at the cycles.
import { boundedRefusals, type Cycle, type CycleReport } from '../domain/cycle.ts'
import { doneChange } from '../domain/done-change.ts'
import { isNoteKind, type Verdict } from '../domain/pass-change.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { SkillStore } from '../store/skill-store.ts'
import { type ApplyParts, applyChanges } from './apply-changes.ts'
import type { CycleLog } from './cycle-log.ts'
import type { Pass } from './pass.ts'

export type FinishParts = Omit<ApplyParts, 'append' | 'store' | 'carryOutNote'> & {
  store: Pick<SkillStore, 'record' | 'read'>
  log: CycleLog
  passes: readonly Pass[]
}

/** @throws `storage` when the disk refuses; it is gone on with the next time. */
export async function finishCycle(
  cycle: Cycle,
  verdicts: readonly Verdict[],
  parts: FinishParts,
): Promise<CycleReport> {
  const { log, passes } = parts
  const { id, author } = cycle
  const pass = passes.find(({ name }) => name === cycle.pass)
  try {
    const caller = { actor: 'model' as const, via: cycle.pass, author }
    const applying = { ...parts, append: log.append, carryOutNote: pass?.carryOut }
    const { applied, refused } = await applyChanges(verdicts, { caller, cycle }, applying)
    const refusals = boundedRefusals(refused)
    await log.append({ event: 'applied', id, ...refusals })
    await log.plan.drop()
    await pass?.done?.(cycle, applied)
    return { applied, ...refusals }
  } catch (error) {
    // A fault of ours must not come back with every cycle to come.
    if (!(error instanceof SkillError)) {
      await settled(id, parts)
      await log.append({ event: 'failed', id, reason: 'the server failed at it' })
    }
    throw error
  }
}

/** Goes on with what was cut off. What cannot be gone on with has failed; what it did is in its book, to be taken back. */
export async function recoverCycles(parts: FinishParts): Promise<void> {
  const { log } = parts
  for (const { id, status } of [...(await log.book()).values()]) {
    if (status !== 'applying') continue
    const cycle = await settled(id, parts)
    const verdicts = await log.plan.of(id)
    if (verdicts === undefined) {
      await log.append({ event: 'failed', id, reason: 'it was cut off, and what was left to do is lost' })
      continue
    }
    try {
      await finishCycle(cycle, verdicts, parts)
    } catch (error) {
      if (!(error instanceof SkillError)) throw error
      // One file that cannot be written must not hold up all passes; a disk that takes nothing refuses this line too.
      await log.append({ event: 'failed', id, reason: `it was cut off, and going on failed: ${error.message}` })
    }
  }
}

/** The cycle once it is known of the change that was under way whether it was made. */
export async function settled(id: string, { log, store }: Pick<FinishParts, 'log' | 'store'>): Promise<Cycle> {
  const { doing } = (await log.book()).get(id)!
  // Who carries out a note does nothing twice, so that it is simply done again.
  if (doing !== null && !isNoteKind(doing.kind)) {
    const { kind, name, reason } = doing
    const done = doneChange(doing, await store.record(name), await digestOf(name, store))
    if (done !== undefined) await log.append({ event: 'did', id, item: { kind, name, ...done, reason } })
  }
  return (await log.book()).get(id)!
}

async function digestOf(name: string, store: Pick<SkillStore, 'read'>): Promise<string | undefined> {
  try {
    return (await store.read(name))?.digest
  } catch (error) {
    // What was broken since is another text than the one that stood before.
    if (error instanceof SkillError && error.code === 'damaged') return 'damaged'
    throw error
  }
}
