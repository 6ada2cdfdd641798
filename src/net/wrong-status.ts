// An answer that is none, with what a caller needs who knows the protocol behind it. In a file of its own: whoever only has
// to recognise it does not load the system's HTTP for that.
import { type ErrorCode, SkillError } from '../domain/skill-error.ts'

/** @property retryAfter the header, as it came. */
export class WrongStatus extends SkillError {
  readonly status: number
  readonly retryAfter: string | null

  constructor(
    fault: { code: ErrorCode; message: string; fix: string },
    status: number,
    retryAfter: string | undefined,
  ) {
    super(fault.code, fault.message, fault.fix)
    this.status = status
    this.retryAfter = retryAfter ?? null
  }
}
