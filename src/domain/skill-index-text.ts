// The index of the library as a session sees it at its start: most used first, then by name, never cut silently.

export type IndexLine = { name: string; summary: string; loads: number; warning?: string }

export const INSTRUCTIONS_CHARS_MAX = 2_000
const LINE_CHARS_MAX = 200
const HEAD = 'Available skills (use get_skill to load full instructions):'

type More = {
  /** Of a summary; Infinity here and for the whole gives all there is to say, to compare with. */
  lineCharsMax?: number
  /** How many skills are not among the lines because the client lists them itself. */
  leftToClient?: number
}

/** Lines that fit into `charsMax`, then "and N more". Deterministic: equal libraries give equal text. */
export function skillIndexText(
  lines: IndexLine[],
  charsMax: number,
  { lineCharsMax = LINE_CHARS_MAX, leftToClient = 0 }: More = {},
): string {
  if (leftToClient > 0) {
    const left = leftText(leftToClient)
    if (lines.length === 0) return left
    return `${skillIndexText(lines, charsMax - left.length - 1, { lineCharsMax })}\n${left}`
  }
  if (lines.length === 0)
    return 'No skills saved yet. Save one with save_skill when a task of several steps has worked and will come again.'
  const ordered = inIndexOrder(lines)
  let text = HEAD
  // The longest beginning that leaves room to say how many are missing; needed only when not all fit.
  let cut = HEAD + more(ordered.length)
  for (const [i, line] of ordered.entries()) {
    text += `\n- ${line.name}: ${oneLine(line.summary, lineCharsMax)}${line.warning === undefined ? '' : ` [${line.warning}]`}`
    if (text.length > charsMax) return cut
    const withRest = text + more(ordered.length - i - 1)
    if (withRest.length <= charsMax) cut = withRest
  }
  return text
}

/** Most used first, then by name. */
export function inIndexOrder(lines: IndexLine[]): IndexLine[] {
  return [...lines].sort((a, b) => b.loads - a.loads || (a.name < b.name ? -1 : 1))
}

function more(count: number): string {
  return `\nand ${count} more: list_skills`
}

function leftText(count: number): string {
  return count === 1
    ? '1 skill that this client lists itself is left out here; get_skill has it too.'
    : `${count} skills that this client lists itself are left out here; get_skill has them too.`
}

function oneLine(text: string, charsMax: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > charsMax ? `${line.slice(0, charsMax - 3)}...` : line
}
