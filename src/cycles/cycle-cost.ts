// What passes cost, for people who look: read from the file in which every call of the model is written down.
import type { Cycle } from '../domain/cycle.ts'
import { lastDays } from '../domain/day-counts.ts'
import { type Cost, callsOf, costByCycle, costByDay } from '../domain/model-cost.ts'
import { readJsonl } from '../files/jsonl-file.ts'
import { guarded } from '../files/storage-error.ts'
import type { ProviderSettings } from '../llm/provider-settings.ts'

export type CostReport = {
  /** Oldest first, the last one today. */
  days: (Cost & { day: string })[]
  /** Of the cycles that the provider answered. */
  cycles: (Cost & { id: string })[]
  /** Of a day; null where there is no limit. */
  budget: { tokens: number | null; money: number | null }
}

type CostParts = { usagePath: string; settings: ProviderSettings; cycles: readonly Cycle[]; now: Date }

/** Reads the whole file. @throws `storage` */
export async function costReport(days: number, { usagePath, settings, cycles, now }: CostParts): Promise<CostReport> {
  const { values } = await guarded('reading the usage of the model', () => readJsonl(usagePath))
  const calls = callsOf(values)
  return {
    days: costByDay(calls, lastDays(days, now)),
    cycles: costByCycle(calls, cycles),
    budget: { tokens: settings['provider.tokensPerDay'], money: settings['provider.moneyPerDay'] },
  }
}
