// The port to a model: one question, one answer in text that should hold JSON of the given schema. No streaming, no
// tools, no conversation that the other side remembers. Which model it is, is a setting (provider-settings.ts).
import type { TokenUsage } from '../domain/model-budget.ts'

export type ModelRequest = {
  system: string
  /** Alternating, the first and the last by `user`. */
  messages: readonly { role: 'user' | 'assistant'; text: string }[]
  /** JSON Schema of the object that is wanted. The answer may still be anything: parse it (domain/model-answer.ts). */
  schema: Record<string, unknown>
  maxOutputTokens: number
  /** Ends the call, its retries and their pauses. */
  signal?: AbortSignal | undefined
}

export type ModelAnswer = {
  text: string
  /** As the provider counts; an estimate where it does not say. */
  usage: TokenUsage
  /** As the provider names what answered. */
  model: string
}

export type Provider = {
  /**
   * Takes up to four tries of the time limit each, plus pauses.
   * @throws SkillError `provider-auth`, `provider-refused`, `provider-busy`, `provider-answer` (also for an answer that
   * was cut off), `budget-exhausted`, `bad-input` for settings that do not fit together; the signal's reason.
   */
  ask(request: ModelRequest): Promise<ModelAnswer>
}
