// Three-way merge of texts by lines, as diff3 does it: what only one side changed is taken, what both changed alike is
// taken once, and what they changed differently in one place is a conflict. Writes no conflict markers into any text.
import { type LineEdit, lineEdits } from './line-edits.ts'

/** Some lines of one text: the first of them counted from 1 (of none, the line that would follow), and what they say. */
export type LineSpan = { line: number; lines: number; text: string }
export type TextConflict = { base: LineSpan; ours: LineSpan; theirs: LineSpan }
/** The lines that take the place of a conflict; `index` counts the conflicts of one merge from 0. */
export type DecideLines = (conflict: TextConflict, index: number) => readonly string[]
export type TextMerge = { kind: 'merged'; text: string } | { kind: 'conflict'; conflicts: TextConflict[] }

type Side = 'ours' | 'theirs'
type SideEdit = LineEdit & { side: Side }

/**
 * Changes of neighbouring lines merge, unlike in diff3(1): most lines of a skill are whole thoughts. Bounded as line-edits.ts
 * is: of texts that differ beyond it whole blocks count as changed, so that more may conflict, but nothing merges wrongly.
 * @param decide what a person chose; with it nothing is a conflict any more.
 */
export function mergeTexts(
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
  decide?: DecideLines,
): TextMerge {
  if (ours === theirs || theirs === base) return { kind: 'merged', text: ours }
  if (ours === base) return { kind: 'merged', text: theirs }
  // Between line breaks, not with them: a last line without one does not change when a line is added below it.
  const lines = { base: base.split('\n'), ours: ours.split('\n'), theirs: theirs.split('\n') }
  const out: (readonly string[])[] = []
  const conflicts: TextConflict[] = []
  let at = 0
  for (const group of groupsOf(lineEdits(lines.base, lines.ours), lineEdits(lines.base, lines.theirs))) {
    const start = group[0]!.from
    const end = group.reduce((furthest, edit) => Math.max(furthest, edit.fromEnd), start)
    const [us, them] = [placeOn('ours', group, start, end), placeOn('theirs', group, start, end)]
    const ourLines = us && lines.ours.slice(...us)
    const theirLines = them && lines.theirs.slice(...them)
    out.push(lines.base.slice(at, start))
    at = end
    if (us !== undefined && them !== undefined && ourLines!.join('\n') !== theirLines!.join('\n')) {
      const conflict = {
        base: spanOf(lines.base, [start, end]),
        ours: spanOf(lines.ours, us),
        theirs: spanOf(lines.theirs, them),
      }
      out.push(decide?.(conflict, conflicts.length) ?? [])
      conflicts.push(conflict)
    } else out.push(ourLines ?? theirLines ?? [])
  }
  if (conflicts.length > 0 && decide === undefined) return { kind: 'conflict', conflicts }
  return { kind: 'merged', text: [...out, lines.base.slice(at)].flat().join('\n') }
}

/** Edits of both sides in the order of the base; those that meet are in one group. */
function groupsOf(ours: LineEdit[], theirs: LineEdit[]): SideEdit[][] {
  const sided = (edits: LineEdit[], side: Side) => edits.map((edit): SideEdit => ({ ...edit, side }))
  // What is put in before a line comes before what the line became.
  const all = [...sided(ours, 'ours'), ...sided(theirs, 'theirs')].sort(
    (one, two) => one.from - two.from || one.fromEnd - two.fromEnd,
  )
  const groups: SideEdit[][] = []
  let last: Partial<Record<Side, SideEdit>> = {}
  for (const edit of all) {
    const other = last[edit.side === 'ours' ? 'theirs' : 'ours']
    if (other !== undefined && meets(other, edit)) groups.at(-1)!.push(edit)
    else {
      groups.push([edit])
      last = {}
    }
    last[edit.side] = edit
  }
  return groups
}

/** @param first begins no later than `second`, and is of the other side. */
function meets(first: LineEdit, second: LineEdit): boolean {
  if (second.from < first.fromEnd && first.from < second.fromEnd) return true
  const [isPutIn, isNextPutIn] = [first.from === first.fromEnd, second.from === second.fromEnd]
  if (isPutIn && isNextPutIn) return first.from === second.from
  // Lines put in beside lines that only changed or went have one place; beside lines that became more they may have two.
  if (isPutIn) return first.from === second.from && grows(second)
  if (isNextPutIn) return second.from === first.fromEnd && grows(first)
  return false
}

function grows({ from, fromEnd, to, toEnd }: LineEdit): boolean {
  return toEnd - to > fromEnd - from
}

/** Where these lines of the base stand on one side; undefined when it has not changed them. */
function placeOn(side: Side, group: SideEdit[], start: number, end: number): [from: number, end: number] | undefined {
  const own = group.filter((edit) => edit.side === side)
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return [first.to - (first.from - start), last.toEnd + (end - last.fromEnd)]
}

function spanOf(lines: string[], [from, end]: [from: number, end: number]): LineSpan {
  return { line: from + 1, lines: end - from, text: lines.slice(from, end).join('\n') }
}
