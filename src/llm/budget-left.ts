// Whether the day's budget still lets a call of the model begin, for who wants to know before asking.
import { budgetFault, dayOf, foldUsage, moneyOf } from '../domain/model-budget.ts'
import { readJsonl } from '../files/jsonl-file.ts'
import { guarded } from '../files/storage-error.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** The id of a call that is never made. */
const WOULD_BE = 'would-be'

type BudgetLeft = { tokensUsed: number; moneyUsed: number; fault: { message: string; fix: string } | undefined }

/**
 * Reads the whole file of usage. What is reserved and not settled counts as used.
 * @param outputTokens the most that the call may answer with.
 */
export async function budgetLeft(
  usagePath: string,
  settings: ProviderSettings,
  outputTokens: number,
  now: Date,
): Promise<BudgetLeft> {
  const { values } = await guarded('reading the usage of the model', () => readJsonl(usagePath))
  const spent = foldUsage(new Map(), values, dayOf(now))
  const prices = { input: settings['provider.inputPrice'] ?? 0, output: settings['provider.outputPrice'] ?? 0 }
  const money = moneyOf({ inputTokens: 0, outputTokens }, prices)
  const calls = new Map([...spent, [WOULD_BE, { tokens: outputTokens, money, day: dayOf(now) }]])
  const budget = { tokens: settings['provider.tokensPerDay'], money: settings['provider.moneyPerDay'] }
  const sums = [...spent.values()]
  return {
    tokensUsed: sums.reduce((sum, call) => sum + call.tokens, 0),
    moneyUsed: sums.reduce((sum, call) => sum + call.money, 0),
    fault: budgetFault(calls, WOULD_BE, budget, now),
  }
}
