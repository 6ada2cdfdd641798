// Rows of cells as aligned text, for people. The last column is as long as it is; what does not fit on a screen belongs there.
import { printableLine } from '../domain/printable.ts'

const GAP = '  '

/** @param heads one word or two a column, lower case: they are read aloud, too. */
export function columns(heads: string[], rows: string[][]): string {
  const table = [heads, ...rows].map((row) => row.map(printableLine))
  const widths = heads.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}
