// The one error class for what the world does wrong: a bad argument, a damaged file, a full disk.
// A bug of ours is a plain Error and surfaces as one. Only the edges translate a code
// (mcp/tool-result.ts, http/reply.ts, cli/exit-code.ts).

/** Every code with the sentence that explains it. Codes are part of the public contract and are pinned by a test. */
export const ERROR_CODES = {
  'bad-input': 'An argument has the wrong form.',
  'bad-name': 'A skill name has the wrong form.',
  'not-found': 'Nothing is stored under that name.',
  conflict: 'The skill has changed since it was read, or the change contradicts what stands.',
  damaged: 'The file on disk cannot be read as a skill and is never overwritten.',
  'too-large': 'A limit of size or count is exceeded.',
  refused: 'This actor may not do that.',
  'needs-person': 'Only a person may decide that.',
  busy: 'Another process holds the lock; try again.',
  storage: 'The disk or the operating system refused; what stood before stands, unless the last sync alone failed.',
  'provider-auth': 'The model provider refuses the key, or there is none.',
  'provider-refused': 'The model provider does not take this request; the same one will not be taken later.',
  'provider-busy': 'The model provider is overloaded, too slow or cannot be reached; try again later.',
  'provider-answer': 'The model provider answered with something that cannot be used.',
  'budget-exhausted': 'What a model may cost on one day is spent.',
  unreachable: 'What was to be fetched did not come: no connection, an answer that is none, or none in time.',
} as const

export type ErrorCode = keyof typeof ERROR_CODES

/** An error that a person or a model can act on: what was expected and what came (`message`), and what to do (`fix`). */
export class SkillError extends Error {
  readonly code: ErrorCode
  readonly fix: string

  /** @param fix one imperative sentence; never an absolute path, never a secret. */
  constructor(code: ErrorCode, message: string, fix: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'SkillError'
    this.code = code
    this.fix = fix
  }
}

/** Shortens what came in, for a message: at most 60 characters, control characters made visible. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const visible = text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '\u{fffd}')
  return visible.length > 60 ? `${visible.slice(0, 57)}...` : visible
}
