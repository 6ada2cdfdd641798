// Makes the provider that the settings describe: one API at one address, each try within the budget, failed ones tried
// again. Nothing is sent, read or written before it is asked.
import { setTimeout as delay } from 'node:timers/promises'
import { SkillError } from '../domain/skill-error.ts'
import type { Log } from '../events/log.ts'
import { ANTHROPIC_URL, anthropic } from './anthropic.ts'
import { withinBudget } from './budget.ts'
import type { Endpoint } from './endpoint.ts'
import type { ModelCall, ModelReply } from './model-call.ts'
import { OPENAI_URL, openAiCompatible } from './openai-compatible.ts'
import type { ModelAnswer, ModelRequest, Provider } from './provider.ts'
import { type ReadVariable, readKey } from './provider-key.ts'
import { type ProviderSettings, providerFaults } from './provider-settings.ts'
import { type Waiting, withRetries } from './retries.ts'

type ProviderParts = Partial<Waiting> & {
  /** Where usage is written down. */
  usagePath: string
  readVariable: ReadVariable
  now: () => Date
  newId: () => string
  log: Log
}

/** Undefined where none is set. One whose settings do not fit together refuses each question with what is wrong. */
export function openProvider(settings: ProviderSettings, parts: ProviderParts): Provider | undefined {
  const { 'provider.kind': kind, 'provider.model': model } = settings
  if (kind === null) return undefined
  const fault = providerFaults(settings)[0]
  if (fault !== undefined || model === null) return refusing(fault ?? '')
  const { 'provider.schemaIn': schemaIn, 'provider.keyEnv': keyEnv, 'provider.timeoutSeconds': seconds } = settings
  const { now, newId, log, usagePath, readVariable } = parts
  const baseUrl = settings['provider.baseUrl'] ?? (kind === 'openai' ? OPENAI_URL : ANTHROPIC_URL)
  const at: Endpoint = {
    ...{ baseUrl, model, schemaIn, now },
    timeoutMs: seconds * 1_000,
    readKey: () => readKey(keyEnv, readVariable),
  }
  const budget = { tokens: settings['provider.tokensPerDay'], money: settings['provider.moneyPerDay'] }
  const prices = { input: settings['provider.inputPrice'] ?? 0, output: settings['provider.outputPrice'] ?? 0 }
  const api = kind === 'openai' ? openAiCompatible(at) : anthropic(at)
  const paid = withinBudget(api, { path: usagePath, model, budget, prices, now, newId, log })
  const { dice = Math.random, sleep = (ms, signal) => delay(ms, undefined, { signal }) } = parts
  return asking(withRetries(paid, { dice, sleep, log }))
}

function asking(call: ModelCall): Provider {
  return {
    async ask(request) {
      request.signal?.throwIfAborted()
      return answerOf(await call(request), request)
    },
  }
}

function answerOf({ stopped, text, usage, model }: ModelReply, { maxOutputTokens }: ModelRequest): ModelAnswer {
  if (stopped === 'length') {
    const message = `the model's answer was cut off (it may hold ${maxOutputTokens} tokens)`
    throw new SkillError('provider-answer', message, 'Ask for less at once, or take a model that can answer at length.')
  }
  if (stopped === 'declined') {
    throw new SkillError('provider-answer', 'the model declined to answer', 'Look at what it was asked.')
  }
  if (text.trim() !== '') return { text, usage, model }
  throw new SkillError(
    'provider-answer',
    'expected an answer of the model, got no text',
    'Try again, or another model.',
  )
}

function refusing(fault: string): Provider {
  const error = () => new SkillError('bad-input', fault, 'Correct it; "skill-cortex config" shows all settings.')
  return { ask: () => Promise.reject(error()) }
}
