// What calls of a model took, told after the fact: by day, and by the cycle that ran meanwhile. A call knows no cycle, and
// passes run one after another, so a cycle's are those that began while the provider was at it. Pure.
import type { Cycle } from './cycle.ts'
import { dayOf, readUsageLine, type UsageLine } from './model-budget.ts'

export type Cost = { calls: number; inputTokens: number; outputTokens: number; money: number }

/** Calls by their id; one that was never settled stands with what it reserved. */
export type Calls = ReadonlyMap<string, UsageLine>

/** @param lines of the file of usage, in its order; what is no such line is passed over. */
export function callsOf(lines: readonly unknown[]): Calls {
  return new Map(lines.flatMap((line) => readUsageLine(line) ?? []).map((call) => [call.id, call]))
}

/** One for each of the days, in their order. */
export function costByDay(calls: Calls, days: readonly string[]): (Cost & { day: string })[] {
  const byDay = new Map(days.map((day) => [day, { day, ...noCost() }]))
  for (const call of calls.values()) {
    const day = byDay.get(dayOf(new Date(call.at)))
    if (day !== undefined) addCall(day, call)
  }
  return [...byDay.values()]
}

/** Of the cycles that a provider answered; those without a call cost nothing and are left out. */
export function costByCycle(calls: Calls, cycles: readonly Cycle[]): (Cost & { id: string })[] {
  const answered = cycles.filter(({ executor }) => executor === 'provider').sort(byTime)
  const inOrder = [...calls.values()].sort(byTime)
  const costs: (Cost & { id: string })[] = []
  let at = 0
  for (const [i, cycle] of answered.entries()) {
    const cost = { id: cycle.id, ...noCost() }
    const [end, next] = [endOf(cycle), answered[i + 1]?.at]
    while (at < inOrder.length && inOrder[at]!.at < cycle.at) at += 1
    while (at < inOrder.length && inOrder[at]!.at <= end && !isFrom(next, inOrder[at]!)) addCall(cost, inOrder[at++]!)
    if (cost.calls > 0) costs.push(cost)
  }
  return costs
}

// One that was undone ended long before that.
function endOf({ endedAt, leaseUntil }: Cycle): string {
  return endedAt === null || endedAt > leaseUntil ? leaseUntil : endedAt
}

function isFrom(begin: string | undefined, { at }: UsageLine): boolean {
  return begin !== undefined && at >= begin
}

function byTime(a: { at: string }, b: { at: string }): number {
  return a.at < b.at ? -1 : a.at > b.at ? 1 : 0
}

function addCall(cost: Cost, { inputTokens, outputTokens, money }: UsageLine): void {
  cost.calls += 1
  cost.inputTokens += inputTokens
  cost.outputTokens += outputTokens
  cost.money += money
}

function noCost(): Cost {
  return { calls: 0, inputTokens: 0, outputTokens: 0, money: 0 }
}
