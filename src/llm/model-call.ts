// One try at a model, as the parts of a provider hand it to one another: what came back, or what became of the failure.
import { type ErrorCode, SkillError } from '../domain/skill-error.ts'
import type { ModelAnswer, ModelRequest } from './provider.ts'

export type ModelReply = ModelAnswer & {
  /** Why it ends: it was done, it reached `maxOutputTokens`, or the model or a filter declined. */
  stopped: 'done' | 'length' | 'declined'
}

export type ModelCall = (request: ModelRequest) => Promise<ModelReply>

type Fate = {
  mayRetry: boolean
  /** What the server asks to wait. */
  retryAfterMs?: number | undefined
  /** False only where the server cannot have let the model work. */
  mayBeBilled: boolean
}

/** A failed try. For whoever called the provider it is a SkillError like any other. */
export class CallFault extends SkillError {
  readonly fate: Fate

  constructor(code: ErrorCode, message: string, fix: string, fate: Fate, options?: { cause?: unknown }) {
    super(code, message, fix, options)
    this.fate = fate
  }
}

/** Something came that cannot be used; the model worked for it, so asking the same again would only cost more. */
export function answerFault(message: string, fix: string): CallFault {
  return new CallFault('provider-answer', message, fix, { mayRetry: false, mayBeBilled: true })
}
