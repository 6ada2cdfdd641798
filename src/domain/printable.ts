// Makes text from a skill harmless on a terminal: whatever is no character to be read (escape sequences, carriage
// returns, direction marks, invisible characters) is shown by its number. Nothing is dropped, so that it can be found.

// Cc controls, Cf format characters (direction, zero width, tags), line and paragraph separators, halves of pairs. The
// two joiners stay: emoji and several scripts are written with them.
const UNREADABLE = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Several lines; line breaks and tabs stay, CRLF becomes LF. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNREADABLE, numbered)
}

/** One line, whatever came: a summary with a line break in it must not look like two rows. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\n\t]/g, ' ')
}

/** A JSON document of the same value: what is unreadable stands in it as \u escapes, as JSON itself has it for some. */
export function printableJson(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, null, 2).replace(UNREADABLE, (character) => character.split('').map(escaped).join(''))
}

function numbered(character: string): string {
  return `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`
}
