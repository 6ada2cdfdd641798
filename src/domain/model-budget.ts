// What calls of a model may cost on one UTC day, in tokens and in money. Each call first reserves the most that it may
// need and then says what it took; one that never says so (its process was killed) counts as what it reserved.
import { z } from 'zod'

export type TokenUsage = { inputTokens: number; outputTokens: number }
/** For a million tokens, in whatever currency the budget is in. */
export type Prices = { input: number; output: number }
export type DayBudget = { tokens: number | null; money: number | null }

const usageLineSchema = z.object({
  event: z.enum(['reserved', 'used']),
  id: z.string(),
  /** When the call began, in both lines of it: that day pays. */
  at: z.iso.datetime(),
  model: z.string(),
  inputTokens: z.number().nonnegative(),
  outputTokens: z.number().nonnegative(),
  money: z.number().nonnegative(),
})
export type UsageLine = z.output<typeof usageLineSchema>

type CallCost = { tokens: number; money: number; day: string }
/** By the id of the call, in the order in which they were reserved. */
export type DayCalls = ReadonlyMap<string, CallCost>

/** Takes further lines, in the order of the file. What is no line of usage counts nothing. */
export function foldUsage(calls: DayCalls, lines: readonly unknown[], day: string): DayCalls {
  const folded = new Map([...calls].filter(([, call]) => call.day === day))
  for (const line of lines) {
    const read = readUsageLine(line)
    if (read === undefined || dayOf(new Date(read.at)) !== day) continue
    const { id, inputTokens, outputTokens, money } = read
    folded.set(id, { tokens: inputTokens + outputTokens, money, day })
  }
  return folded
}

/** Undefined for what is no line of usage. */
export function readUsageLine(line: unknown): UsageLine | undefined {
  return usageLineSchema.safeParse(line).data
}

/**
 * Why the call `id`, whose reservation stands among `calls`, may not begin. Only those before it count, so of several
 * that reserve at once the first ones go, whoever looks.
 */
export function budgetFault(
  calls: DayCalls,
  id: string,
  budget: DayBudget,
  now: Date,
): { message: string; fix: string } | undefined {
  const own = calls.get(id)
  const before = sumBefore(calls, id)
  for (const unit of ['tokens', 'money'] as const) {
    const [limit, needed] = [budget[unit], own?.[unit] ?? 0]
    if (limit === null || nano(before[unit] + needed) <= nano(limit)) continue
    const message = `today's budget of ${amount(limit)}${unit === 'tokens' ? ' tokens' : ''} leaves too little: ${amount(before[unit])} are spent or reserved, and this call may need ${amount(needed)}`
    const raise = `provider.${unit}PerDay`
    return needed > limit
      ? { message, fix: `Raise ${raise}: this call alone is beyond it.` }
      : { message, fix: `It begins anew at ${nextDayOf(now)}; raise ${raise} to go on before.` }
  }
  return undefined
}

function sumBefore(calls: DayCalls, id: string): { tokens: number; money: number } {
  const sum = { tokens: 0, money: 0 }
  for (const [other, { tokens, money }] of calls) {
    if (other === id) break
    sum.tokens += tokens
    sum.money += money
  }
  return sum
}

export function moneyOf({ inputTokens, outputTokens }: TokenUsage, { input, output }: Prices): number {
  return (inputTokens * input + outputTokens * output) / 1_000_000
}

/** The UTC day, as YYYY-MM-DD. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** When the next UTC day begins. */
function nextDayOf(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString()
}

// Sums of fractions are off by a hair, which must decide nothing.
function nano(value: number): number {
  return Math.round(value * 1e9)
}

function amount(value: number): string {
  return String(Math.round(value * 10_000) / 10_000)
}
