// The one place where an error becomes an exit code: 0 ok, 1 findings or failure, 2 usage, 3 busy.
import { type ErrorCode, SkillError } from '../domain/skill-error.ts'

const EXIT: Record<ErrorCode, 1 | 2 | 3> = {
  'bad-input': 2,
  'bad-name': 2,
  'not-found': 1,
  conflict: 1,
  damaged: 1,
  'too-large': 1,
  refused: 1,
  'needs-person': 1,
  busy: 3,
  storage: 1,
  'provider-auth': 1,
  'provider-refused': 1,
  'provider-busy': 1,
  'provider-answer': 1,
  'budget-exhausted': 1,
  unreachable: 1,
}

export function exitCodeOf(error: unknown): 1 | 2 | 3 {
  return error instanceof SkillError ? EXIT[error.code] : 1
}
