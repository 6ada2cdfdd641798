// Values as one line of YAML that every reader agrees on: JSON, which YAML 1.2 contains, in its most cautious spelling.

// What JSON leaves bare and others trip over: line ends for some readers (C1, U+2028), characters that YAML wants
// escaped, and direction marks that would show a reviewer another text than the one that is read.
const UNSAFE_BARE = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g
const PLAIN_WORD = /^[a-z][a-z0-9_-]*$/i
// YAML 1.1, which many readers still speak, takes these for booleans and null.
const TYPED_WORD = /^(?:true|false|yes|no|on|off|y|n|null)$/i

/** Any JSON value on one line; strings always quoted. */
export function yamlLiteral(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE_BARE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A key or a name: bare where no reader can take it for anything but text, quoted otherwise. */
export function yamlWord(text: string): string {
  return PLAIN_WORD.test(text) && !TYPED_WORD.test(text) ? text : yamlLiteral(text)
}

/** Text where text is meant: an unquoted `name: 7` is a number to YAML and a word to its author. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value : undefined
}
