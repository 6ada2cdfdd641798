// How a rule of the scan finds its places in a text: by patterns, by one that follows another closely, by long runs. Every
// pattern repeats a bounded number of times, so that a search takes one pass whatever the text; knows no rule.
import type { Reading } from './scan-reading.ts'

/** Where something stands, in characters: `end` is behind the last one. */
export type Span = { start: number; end: number }
export type Find = (reading: Reading) => Iterable<Span>

/** @param patterns global; each bounded (`{0,4}`, never `*` or `+` before something that may fail). */
export function anyOf(...patterns: RegExp[]): Find {
  return function* find({ text }) {
    for (const pattern of patterns) yield* spansOf(text, pattern)
  }
}

export function both(...finds: Find[]): Find {
  return function* find(reading) {
    for (const each of finds) yield* each(reading)
  }
}

/**
 * Looks only around words without which nothing can be found: most texts hold none of them, and a plain word is found much
 * faster than a pattern. @param words in lower case. @param charsAround as much as a place may take before or behind one.
 */
export function near(words: readonly string[], charsAround: number, find: Find): Find {
  return function* findNear(reading) {
    for (const { start, end } of windowsOf(reading, words, charsAround)) {
      const { text, lower, mayHold } = reading
      const window = { text: text.slice(start, end), lower: lower.slice(start, end), mayHold }
      for (const span of find(window)) yield { start: start + span.start, end: start + span.end }
    }
  }
}

export type Following = {
  first: RegExp
  next: RegExp
  /** From the end of the one to the start of the other. */
  charsMax: number
  /** `line`: in one command, which a backslash at the end of a line goes on. */
  inside: 'line' | 'block'
}

/** Where `next` comes soon after `first`. Both are walked once, side by side, and `first` only once there is a `next`. */
export function followedBy({ first, next, charsMax, inside }: Following): Find {
  return function* find({ text }) {
    const firsts = spansOf(text, first)
    let ahead: IteratorResult<Span> | undefined
    let before: Span | undefined
    for (const span of spansOf(text, next)) {
      ahead ??= firsts.next()
      while (ahead.done !== true && ahead.value.end <= span.start) {
        before = ahead.value
        ahead = firsts.next()
      }
      if (before === undefined || span.start - before.end > charsMax) continue
      if (isJoined(text.slice(before.end, span.start), inside)) yield { start: before.start, end: span.end }
    }
  }
}

/** Runs of at least `charsMin` characters of a kind. Looks at every `charsMin`-th character, which no such run avoids. */
export function runsOf(isKind: (code: number) => boolean, charsMin: number): Find {
  return function* find({ text }) {
    const isAt = (at: number) => at >= 0 && at < text.length && isKind(text.charCodeAt(at))
    for (let at = charsMin - 1; at < text.length; at += charsMin) {
      if (!isAt(at)) continue
      let [start, end] = [at, at + 1]
      while (isAt(start - 1)) start--
      while (isAt(end)) end++
      if (end - start >= charsMin) yield { start, end }
      // Nothing is walked twice: the next look is behind this run.
      at = Math.max(at, end - charsMin)
    }
  }
}

function isJoined(between: string, inside: 'line' | 'block'): boolean {
  return inside === 'line' ? !between.replace(/\\\r?\n/g, '').includes('\n') : !between.includes('\n\n')
}

function* spansOf(text: string, pattern: RegExp): Generator<Span, void> {
  for (const { index, 0: match } of text.matchAll(pattern)) yield { start: index, end: index + match.length }
}

// So many that looking at each costs more than reading all.
const WINDOWS_MAX = 2_000

// In order, and none over another, so that no character is searched twice.
function windowsOf({ text, lower, mayHold }: Reading, words: readonly string[], charsAround: number): Span[] {
  const all = [{ start: 0, end: text.length }]
  const found: number[] = []
  for (const word of words) {
    if (!mayHold(word)) continue
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + charsAround)) {
      if (found.push(at) > WINDOWS_MAX || charsAround >= text.length) return all
    }
  }
  // A few letters change their length in lower case, and then the places are not the same.
  if (found.length > 0 && lower.length !== text.length) return all
  const windows: Span[] = []
  for (const at of found.sort((a, b) => a - b)) {
    const last = windows.at(-1)
    const [start, end] = [Math.max(0, at - charsAround), Math.min(text.length, at + 2 * charsAround)]
    if (last !== undefined && start <= last.end) last.end = end
    else windows.push({ start, end })
  }
  return windows
}
