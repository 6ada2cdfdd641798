// The settings of the ledger of peers, for the one schema of config.ts.
import { z } from 'zod'
import { PREVIEW_CHARS_MAX } from '../domain/peer-interaction.ts'
import { TRUST_LIMITS, TRUST_MAX, type TrustLimits } from '../domain/peer-trust.ts'

export const LEDGER_SETTINGS = {
  /** How far one assessment moves the trust, the operator's apart. */
  'reflection.trustStepMax': {
    schema: z.coerce.number().int().min(1).max(TRUST_MAX),
    fallback: TRUST_LIMITS.stepMax,
    env: 'SKILL_CORTEX_REFLECTION_TRUST_STEP_MAX',
  },
  /** How far all of a day move it. */
  'reflection.trustDayMax': {
    schema: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 * TRUST_MAX),
    fallback: TRUST_LIMITS.dayMax,
    env: 'SKILL_CORTEX_REFLECTION_TRUST_DAY_MAX',
  },
  /** Of what a peer says; 0 keeps nothing. */
  'reflection.previewCharsMax': {
    schema: z.coerce.number().int().min(0).max(PREVIEW_CHARS_MAX),
    fallback: PREVIEW_CHARS_MAX,
    env: 'SKILL_CORTEX_REFLECTION_PREVIEW_CHARS_MAX',
  },
} as const

type Key = keyof typeof LEDGER_SETTINGS
/** As config.ts holds them; the others beside them do not matter here. */
export type LedgerSettings = { readonly [K in Key]: z.output<(typeof LEDGER_SETTINGS)[K]['schema']> }

export function trustLimits(settings: LedgerSettings): TrustLimits {
  return { stepMax: settings['reflection.trustStepMax'], dayMax: settings['reflection.trustDayMax'] }
}
