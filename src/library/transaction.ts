// Several skills changed as one: written down first, then done one after the other, each only while it still is what was
// planned from. What cannot be done to the end is undone; what a crash left is done or undone at the next start. Nobody
// else's change is overwritten by any of it.
import type { CurrentState } from '../domain/change-state.ts'
import { SkillError } from '../domain/skill-error.ts'
import {
  doneStep,
  type StepChange,
  type StepState,
  stepState,
  type TransactionStep,
  undoneStep,
} from '../domain/transaction-step.ts'
import type { SkillStore } from '../store/skill-store.ts'
import type { Transaction, TransactionLog } from '../store/transaction-log.ts'

export type TransactionParts = { store: SkillStore; transactions: TransactionLog; now: () => Date }

/** Somebody changed a skill between the plan and its step; everything is as it was. */
export class StepConflict extends SkillError {
  constructor(name: string) {
    super(
      'conflict',
      `skill "${name}" was changed by somebody else while it was being changed together with others`,
      'Nothing was changed. Look at it again and try once more.',
    )
  }
}

/**
 * Does all steps or none. Call it with the lock of the log held; `end` the transaction once its
 * consequences are dealt with.
 * @throws StepConflict, or what the disk says. When even undoing failed the document stays, and a later `recover` mends it.
 */
export async function transact(parts: TransactionParts, draft: Omit<Transaction, 'owner'>): Promise<void> {
  const transaction = await parts.transactions.begin(draft)
  try {
    await doAll(parts.store, transaction.steps)
  } catch (error) {
    await undoAll(parts, transaction.steps).catch((failed) => {
      throw notUndone(failed, error)
    })
    await parts.transactions.end(transaction.id)
    throw error
  }
}

export type Recovered = { transaction: Transaction; outcome: 'done' | 'undone' }

/**
 * Brings what was left under way to one of its two ends: done when every step can still be done, else undone. With the
 * lock of the log held. It stays written down until `end`: what follows from it may be cut off as well.
 */
export async function recover(parts: TransactionParts, transaction: Transaction): Promise<Recovered['outcome']> {
  const { steps } = transaction
  const states: StepState[] = []
  for (const step of steps) states.push(await onStep(parts.store, step, () => undefined))
  // Once the last step was made all were; what came later is somebody's next change.
  if (states.at(-1) === 'after') return 'done'
  try {
    const refusing = states.findIndex((state) => !isDoable(state))
    if (refusing >= 0) throw new StepConflict(steps[refusing]!.name)
    await doAll(parts.store, steps)
    return 'done'
  } catch (error) {
    if (!(error instanceof StepConflict)) throw error
    await undoAll(parts, steps)
    return 'undone'
  }
}

/** Those of dead processes, and of this one: with the lock held, it has none under way. */
export async function leftTransactions({ transactions: log }: Pick<TransactionParts, 'transactions'>) {
  const { transactions, damaged } = await log.standing()
  return { left: transactions.filter((each) => log.ownerOf(each) !== 'alive'), damaged }
}

async function doAll(store: SkillStore, steps: readonly TransactionStep[]): Promise<void> {
  for (const step of steps) {
    const state = await onStep(store, step, (found) =>
      found === 'before' || found === 'half' ? doneStep(step) : undefined,
    )
    if (!isDoable(state)) throw new StepConflict(step.name)
  }
}

function isDoable(state: StepState): boolean {
  return state === 'before' || state === 'half' || state === 'after'
}

// Backwards, so that what is named by others stands before they name it.
async function undoAll({ store, now }: TransactionParts, steps: readonly TransactionStep[]): Promise<void> {
  const at = now().toISOString()
  for (const step of steps.toReversed()) {
    await onStep(store, step, (state, current) =>
      state === 'before' || state === 'other' ? undefined : undoneStep(step, current, at),
    )
  }
}

type ChangeOf = (state: StepState, current: CurrentState) => StepChange | undefined

/** @returns the state that was found, under the skill's lock. */
async function onStep(store: SkillStore, step: TransactionStep, changeOf: ChangeOf): Promise<StepState> {
  try {
    return await store.update(step.name, (current) => {
      const state = stepState(step, current)
      const change = changeOf(state, current)
      return { ...(change === undefined ? {} : { change }), result: state }
    })
  } catch (error) {
    // A file that is no text any more, or was edited just now.
    const isTheirs = error instanceof SkillError && ['damaged', 'too-large', 'conflict'].includes(error.code)
    if (isTheirs) return 'other'
    throw error
  }
}

// The document stays, and what it says is brought to one of its two ends later.
function notUndone(failed: unknown, cause: unknown): SkillError {
  const reason = failed instanceof Error ? failed.message : String(failed)
  return new SkillError(
    'storage',
    `a change of several skills failed, and what was done of it could not be undone yet: ${reason}`,
    'Mend the cause and start again: the next start, or the next merge, brings it to its end or undoes it.',
    { cause },
  )
}
