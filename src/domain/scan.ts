// Looks through a text for what a person should see before saying yes to it. A hint, never a proof: no finding does not
// mean safe. It takes one pass a rule whatever the text, and what it shows is bounded, printable and without secrets.
import { printableLine } from './printable.ts'
import type { Span } from './scan-find.ts'
import { type Reading, readingOf } from './scan-reading.ts'
import { SCAN_RULES, type Severity } from './scan-rules.ts'
import { findSecrets, masked } from './scan-secrets.ts'
import type { Policy } from './skill.ts'

export const FINDINGS_MAX = 40
export const EXCERPT_CHARS_MAX = 120
/** Of one rule in one part; what is beyond is counted up to the second figure. */
const PLACES_SHOWN_MAX = 3
const PLACES_COUNTED_MAX = 1_000

/** Part of a skill: a field of its text, or a file beside it. */
export type ScanPart = { path: string; text: string }

export type Finding = {
  rule: string
  severity: Severity
  path: string
  /** 1-based, in the part. */
  line: number
  /** One line that can be shown anywhere; what looks like a secret is not in it. */
  excerpt: string
  reason: string
}

/** `more` is at least how many further places matched. */
export type Scan = { findings: Finding[]; more: number }

export const NOTHING_FOUND: Scan = { findings: [], more: 0 }
/** To be said wherever findings are listed, and where they would be. */
export const SCAN_NOTE = 'No finding does not mean safe.'

/** @returns the gravest first: in the order of the rules, then of the parts, then of the lines. */
export function scanText(parts: readonly ScanPart[], policy: Policy): Scan {
  const findings: Finding[] = []
  let more = 0
  const looked = parts.map(lookedAt)
  for (const rule of SCAN_RULES) {
    for (const part of looked) {
      const { spans, further } = placesOf(rule.find(part, policy), part)
      more += further
      for (const span of spans) {
        if (findings.length >= FINDINGS_MAX) more++
        else findings.push(findingOf(rule, part, span))
      }
    }
  }
  return { findings, more }
}

type Looked = ScanPart & Reading & { lineOf: (at: number) => number; secrets: () => Span[] }

function lookedAt(part: ScanPart): Looked {
  const reading = readingOf(part.text)
  let starts: number[] | undefined
  let secrets: Span[] | undefined
  return {
    ...reading,
    path: part.path,
    lineOf(at) {
      starts ??= lineStarts(part.text)
      return linesUpTo(starts, at)
    },
    secrets() {
      secrets ??= firstOf(findSecrets(reading)).sort((a, b) => a.start - b.start)
      return secrets
    },
  }
}

// Two places in one line are one finding.
function placesOf(found: Iterable<Span>, { lineOf }: Looked): { spans: Span[]; further: number } {
  const byLine = new Map<number, Span>()
  let counted = 0
  for (const span of found) {
    const line = lineOf(span.start)
    if (!byLine.has(line)) byLine.set(line, span)
    if (++counted >= PLACES_COUNTED_MAX) break
  }
  const all = [...byLine].sort(([a], [b]) => a - b).map(([, span]) => span)
  return { spans: all.slice(0, PLACES_SHOWN_MAX), further: Math.max(0, all.length - PLACES_SHOWN_MAX) }
}

function findingOf(rule: (typeof SCAN_RULES)[number], part: Looked, span: Span): Finding {
  const { id, severity, reason } = rule
  const excerpt = excerptOf(part, span)
  return { rule: id, severity, path: part.path, line: part.lineOf(span.start), excerpt, reason }
}

// The place itself, with some of its line around it where there is room.
function excerptOf({ text, secrets }: Looked, { start, end }: Span): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const from = Math.max(start === 0 ? 0 : lineStart, start - LEAD_CHARS)
  const lineEnd = text.indexOf('\n', start)
  const to = Math.min(Math.max(end, lineEnd < 0 ? text.length : lineEnd), from + WINDOW_CHARS)
  const shown = printableLine(masked(text, secrets(), { start: from, end: to }))
    .replace(UNREADABLE_RUN, (run) => `${run.slice(0, RUN_CHARS_SHOWN)}[...]`)
    .trim()
  return shown.length <= EXCERPT_CHARS_MAX ? shown : `${shown.slice(0, EXCERPT_CHARS_MAX - 3).trimEnd()}...`
}

const LEAD_CHARS = 24
const WINDOW_CHARS = 240
/** Nothing of it can be read, and a key without a known form may stand in it. */
const UNREADABLE_RUN = /[A-Za-z0-9+_=-]{32,}/g
const RUN_CHARS_SHOWN = 6

function firstOf(spans: Iterable<Span>): Span[] {
  const first: Span[] = []
  for (const span of spans) if (first.push(span) >= PLACES_COUNTED_MAX) break
  return first
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function linesUpTo(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low
}
