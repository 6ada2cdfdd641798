// Where the tables of a TOML text begin and end, by line. Follows strings and brackets far enough to know a header from
// a line inside a value; whether the text is TOML at all is for the parser to say.

/** From the line of its header to behind its last line that says something; the header's keys, innermost last. */
export type TomlTable = { path: string[]; from: number; to: number }

export function tomlTables(text: string): TomlTable[] {
  const tables: TomlTable[] = []
  let value: Open = NOTHING_OPEN
  for (const { from, line } of linesOf(text)) {
    const path = value === NOTHING_OPEN ? headerPath(line) : undefined
    if (path !== undefined) tables.push({ path, from, to: from + line.length })
    else {
      const isContent = value !== NOTHING_OPEN || /^\s*[^\s#]/.test(line)
      const table = tables.at(-1)
      if (table !== undefined && isContent) table.to = from + line.length
      value = after(line, value)
    }
  }
  return tables
}

/** What a line leaves open: a string of several lines, by its quotes, and how many brackets. */
type Open = { quotes: '' | '"""' | "'''"; brackets: number }
const NOTHING_OPEN: Open = { quotes: '', brackets: 0 }

function* linesOf(text: string): Generator<{ from: number; line: string }> {
  for (const match of text.matchAll(/[^\n]*\n|[^\n]+$/g)) yield { from: match.index, line: match[0] }
}

const HEADER = /^[ \t]*\[{1,2}((?:[^\]"'#]|"(?:[^"\\]|\\.)*"|'[^']*')*)\]{1,2}[ \t]*(?:#.*)?\r?\n?$/
const KEY = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+)/g

function headerPath(line: string): string[] | undefined {
  const inside = HEADER.exec(line)?.[1]
  return inside === undefined ? undefined : [...inside.matchAll(KEY)].map((m) => m[1] ?? m[2] ?? m[3] ?? '')
}

// A string on one line, a comment, the start of a long string, or a bracket: whatever changes what the next line is.
const TOKEN = /"""|'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}]/g

function after(line: string, { quotes, brackets }: Open): Open {
  let rest = line
  let open = quotes
  let depth = brackets
  for (;;) {
    if (open !== '') {
      const end = endOfLong(rest, open)
      if (end === undefined) return { quotes: open, brackets: depth }
      rest = rest.slice(end)
      open = ''
    }
    TOKEN.lastIndex = 0
    for (let token = TOKEN.exec(rest); token !== null; token = TOKEN.exec(rest)) {
      const [sign] = token
      if (sign === '"""' || sign === "'''") {
        open = sign
        rest = rest.slice(TOKEN.lastIndex)
        break
      }
      if (sign === '[' || sign === '{') depth++
      if (sign === ']' || sign === '}') depth--
    }
    if (open === '') return depth > 0 ? { quotes: '', brackets: depth } : NOTHING_OPEN
  }
}

// Up to two quotes may stand directly before the closing three; in a basic string a backslash keeps the next character.
function endOfLong(text: string, quotes: '"""' | "'''"): number | undefined {
  const close = quotes === '"""' ? /^(?:[^"\\]|\\.|"(?!""))*"{3,5}/s : /^(?:[^']|'(?!''))*'{3,5}/
  return close.exec(text)?.[0].length
}
