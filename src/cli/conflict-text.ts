// How a three-way merge is told to people: what each side says of a place where they contradict each other.
import { printableLine } from '../domain/printable.ts'
import { shown } from '../domain/skill-error.ts'
import type { MergeConflict } from '../domain/three-way.ts'

const SIDE_LINES_MAX = 20

/** @param names what the two sides are called; the base is called `base`. */
export function conflictsText(conflicts: readonly MergeConflict[], names: { ours: string; theirs: string }): string {
  return conflicts.map((conflict) => conflictText(conflict, names)).join('\n')
}

function conflictText({ field, base, ours, theirs, lines }: MergeConflict, names: { ours: string; theirs: string }) {
  const place =
    lines === undefined ? '' : `, line ${lines.ours.line} of ${names.ours}, ${lines.theirs.line} of ${names.theirs}`
  return [
    `${printableLine(field)}${place}:`,
    ...sideText('base', base),
    ...sideText(names.ours, ours),
    ...sideText(names.theirs, theirs),
  ].join('\n')
}

function sideText(name: string, value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [`  ${name}: nothing`]
  if (typeof value !== 'string') return [`  ${name}: ${shown(value)}`]
  const lines = value.split('\n')
  const more = lines.length - SIDE_LINES_MAX
  const said = lines.slice(0, SIDE_LINES_MAX).map((line) => `    ${line}`)
  return [`  ${name}:`, ...said, ...(more > 0 ? [`    ... and ${more} more lines`] : [])]
}
