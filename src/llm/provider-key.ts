// The key of a provider: read where it is used, sent in one header, and kept out of everything that is ever said.
import { printableLine } from '../domain/printable.ts'
import { SkillError } from '../domain/skill-error.ts'

// Enough for the sentence in which a provider says which argument it does not like.
const SAID_CHARS_MAX = 300
// A run of so many characters of the key gives it away; providers quote fewer.
const TELLTALE_CHARS = 8
const SECRET_CHARS_MIN = 16

/** The value of an environment variable. */
export type ReadVariable = (name: string) => string | undefined

/**
 * @param keyEnv the name of the variable; null for a server that wants no key.
 * @throws SkillError `provider-auth` when the variable holds none. A key with a line break in it would be quoted by fetch.
 */
export function readKey(keyEnv: string | null, readVariable: ReadVariable): string | undefined {
  if (keyEnv === null) return undefined
  const key = readVariable(keyEnv)?.trim() ?? ''
  if (/^[\x21-\x7e]+$/.test(key)) return key
  const got = key === '' ? 'nothing there' : 'characters that no key has'
  throw new SkillError(
    'provider-auth',
    `expected the key of the model provider in the environment variable ${keyEnv}, got ${got}`,
    `Set ${keyEnv} where the server is started, or name another variable in provider.keyEnv.`,
  )
}

/** What a server said, cut short, for an error or the log; nothing of it when it holds the key or a part of it. */
export function sayable(text: string, key: string | undefined): string {
  if (key !== undefined && holdsPart(text, key)) return '(its words are left out: they hold the key)'
  const line = printableLine(text).trim()
  return line.length > SAID_CHARS_MAX ? `${line.slice(0, SAID_CHARS_MAX)}...` : line
}

function holdsPart(text: string, key: string): boolean {
  for (let at = 0; at === 0 || at + TELLTALE_CHARS <= key.length; at++) {
    if (text.includes(key.slice(at, at + TELLTALE_CHARS))) return true
  }
  return false
}

/**
 * Whether an answer repeats the key. Not a part of it: an honest answer may tell how keys begin. Nor one that is a mere
 * word: local servers take any for a key.
 */
export function repeatsKey(text: string, key: string | undefined): boolean {
  return key !== undefined && key.length >= SECRET_CHARS_MIN && text.includes(key)
}
