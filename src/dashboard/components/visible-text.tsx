// Text that somebody else wrote, as it is: direction marks, zero-width and control characters are shown by their numbers
// and marked, so that nothing hides in it or turns the words around it. Use it for every name, summary and note.
import { printable, printableLine } from '../../domain/printable.ts'

// As printable.ts writes them.
const MARK = /(<U\+[0-9A-F]{4,6}>)/

/** @param lines true keeps line breaks and tabs. */
export function VisibleText({ text, lines = false }: { text: string; lines?: boolean }) {
  return <>{visibleParts(lines ? printable(text) : printableLine(text))}</>
}

/** The text of a file or a skill, character for character. */
export function RawText({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="raw" tabIndex={0} aria-label={label}>
      <VisibleText text={text} lines />
    </section>
  )
}

export function visibleParts(printableText: string) {
  const parts = printableText.split(MARK)
  return parts.map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <mark class="hidden-character" title="A character that cannot be seen">
        {part.slice(1, -1)}
      </mark>
    ),
  )
}
