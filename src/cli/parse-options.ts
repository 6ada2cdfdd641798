// What the argument parser hands over are strings: each command says by a schema what they must be, and a wrong one is
// refused with the flag's name, what was expected and what came.
import { z } from 'zod'
import { SkillError, shown } from '../domain/skill-error.ts'

const SOME_NAME_CHARS_MAX = 512

/** Keys are the flags in camel case; a schema's message completes "expected …". */
export function parseOptions<S extends z.ZodObject>(schema: S, options: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(options)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  const key = String(issue.path[0])
  throw refusal(`--${key}`, issue.message, options[key])
}

/** The same for an argument that stands without a flag. */
export function parseArgument<S extends z.ZodType>(name: string, schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw refusal(`<${name}>`, parsed.error.issues[0]!.message, value)
}

export function wholeNumber(min: number, max: number) {
  const error = `a whole number from ${min} to ${max}`
  return z
    .string({ error })
    .regex(/^\d{1,12}$/, { error })
    .transform(Number)
    .refine((number) => number >= min && number <= max, { error })
}

export function oneOf<const T extends readonly string[]>(words: T) {
  return z.enum(words, { error: `one of ${words.join(', ')}` })
}

/** A name of something that may or may not be there. */
export function someName(of: 'skill' | 'session') {
  const error = of === 'skill' ? 'the name of a skill' : "a session's id"
  return z
    .string()
    .min(1, { error })
    .max(SOME_NAME_CHARS_MAX, { error: `at most ${SOME_NAME_CHARS_MAX} characters` })
}

export const flag = z.literal(true).optional()

function refusal(what: string, expected: string, value: unknown): SkillError {
  const message = `${what}: expected ${expected}, got ${value === undefined ? 'none' : `"${shown(value)}"`}`
  return new SkillError('bad-input', message, 'Correct it; --help says what the command takes.')
}
