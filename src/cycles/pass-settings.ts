// The settings of the passes, for the one schema of config.ts: which of them run, and when they do so by themselves.
import { z } from 'zod'
import type { PassName } from '../domain/pass-change.ts'
import { cronFault, timeZoneFault } from './cron-time.ts'

const IDLE_MINUTES_MAX = 24 * 60
const CRON_CHARS_MAX = 100

const isEnabled = {
  schema: z.preprocess(onOrOff, z.boolean({ error: 'expected on or off' })),
  fallback: true,
}

export const PASS_SETTINGS = {
  'passes.gap.enabled': { ...isEnabled, env: 'SKILL_CORTEX_PASSES_GAP_ENABLED' },
  'passes.extract.enabled': { ...isEnabled, env: 'SKILL_CORTEX_PASSES_EXTRACT_ENABLED' },
  'passes.consolidate.enabled': { ...isEnabled, env: 'SKILL_CORTEX_PASSES_CONSOLIDATE_ENABLED' },
  'passes.optimize.enabled': { ...isEnabled, env: 'SKILL_CORTEX_PASSES_OPTIMIZE_ENABLED' },
  'passes.summarize.enabled': { ...isEnabled, env: 'SKILL_CORTEX_PASSES_SUMMARIZE_ENABLED' },
  'passes.reflect.enabled': { ...isEnabled, env: 'SKILL_CORTEX_PASSES_REFLECT_ENABLED' },
  'passes.consult.enabled': { ...isEnabled, env: 'SKILL_CORTEX_PASSES_CONSULT_ENABLED' },
  'passes.schedule': {
    schema: z.preprocess(noneIsNull, faultless(z.string().max(CRON_CHARS_MAX), cronFault).nullable()),
    fallback: null,
    env: 'SKILL_CORTEX_PASSES_SCHEDULE',
  },
  'passes.timeZone': {
    schema: z.preprocess(noneIsNull, faultless(z.string().max(CRON_CHARS_MAX), timeZoneFault).nullable()),
    fallback: null,
    env: 'SKILL_CORTEX_PASSES_TIME_ZONE',
  },
  'passes.idleMinutes': {
    schema: z.coerce.number().min(0).max(IDLE_MINUTES_MAX),
    fallback: 10,
    env: 'SKILL_CORTEX_PASSES_IDLE_MINUTES',
  },
} as const

type Key = keyof typeof PASS_SETTINGS
/** As config.ts holds them; the others beside them do not matter here. */
export type PassSettings = { readonly [K in Key]: z.output<(typeof PASS_SETTINGS)[K]['schema']> }

export function isPassEnabled(settings: PassSettings, pass: PassName): boolean {
  return settings[`passes.${pass}.enabled`]
}

function faultless(schema: z.ZodString, fault: (text: string) => string | undefined) {
  return schema.superRefine((text, context) => {
    const message = fault(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
}

function onOrOff(value: unknown): unknown {
  return value === 'on' || value === 'true' ? true : value === 'off' || value === 'false' ? false : value
}

function noneIsNull(value: unknown): unknown {
  return value === 'none' ? null : value
}
