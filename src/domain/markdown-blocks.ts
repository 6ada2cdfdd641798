// A markdown text cut where its author left a blank line, with its code kept whole: as much of markdown as is needed to
// compare two texts piece by piece and to put pieces of one behind the other. Renders nothing.

/** `fence`: the line that opens or closes a code block. `fenced`: inside of one. */
export type MarkdownLine = { line: string; fence: boolean; fenced: boolean }
export type Heading = { kind: 'heading'; level: number; text: string }
/** Lines up to the next blank one; a code block among them stays in one piece. */
export type Paragraph = { kind: 'paragraph'; lines: MarkdownLine[]; text: string }
export type Block = Heading | Paragraph

export function markdownBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let lines: MarkdownLine[] = []
  const end = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', lines, text: lines.map(({ line }) => line).join('\n') })
    lines = []
  }
  for (const each of markdownLines(text)) {
    const isCode = each.fence || each.fenced
    const heading = isCode ? null : HEADING.exec(each.line)
    if (!isCode && (heading !== null || each.line.trim() === '')) end()
    if (heading !== null) blocks.push({ kind: 'heading', level: heading[1]!.length, text: withoutClosing(heading[2]!) })
    else if (isCode || each.line.trim() !== '') lines.push(each)
  }
  end()
  return blocks
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/

// "## Title ##". By hand, because a pattern takes the square of the time on a long line.
function withoutClosing(heading: string): string {
  const text = heading.trim()
  let end = text.length
  while (text[end - 1] === '#') end--
  return end < text.length && (end === 0 || text[end - 1] === ' ') ? text.slice(0, end).trimEnd() : text
}

/** A code block that nobody closes goes on to the end. */
export function markdownLines(text: string): MarkdownLine[] {
  let open: string | undefined
  return text.split(/\r\n|\r|\n/).map((line) => {
    const mark = FENCE.exec(line)
    if (open === undefined) {
      // A line such as ```code``` is no block.
      if (mark === null || (mark[1]!.startsWith('`') && mark[2]!.includes('`')))
        return { line, fence: false, fenced: false }
      open = mark[1]!
      return { line, fence: true, fenced: false }
    }
    const closes = mark !== null && mark[1]!.startsWith(open) && mark[2]!.trim() === ''
    if (!closes) return { line, fence: false, fenced: true }
    open = undefined
    return { line, fence: true, fenced: false }
  })
}

const FENCE = /^[\t >]*(`{3,}|~{3,})(.*)$/

/** The mark that closes a code block which the text leaves open. */
export function openFence(text: string): string | undefined {
  const marks = markdownLines(text).filter(({ fence }) => fence)
  return marks.length % 2 === 0 ? undefined : FENCE.exec(marks.at(-1)!.line)![1]
}
