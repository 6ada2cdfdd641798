// What may become of a skill that was followed, and what a person may say of it.

/** seed 000's kinds and the two that say nothing about the skill. */
export const OUTCOMES = [
  'success',
  'task_mismatch',
  'runtime_error',
  'auth_error',
  'dependency_missing',
  'api_error',
  'cancelled',
  'unknown',
] as const
export const FEEDBACK_KINDS = ['correction', 'praise', 'quality'] as const
/** What feedback on quality says, in one word and no other. */
export const QUALITIES = ['good', 'fair', 'poor'] as const
export type Quality = (typeof QUALITIES)[number]
export type Outcome = (typeof OUTCOMES)[number]

/** What the skill had to do with how it went, as far as the reporter knows. */
export const CONTRIBUTIONS = ['verified', 'mixed', 'unknown'] as const
export type Contribution = (typeof CONTRIBUTIONS)[number]

/** What an outcome says of the skill itself: the surroundings' failures and a change of mind say nothing. */
export function verdictOf(outcome: Outcome): 'success' | 'failure' | 'neutral' {
  switch (outcome) {
    case 'success':
      return 'success'
    case 'task_mismatch':
    case 'runtime_error':
      return 'failure'
    case 'auth_error':
    case 'dependency_missing':
    case 'api_error':
    case 'cancelled':
    case 'unknown':
      return 'neutral'
  }
}
