// The settings of the model provider, for the one schema of config.ts, and what does not fit together in them.
import { z } from 'zod'
import { isLoopback } from '../domain/loopback.ts'

const PROVIDER_KINDS = ['openai', 'anthropic'] as const
// fetch itself gives up on a server that sends no header for longer.
const TIMEOUT_SECONDS_MAX = 300
const TOKENS_PER_DAY_DEFAULT = 500_000

// A name, so that nobody writes the key itself into a file; those hold small letters or dashes.
const KEY_ENV = { error: 'expected the name of an environment variable in capitals, never the key itself' }
const BASE_URL = {
  error: 'expected an http or https address without user name, password, query and fragment',
}
const PRICE = { error: 'expected what a million tokens cost, as a number, or none' }

export const PROVIDER_SETTINGS = {
  'provider.kind': {
    schema: z.preprocess(noneIsNull, z.enum(PROVIDER_KINDS).nullable()),
    fallback: null,
    env: 'SKILL_CORTEX_PROVIDER_KIND',
  },
  'provider.baseUrl': {
    schema: z.preprocess(
      noneIsNull,
      z.string(BASE_URL).refine(isPlainUrl, BASE_URL).transform(withoutSlash).nullable(),
    ),
    fallback: null,
    env: 'SKILL_CORTEX_PROVIDER_BASE_URL',
  },
  'provider.model': {
    schema: z.preprocess(noneIsNull, z.string().min(1).max(200).nullable()),
    fallback: null,
    env: 'SKILL_CORTEX_PROVIDER_MODEL',
  },
  'provider.keyEnv': {
    schema: z.preprocess(
      noneIsNull,
      z
        .string(KEY_ENV)
        .regex(/^[A-Z][A-Z0-9_]{0,99}$/, KEY_ENV)
        .nullable(),
    ),
    fallback: null,
    env: 'SKILL_CORTEX_PROVIDER_KEY_ENV',
  },
  'provider.schemaIn': {
    schema: z.enum(['prompt', 'request']),
    fallback: 'prompt',
    env: 'SKILL_CORTEX_PROVIDER_SCHEMA_IN',
  },
  'provider.timeoutSeconds': {
    schema: z.coerce.number().min(1).max(TIMEOUT_SECONDS_MAX),
    fallback: 60,
    env: 'SKILL_CORTEX_PROVIDER_TIMEOUT_SECONDS',
  },
  'provider.tokensPerDay': {
    schema: z.preprocess(numberOrNull, z.number('expected a number of tokens, or none').nonnegative().nullable()),
    fallback: TOKENS_PER_DAY_DEFAULT,
    env: 'SKILL_CORTEX_PROVIDER_TOKENS_PER_DAY',
  },
  'provider.moneyPerDay': {
    schema: z.preprocess(numberOrNull, z.number('expected an amount of money, or none').nonnegative().nullable()),
    fallback: null,
    env: 'SKILL_CORTEX_PROVIDER_MONEY_PER_DAY',
  },
  'provider.inputPrice': {
    schema: z.preprocess(numberOrNull, z.number(PRICE).nonnegative().nullable()),
    fallback: null,
    env: 'SKILL_CORTEX_PROVIDER_INPUT_PRICE',
  },
  'provider.outputPrice': {
    schema: z.preprocess(numberOrNull, z.number(PRICE).nonnegative().nullable()),
    fallback: null,
    env: 'SKILL_CORTEX_PROVIDER_OUTPUT_PRICE',
  },
} as const

type Key = keyof typeof PROVIDER_SETTINGS
/** As config.ts holds them; the others beside them do not matter here. */
export type ProviderSettings = { readonly [K in Key]: z.output<(typeof PROVIDER_SETTINGS)[K]['schema']> }

/** Settings whose wrong value may be a secret in the wrong place, and is never shown. */
export const PROVIDER_SECRETS: readonly string[] = ['provider.keyEnv', 'provider.baseUrl'] satisfies Key[]

/** What is wrong with the settings together, a sentence each. The server runs on; the provider refuses to be asked. */
export function providerFaults(settings: ProviderSettings): string[] {
  const { 'provider.kind': kind, 'provider.baseUrl': baseUrl, 'provider.keyEnv': keyEnv } = settings
  if (kind === null) {
    const idle = (['provider.model', 'provider.baseUrl', 'provider.keyEnv'] as const).filter((key) => settings[key])
    return idle.length === 0 ? [] : [`${idle.join(' and ')}: not used while provider.kind is none`]
  }
  const faults: string[] = []
  if (settings['provider.model'] === null) faults.push('provider.model: expected the name of a model, got none')
  if (settings['provider.moneyPerDay'] !== null && !hasPrices(settings))
    faults.push('provider.moneyPerDay: expected provider.inputPrice and provider.outputPrice beside it, got none')
  if (baseUrl !== null && keyEnv !== null && !isPrivate(new URL(baseUrl)))
    faults.push('provider.baseUrl: expected https, as with http everyone on the way could read the key')
  return faults
}

// Whether a key may be sent there: nobody on the way can read it.
function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

function hasPrices(settings: ProviderSettings): boolean {
  return settings['provider.inputPrice'] !== null && settings['provider.outputPrice'] !== null
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[?#]/.test(text)
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

function noneIsNull(value: unknown): unknown {
  return value === 'none' ? null : value
}

// A text comes from the environment.
function numberOrNull(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' && value !== 'none' ? Number(value) : noneIsNull(value)
}
