// Lets a call of the model begin only within the day's budget. What is reserved and used stands in one append-only file,
// which all processes of a home write and each reads again before a call: first the reservation is appended, then the
// order in the file decides who goes. No lock, and no two can both take the last of it.
import {
  budgetFault,
  type DayBudget,
  type DayCalls,
  dayOf,
  foldUsage,
  moneyOf,
  type Prices,
  type TokenUsage,
  type UsageLine,
} from '../domain/model-budget.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import { openJsonlWriter, readJsonl } from '../files/jsonl-file.ts'
import { createKeyedQueue } from '../files/keyed-queue.ts'
import { guarded } from '../files/storage-error.ts'
import { estimateInput } from './endpoint.ts'
import { CallFault, type ModelCall } from './model-call.ts'

type BudgetParts = {
  /** Of the file of usage. */
  path: string
  model: string
  budget: DayBudget
  prices: Prices
  now: () => Date
  newId: () => string
  log: Log
}

const NOTHING: TokenUsage = { inputTokens: 0, outputTokens: 0 }

/** A call that cannot be written down does not begin. */
export function withinBudget(
  call: ModelCall,
  { path, model, budget, prices, now, newId, log }: BudgetParts,
): ModelCall {
  const levelCalls = openUsage(path)
  return async (request) => {
    const [id, began] = [newId(), now()]
    const at = began.toISOString()
    const write = (event: UsageLine['event'], usage: TokenUsage) =>
      append(path, { event, id, at, model, ...usage, money: moneyOf(usage, prices) })
    // The answer that is paid for must not be lost with it; what is not settled counts as what it reserved.
    const settle = (usage: TokenUsage) =>
      write('used', usage).catch((error: unknown) => log('provider', 'the usage of a call is not written down', error))

    await write('reserved', { inputTokens: estimateInput(request), outputTokens: request.maxOutputTokens })
    const fault = budgetFault(await levelCalls(dayOf(began)), id, budget, began)
    if (fault !== undefined) {
      await settle(NOTHING)
      throw new SkillError('budget-exhausted', fault.message, fault.fix)
    }
    try {
      const reply = await call(request)
      await settle(reply.usage)
      return reply
    } catch (error) {
      // Otherwise nobody knows what the model did: the reservation stands.
      const isFree = error instanceof CallFault ? !error.fate.mayBeBilled : error instanceof SkillError
      if (isFree) await settle(NOTHING)
      throw error
    }
  }
}

function append(path: string, line: UsageLine): Promise<void> {
  return guarded('writing down the usage of the model', async () => {
    const writer = openJsonlWriter(path)
    try {
      writer.append(line)
    } finally {
      writer.close()
    }
  })
}

// Reads what came since the last time, one reader after the other.
function openUsage(path: string): (day: string) => Promise<DayCalls> {
  const inTurn = createKeyedQueue()
  let folded: { day: string; calls: DayCalls; next: number } | undefined
  const level = async (day: string) => {
    // Lines of this day may have been passed over as those of another one: clocks jump.
    const last = folded?.day === day ? folded : undefined
    const { values, next } = await readJsonl(path, last?.next)
    // Shorter than where it was read to: another file stands there, and was read from its beginning.
    const calls = last === undefined || next < last.next ? new Map() : last.calls
    folded = { day, calls: foldUsage(calls, values, day), next }
    return folded.calls
  }
  return (day) => inTurn(path, () => guarded('reading the usage of the model', () => level(day)))
}
