// Finds what JSON.parse does not tell: the line of a syntax fault, and keys that stand twice (JSON.parse keeps the last
// and drops the other without a word, which in a skill file would be somebody's text).

export type JsonFault = { line: number; received: string; kind: 'json-syntax' | 'duplicate-key' }

// The white space, escapes and numbers of RFC 8259 exactly, so that this and JSON.parse agree on every text.
const TOKEN = /[ \t\r\n]+|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y
const DEPTH_MAX = 64

type Frame = { kind: '{' | '['; keys: Set<string>; expect: 'key' | 'colon' | 'value' | 'comma'; empty: boolean }

/** The first fault of a text, or undefined for well-formed JSON without doubled keys. Linear in its length. */
export function findJsonFault(text: string): JsonFault | undefined {
  const stack: Frame[] = []
  const root: Frame = { kind: '[', keys: new Set(), expect: 'value', empty: true }
  for (let at = 0, next = 0; at < text.length; at = next) {
    next = tokenEnd(text, at) ?? at
    const token = text.slice(at, next)
    if (token === '') return faultAt(text, at, 'json-syntax')
    if (token.trim() === '') continue
    const frame = stack.at(-1) ?? root
    if (!step(frame, token, stack)) return faultAt(text, at, 'json-syntax')
    if (frame.kind === '{' && frame.expect === 'colon' && !addKey(frame, token))
      return faultAt(text, at, 'duplicate-key')
    if (stack.length > DEPTH_MAX) return faultAt(text, at, 'json-syntax')
  }
  return stack.length === 0 && root.expect === 'comma' ? undefined : faultAt(text, text.length, 'json-syntax')
}

function tokenEnd(text: string, at: number): number | undefined {
  if (text[at] === '"') return stringEnd(text, at)
  TOKEN.lastIndex = at
  return TOKEN.test(text) ? TOKEN.lastIndex : undefined
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

// By hand: for a long text of escapes an expression that repeats them runs out of its stack.
function stringEnd(text: string, begin: number): number | undefined {
  for (let at = begin + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) return undefined
    if (code !== 0x5c) continue
    ESCAPE.lastIndex = at
    if (!ESCAPE.test(text)) return undefined
    at = ESCAPE.lastIndex - 1
  }
  return undefined
}

function addKey(frame: Frame, token: string): boolean {
  const key = JSON.parse(token) as string
  if (frame.keys.has(key)) return false
  frame.keys.add(key)
  return true
}

// One token of a push-down automaton; false when the token may not stand here.
function step(frame: Frame, token: string, stack: Frame[]): boolean {
  const first = token[0]!
  if (first === '}' || first === ']') return close(frame, first, stack)
  if (first === ',') {
    if (frame.expect !== 'comma' || stack.length === 0) return false
    frame.expect = frame.kind === '{' ? 'key' : 'value'
    frame.empty = false
    return true
  }
  if (first === ':') {
    if (frame.expect !== 'colon') return false
    frame.expect = 'value'
    return true
  }
  if (frame.expect === 'key') {
    if (first !== '"') return false
    frame.expect = 'colon'
    frame.empty = false
    return true
  }
  if (frame.expect !== 'value') return false
  frame.expect = 'comma'
  frame.empty = false
  if (first === '{') stack.push({ kind: '{', keys: new Set(), expect: 'key', empty: true })
  if (first === '[') stack.push({ kind: '[', keys: new Set(), expect: 'value', empty: true })
  return true
}

function close(frame: Frame, bracket: '}' | ']', stack: Frame[]): boolean {
  const fits = stack.length > 0 && frame.kind === (bracket === '}' ? '{' : '[')
  // A bracket may follow a value or open an empty pair; never a comma.
  if (!fits || (frame.expect !== 'comma' && !frame.empty) || frame.expect === 'colon') return false
  stack.pop()
  return true
}

function faultAt(text: string, at: number, kind: JsonFault['kind']): JsonFault {
  const line = text.slice(0, at).split('\n').length
  if (at >= text.length) return { line, kind, received: text.trim() === '' ? 'an empty file' : 'the end of the file' }
  const rest = text
    .slice(at, at + 200)
    .split('\n')[0]!
    .trim()
  return { line, kind, received: rest === '' ? 'a line break' : rest }
}
