// A stranger's text as one line that may be shown: bounded, without line breaks and without what steers a terminal.
import { printableLine } from './printable.ts'

/** @param charsMax of the text itself; what cannot be seen takes more room, as its number. */
export function strangersLine(text: string, charsMax: number): string {
  const line = printableLine(text.slice(0, charsMax)).trim()
  return text.length > charsMax ? `${line}…` : line
}
