// The settings of the reflection, for the one schema of config.ts, and what they mean to its parts. They are read anew when
// a cycle begins, so that a changed file counts from the next one on.
import { z } from 'zod'
import { BELIEF_MINUTES, BELIEF_MINUTES_MAX, BELIEF_MINUTES_MIN } from '../domain/belief-standing.ts'
import { BELIEFS_MAX } from '../domain/beliefs.ts'
import type { TriggerRules } from '../domain/reflect-triggers.ts'
import { PROVIDER_SETTINGS, type ProviderSettings } from '../llm/provider-settings.ts'

const isOn = z.preprocess(onOrOff, z.boolean({ error: 'expected on or off' }))
const env = (name: string) => `SKILL_CORTEX_REFLECTION_${name}`

export const REFLECTION_SETTINGS = {
  /** Due after so many interactions. */
  'reflection.interactions': { schema: countOrNone(1, 1_000), fallback: 5, env: env('INTERACTIONS') },
  /** Due so long after the last one, if anything happened. */
  'reflection.minutes': { schema: countOrNone(1, 7 * 24 * 60), fallback: 30, env: env('MINUTES') },
  'reflection.newPeer': { schema: isOn, fallback: false, env: env('NEW_PEER') },
  'reflection.promiseOverdue': { schema: isOn, fallback: true, env: env('PROMISE_OVERDUE') },
  /** Whether a server has the provider reflect by itself when it is due. */
  'reflection.unattended': { schema: isOn, fallback: true, env: env('UNATTENDED') },
  /** Shown in one cycle, at most. */
  'reflection.peers': { schema: count(1, 20), fallback: 5, env: env('PEERS') },
  'reflection.interactionsPerPeer': { schema: count(1, 50), fallback: 10, env: env('INTERACTIONS_PER_PEER') },
  'reflection.contextTokens': { schema: count(800, 100_000), fallback: 2_400, env: env('CONTEXT_TOKENS') },
  'reflection.orderMinutes': { schema: count(1, 120), fallback: 10, env: env('ORDER_MINUTES') },
  'reflection.timeoutSeconds': { schema: count(1, 900), fallback: 60, env: env('TIMEOUT_SECONDS') },
  /** After the first cycle that came to nothing; twice as long after each further one. */
  'reflection.backoffMinutes': { schema: count(0, 360), fallback: 5, env: env('BACKOFF_MINUTES') },
  'reflection.beliefs': { schema: count(1, 50), fallback: BELIEFS_MAX, env: env('BELIEFS') },
  'reflection.beliefMinutes': {
    schema: count(BELIEF_MINUTES_MIN, BELIEF_MINUTES_MAX),
    fallback: BELIEF_MINUTES,
    env: env('BELIEF_MINUTES'),
  },
  'reflection.directiveHours': { schema: count(1, 24 * 30), fallback: 24, env: env('DIRECTIVE_HOURS') },
  'reflection.consultSeconds': { schema: count(1, 900), fallback: 60, env: env('CONSULT_SECONDS') },
  /** Another model, provider, address or key than the passes have. */
  'reflection.model': { ...PROVIDER_SETTINGS['provider.model'], env: env('MODEL') },
  'reflection.provider': { ...PROVIDER_SETTINGS['provider.kind'], env: env('PROVIDER') },
  'reflection.baseUrl': { ...PROVIDER_SETTINGS['provider.baseUrl'], env: env('BASE_URL') },
  'reflection.keyEnv': { ...PROVIDER_SETTINGS['provider.keyEnv'], env: env('KEY_ENV') },
} as const

type Key = keyof typeof REFLECTION_SETTINGS
/** As PROVIDER_SECRETS: what stands there by mistake is never shown. */
export const REFLECTION_SECRETS: readonly string[] = ['reflection.keyEnv', 'reflection.baseUrl'] satisfies Key[]
/** As config.ts holds them; the others beside them do not matter here. */
export type ReflectionSettings = { readonly [K in Key]: z.output<(typeof REFLECTION_SETTINGS)[K]['schema']> }

/** As they stand now. @throws `bad-input` for a file that cannot be read any more. */
export type ReadSettings = () => ReflectionSettings

export function triggerRules(settings: ReflectionSettings): TriggerRules {
  return {
    interactions: settings['reflection.interactions'],
    minutes: settings['reflection.minutes'],
    newPeer: settings['reflection.newPeer'],
    promiseOverdue: settings['reflection.promiseOverdue'],
  }
}

/** The settings of the provider with what is the reflection's own. Another provider has another address and key, too. */
export function reflectionProvider<S extends ProviderSettings & ReflectionSettings>(settings: S): S {
  const { 'reflection.provider': kind, 'reflection.model': model } = settings
  const own = { baseUrl: settings['reflection.baseUrl'], keyEnv: settings['reflection.keyEnv'] }
  const isOther = kind !== null && kind !== settings['provider.kind']
  return {
    ...settings,
    'provider.kind': kind ?? settings['provider.kind'],
    'provider.model': model ?? (isOther ? null : settings['provider.model']),
    'provider.baseUrl': own.baseUrl ?? (isOther ? null : settings['provider.baseUrl']),
    'provider.keyEnv': own.keyEnv ?? (isOther ? null : settings['provider.keyEnv']),
  }
}

function count(min: number, max: number) {
  return z.coerce
    .number({ error: `expected a whole number from ${min} to ${max}` })
    .int()
    .min(min)
    .max(max)
}

function countOrNone(min: number, max: number) {
  const error = `expected a whole number from ${min} to ${max}, or none`
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : noneIsNull(value)),
    z.number({ error }).int().min(min).max(max).nullable(),
  )
}

function onOrOff(value: unknown): unknown {
  return value === 'on' || value === 'true' ? true : value === 'off' || value === 'false' ? false : value
}

function noneIsNull(value: unknown): unknown {
  return value === 'none' || value === 'off' ? null : value
}
