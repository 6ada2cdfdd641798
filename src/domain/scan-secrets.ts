// Keys and private keys in a text, by the forms that their makers gave them, and how they are shown: never. A password
// without a form is not found.
import { both, type Find, near, type Span } from './scan-find.ts'

type KeyForm = [heads: string[], pattern: RegExp]
const KEY_FORMS: KeyForm[] = [
  [['akia', 'asia'], /\bA(?:KIA|SIA)[0-9A-Z]{16}\b/g],
  [['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], /\bgh[pousr]_[A-Za-z0-9]{36,80}\b/g],
  [['github_pat_'], /\bgithub_pat_[A-Za-z0-9_]{60,100}\b/g],
  [['glpat-'], /\bglpat-[A-Za-z0-9_-]{20,60}/g],
  [['xox'], /\bxox[abeprs]-[A-Za-z0-9-]{20,200}/g],
  [['sk-'], /\bsk-(?:ant-|proj-|svcacct-)?[A-Za-z0-9_-]{32,200}/g],
  [['sk_live_', 'rk_live_'], /\b[rs]k_live_[A-Za-z0-9]{20,120}\b/g],
  [['aiza'], /\bAIza[A-Za-z0-9_-]{35}/g],
  [['npm_'], /\bnpm_[A-Za-z0-9]{36}\b/g],
  [['hf_'], /\bhf_[A-Za-z0-9]{30,60}\b/g],
  [['sg.'], /\bSG\.[A-Za-z0-9_-]{20,30}\.[A-Za-z0-9_-]{40,50}/g],
  [['dop_v1_'], /\bdop_v1_[0-9a-f]{64}\b/g],
  [['eyj'], /\beyJ[A-Za-z0-9_-]{16,2000}\.eyJ[A-Za-z0-9_-]{16,4000}\.[A-Za-z0-9_-]{20,2000}/g],
]
// With its first line: a text about keys names the header alone.
const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----\s{0,8}(?:\\n)?(?:[A-Z][\w-]{1,20}: [^\n]{0,80}\n\s{0,8}){0,4}[A-Za-z0-9+/=]{20}/g
const KEY_END = '-----END '
const KEY_CHARS_MAX = 16_384

const PLACEHOLDERS = /example|your|placeholder|dummy|fake|redacted|replace|insert|x{4}|0{8}|1234567|abcdefg|\.{3}|<|\*/i
// A made-up key repeats itself; a real one of this length hardly ever does so much.
const DISTINCT_MIN = 9

const findPrivateKeys: Find = function* find({ text }) {
  for (const { index } of text.matchAll(PRIVATE_KEY)) yield { start: index, end: endOfKey(text, index) }
}

export const findSecrets = both(
  ...KEY_FORMS.map(([heads, pattern]) => near(heads, KEY_CHARS_MAX, keysOf(pattern))),
  near(['-----begin'], KEY_CHARS_MAX, findPrivateKeys),
)

/** @returns the text with nothing of what stands in `spans` but its first characters. */
export function masked(text: string, spans: readonly Span[], window: Span): string {
  let shown = ''
  let at = window.start
  for (const { start, end } of spans) {
    if (end <= at || start >= window.end) continue
    const head = start < at ? '' : text.slice(start, Math.min(start + HEAD_CHARS_SHOWN, window.end))
    shown += `${text.slice(at, Math.max(at, start))}${head}[hidden]`
    at = end
  }
  return shown + text.slice(at, Math.max(at, window.end))
}

/** So much says whose key it is: `ghp_`, `AKIA`, `----`. */
const HEAD_CHARS_SHOWN = 4

function keysOf(pattern: RegExp): Find {
  return function* find({ text }) {
    for (const { index, 0: key } of text.matchAll(pattern)) {
      if (!isMadeUp(key)) yield { start: index, end: index + key.length }
    }
  }
}

function isMadeUp(key: string): boolean {
  return PLACEHOLDERS.test(key) || new Set(key.slice(4)).size < DISTINCT_MIN
}

// A key that does not end is hidden as far as a key may be long.
function endOfKey(text: string, start: number): number {
  const body = text.slice(start, start + KEY_CHARS_MAX)
  const end = body.indexOf(KEY_END)
  if (end < 0) return start + body.length
  const lineEnd = body.indexOf('\n', end)
  return start + (lineEnd < 0 ? body.length : lineEnd)
}
