// How it stands with the model for work in the background, for people and agents who look.
import type { HomeHealth } from '../domain/home-health.ts'
import { SkillError } from '../domain/skill-error.ts'
import { budgetLeft } from '../llm/budget-left.ts'
import { type ProviderSettings, providerFaults } from '../llm/provider-settings.ts'
import { OUTPUT_TOKENS_MAX } from './run-pass.ts'

export type ProviderState = HomeHealth['provider']

/** Reads the file of usage. @param usagePath where each call is written down. */
export async function providerState(settings: ProviderSettings, usagePath: string, now: Date): Promise<ProviderState> {
  const { 'provider.kind': kind, 'provider.model': model } = settings
  if (kind === null) return { state: 'none', model: null, tokensToday: 0, note: null }
  const [fault] = providerFaults(settings)
  if (fault !== undefined) return { state: 'misconfigured', model, tokensToday: 0, note: fault }
  try {
    const { tokensUsed, fault: spent } = await budgetLeft(usagePath, settings, OUTPUT_TOKENS_MAX, now)
    const said = { model, tokensToday: tokensUsed }
    if (spent === undefined) return { state: 'ready', ...said, note: null }
    return { state: 'budget-exhausted', ...said, note: `${spent.message}. ${spent.fix}` }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return { state: 'unknown', model, tokensToday: 0, note: `${error.message}. ${error.fix}` }
  }
}
