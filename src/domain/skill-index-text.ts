// The index of the library as a session sees it at its start: most used first, then by name, never cut silently.

export type IndexLine = { name: string; summary: string; loads: number }

export const INSTRUCTIONS_CHARS_MAX = 2_000
const LINE_CHARS_MAX = 200
const HEAD = 'Available skills (use get_skill to load full instructions):'

/** Lines that fit into `charsMax`, then "and N more". Deterministic: equal libraries give equal text. */
export function skillIndexText(lines: IndexLine[], charsMax: number): string {
  if (lines.length === 0)
    return 'No skills saved yet. Save one with save_skill when a task of several steps has worked and will come again.'
  const ordered = [...lines].sort((a, b) => b.loads - a.loads || (a.name < b.name ? -1 : 1))
  let text = HEAD
  // The longest beginning that leaves room to say how many are missing; needed only when not all fit.
  let cut = HEAD + more(ordered.length)
  for (const [i, line] of ordered.entries()) {
    text += `\n- ${line.name}: ${oneLine(line.summary)}`
    if (text.length > charsMax) return cut
    const withRest = text + more(ordered.length - i - 1)
    if (withRest.length <= charsMax) cut = withRest
  }
  return text
}

function more(count: number): string {
  return `\nand ${count} more: list_skills`
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LINE_CHARS_MAX ? `${line.slice(0, LINE_CHARS_MAX - 3)}...` : line
}
