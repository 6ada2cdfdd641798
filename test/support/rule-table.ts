// A rule over a small space, typed out as a table and walked in full: every combination must be said by exactly one row,
// and every row must say something.

export type Columns = Record<string, readonly string[]>
export type At<C extends Columns> = { [K in keyof C]: C[K][number] }
export type Walk = { walked: number; faults: string[] }

const ANY = '*'
const FAULTS_SHOWN_MAX = 10

/**
 * @param table a line a row, cells by `|` in the order of the columns and then the outcome; `*` is any, `a,b` either.
 * @returns the first faults: a combination that has no row or several, one decided otherwise, a row that is never met.
 */
export function walkTable<C extends Columns>(columns: C, table: string, decide: (at: At<C>) => string): Walk {
  const names = Object.keys(columns)
  const rows = table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => rowOf(line, columns, names))
  const faults: string[] = []
  const met = new Set<Row>()
  const all = product(columns)
  for (const at of all) {
    const said = rows.filter((row) => names.every((name, i) => row.cells[i]!.has(at[name]!)))
    for (const row of said) met.add(row)
    const actual = decide(at)
    const place = Object.values(at).join(' ')
    if (said.length !== 1) faults.push(`${place}: said by ${said.length} rows`)
    else if (said[0]!.outcome !== actual) faults.push(`${place}: expected ${said[0]!.outcome}, got ${actual}`)
  }
  const unmet = rows.filter((row) => !met.has(row)).map((row) => `never met: ${row.line}`)
  return { walked: all.length, faults: [...faults, ...unmet].slice(0, FAULTS_SHOWN_MAX) }
}

type Row = { line: string; cells: Set<string>[]; outcome: string }

function rowOf(line: string, columns: Columns, names: string[]): Row {
  const cells = line.split('|').map((cell) => cell.trim())
  if (cells.length !== names.length + 1) throw new Error(`expected ${names.length + 1} cells: ${line}`)
  const sets = names.map((name, i) => {
    const values = cells[i] === ANY ? columns[name]! : cells[i]!.split(',').map((value) => value.trim())
    const stranger = values.find((value) => !columns[name]!.includes(value))
    if (stranger !== undefined) throw new Error(`"${stranger}" is no ${name}: ${line}`)
    return new Set(values)
  })
  return { line: line.trim(), cells: sets, outcome: cells.at(-1)! }
}

export function product<C extends Columns>(columns: C): At<C>[] {
  return Object.entries(columns).reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap((at) => values.map((value) => ({ ...at, [name]: value }))),
    [{}],
  ) as At<C>[]
}
