// A provider as the app opens it, against the scripted server, with pauses that are noted instead of slept.
import { randomUUID } from 'node:crypto'
import { homeLayout } from '../../src/files/home-layout.ts'
import { openProvider } from '../../src/llm/open-provider.ts'
import type { ModelRequest, Provider } from '../../src/llm/provider.ts'
import { PROVIDER_SETTINGS, type ProviderSettings } from '../../src/llm/provider-settings.ts'
import { type FakeModelServer, type ModelApi, startFakeModelServer } from '../support/fake-model-server.ts'
import { tempFolder } from '../support/temp-home.ts'

export const APIS: ModelApi[] = ['openai', 'anthropic']
export const KEY = 'sk-test-4fJ8QzR1vWm0aB7c'
export const QUESTION: ModelRequest = {
  system: 'You tidy skills.',
  messages: [{ role: 'user', text: 'Tidy "mail".' }],
  schema: { type: 'object', properties: { ok: { type: 'boolean' } } },
  maxOutputTokens: 1_000,
}

export type Asking = {
  provider: Provider
  server: FakeModelServer
  /** How long each pause was to be. */
  pausesMs: number[]
  /** What was logged, causes included. */
  logged: string[]
  usagePath: string
}

export type AskingOptions = {
  settings?: Partial<ProviderSettings>
  server?: FakeModelServer
  usagePath?: string
  now?: () => Date
  dice?: () => number
  /** Undefined sleeps in earnest. */
  sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
  key?: string | undefined
}

export function settingsOf(changes: Partial<ProviderSettings>): ProviderSettings {
  const fallbacks = Object.fromEntries(Object.entries(PROVIDER_SETTINGS).map(([key, { fallback }]) => [key, fallback]))
  return { ...(fallbacks as ProviderSettings), ...changes }
}

export async function asking(api: ModelApi, options: AskingOptions = {}): Promise<Asking> {
  const server = options.server ?? (await startFakeModelServer())
  const usagePath = options.usagePath ?? homeLayout(tempFolder()).llmUsage
  const pausesMs: number[] = []
  const logged: string[] = []
  const noted = async (ms: number) => void pausesMs.push(ms)
  const sleep = 'sleep' in options ? options.sleep : noted
  const variables: Record<string, string | undefined> = { THE_KEY: 'key' in options ? options.key : KEY }
  const provider = openProvider(
    settingsOf({
      'provider.kind': api,
      'provider.model': 'little-1',
      'provider.baseUrl': server.baseUrl(api),
      'provider.keyEnv': 'THE_KEY',
      ...options.settings,
    }),
    {
      usagePath,
      readVariable: (name) => variables[name],
      now: options.now ?? (() => new Date('2026-11-22T10:00:00.000Z')),
      newId: randomUUID,
      log: (part, message, cause) => logged.push(`${part}: ${message} ${deepText(cause)}`),
      dice: options.dice ?? (() => 0.5),
      ...(sleep === undefined ? {} : { sleep }),
    },
  )!
  return { provider, server, pausesMs, logged, usagePath }
}

/** Everything that an error holds, its causes included, as a log or a careless surface might show it. */
export function deepText(error: unknown): string {
  if (!(error instanceof Error)) return error === undefined ? '' : String(error)
  const own = Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name)))
  return [error.name, ...own, JSON.stringify(error), deepText(error.cause)].join(' ')
}

export async function failureOf(asked: Promise<unknown>): Promise<Error & { code?: string; fix?: string }> {
  const outcome = await asked.then(
    (value) => new Error(`expected a failure, got ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  if (outcome instanceof Error) return outcome
  throw outcome
}
