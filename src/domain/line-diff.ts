// What changes between two texts, as a unified diff: whole lines, some unchanged lines around each change. For people and
// agents; merging is line-merge.ts. Cost is bounded by line-edits.ts, which may then call more lines changed than need be.

import { type LineEdit, lineEdits } from './line-edits.ts'

const CONTEXT_LINES = 3

export type DiffOptions = {
  /** What the two texts are called in the first two lines. */
  from?: string
  to?: string
  /** Unchanged lines around each change: 3 unless told. */
  contextLines?: number
  /** Whole lines are shown up to here, then it is said how many more there are. Absent: all, about what both texts weigh. */
  charsMax?: number
}

/** Changes near each other, with the lines around them. `lines` begin with ' ', '-' or '+'; `\` marks a missing last line break. */
export type DiffHunk = { fromLine: number; fromLines: number; toLine: number; toLines: number; lines: string[] }

/** Empty for equal texts. A last line without a line break is marked, as diff(1) does. */
export function unifiedDiff(before: string, after: string, options: DiffOptions = {}): string {
  if (before === after) return ''
  const { from = 'before', to = 'after', contextLines, charsMax = Number.POSITIVE_INFINITY } = options
  const lines = diffHunks(before, after, contextLines).flatMap((hunk) => [hunkHead(hunk), ...hunk.lines])
  return [`--- ${from}`, `+++ ${to}`, ...cut(lines, charsMax)].join('\n')
}

/** The same as data; none for equal texts. */
export function diffHunks(before: string, after: string, contextLines = CONTEXT_LINES): DiffHunk[] {
  if (before === after) return []
  const [a, b] = [linesOf(before), linesOf(after)]
  return nearGroups(lineEdits(a, b), contextLines).map((edits) => hunkOf(a, b, edits, contextLines))
}

// A line keeps its line break, so that one that only lost it, or changed its kind, differs.
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

// Changes that lie so near that their surroundings touch are one hunk.
function nearGroups(edits: LineEdit[], contextLines: number): LineEdit[][] {
  const groups: LineEdit[][] = []
  for (const edit of edits) {
    const last = groups.at(-1)
    if (last !== undefined && edit.from - last.at(-1)!.fromEnd <= 2 * contextLines) last.push(edit)
    else groups.push([edit])
  }
  return groups
}

function hunkOf(a: string[], b: string[], edits: LineEdit[], contextLines: number): DiffHunk {
  const [first, last] = [edits[0]!, edits.at(-1)!]
  const lead = Math.min(contextLines, first.from)
  const tail = Math.min(contextLines, a.length - last.fromEnd)
  const lines: string[] = []
  const add = (sign: string, text: string[], from: number, end: number) => {
    for (let i = from; i < end; i++) lines.push(...shownLine(sign, text[i]!))
  }
  let at = first.from - lead
  for (const { from, fromEnd, to, toEnd } of edits) {
    add(' ', a, at, from)
    add('-', a, from, fromEnd)
    add('+', b, to, toEnd)
    at = fromEnd
  }
  add(' ', a, at, at + tail)
  const fromLines = last.fromEnd + tail - (first.from - lead)
  const toLines = last.toEnd + tail - (first.to - lead)
  // Of no lines, the place is the line before them.
  const place = (start: number, count: number) => (count === 0 ? start : start + 1)
  return {
    fromLine: place(first.from - lead, fromLines),
    fromLines,
    toLine: place(first.to - lead, toLines),
    toLines,
    lines,
  }
}

function shownLine(sign: string, line: string): string[] {
  const shown = `${sign}${line.replace(/\r?\n$/, '')}`
  return line.endsWith('\n') ? [shown] : [shown, '\\ No newline at end of file']
}

function hunkHead({ fromLine, fromLines, toLine, toLines }: DiffHunk): string {
  const range = (line: number, count: number) => (count === 1 ? `${line}` : `${line},${count}`)
  return `@@ -${range(fromLine, fromLines)} +${range(toLine, toLines)} @@`
}

function cut(lines: string[], charsMax: number): string[] {
  let chars = 0
  const end = lines.findIndex((line) => {
    chars += line.length + 1
    return chars > charsMax
  })
  return end < 0 ? lines : [...lines.slice(0, end), `... and ${lines.length - end} more lines of this diff`]
}
