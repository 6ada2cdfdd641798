// Where the YAML of a SKILL.md ends and its Markdown begins. Splits only: what the YAML says is front-matter-values.ts.
import type { Diagnostic } from './diagnostic.ts'

export const FRONT_MATTER_BYTES_MAX = 256 * 1024

export type FrontMatter = {
  /** The text between the fences, LF only. Undefined without front matter, and after an error. */
  yaml: string | undefined
  /** The rest, less the one blank line that belongs to the format. The whole text when there is no front matter. */
  body: string
  /** 1-based line of the file on which the body starts. */
  bodyLine: number
  diagnostics: Diagnostic[]
}

// Written without the `m` flag, for which U+2028 inside a value would start a line as well.
const OPENING = /^---(\r?\n)/
const CLOSING = /(^|\n)---\r?(?:\n|$)/
const CLOSING_CHARS_MAX = '\n---\r\n'.length

/**
 * Accepts a byte order mark and CRLF. A fence is a line of exactly `---`, so dashes in a value or in the body are text.
 * When the opening fence ends in CRLF the file's line ends are CRLF, and the body is read with LF; otherwise the body
 * keeps every byte. Never throws; looks for the closing fence in the first 256 KiB only.
 */
export function splitFrontMatter(text: string, file: string): FrontMatter {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text
  const opening = OPENING.exec(source)
  if (opening === null) return unsplit(source, absent(source, file))

  const rest = source.slice(opening[0].length)
  const head = rest.slice(0, FRONT_MATTER_BYTES_MAX + CLOSING_CHARS_MAX)
  const closing = CLOSING.exec(head)
  if (closing === null) return unsplit(source, rest.length > head.length ? tooLarge(file) : unclosed(file))

  const yaml = rest.slice(0, closing.index + closing[1]!.length)
  if (new TextEncoder().encode(yaml).length > FRONT_MATTER_BYTES_MAX) return unsplit(source, tooLarge(file))

  const after = rest.slice(closing.index + closing[0].length)
  const blank = /^\r?\n/.exec(after)?.[0] ?? ''
  const body = after.slice(blank.length)
  return {
    yaml: yaml.replaceAll('\r\n', '\n'),
    body: opening[1] === '\r\n' ? body.replaceAll('\r\n', '\n') : body,
    // One line for each fence, one to move past the closing one.
    bodyLine: yaml.split('\n').length - 1 + 3 + (blank === '' ? 0 : 1),
    diagnostics: [],
  }
}

function unsplit(source: string, diagnostic: Diagnostic): FrontMatter {
  return { yaml: undefined, body: source, bodyLine: 1, diagnostics: [diagnostic] }
}

function absent(source: string, file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'no-front-matter',
    file,
    line: 1,
    expected: 'a first line "---" that opens the front matter',
    received: source === '' ? 'an empty file' : 'plain text',
    fix: 'Begin the file with "---", "name: ...", "description: ..." and "---".',
  }
}

function unclosed(file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'front-matter-unclosed',
    file,
    line: 1,
    expected: 'a second line "---" that closes the front matter',
    received: 'the end of the file',
    fix: 'Put "---" alone on the line after the last key.',
  }
}

function tooLarge(file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'too-large',
    file,
    line: 1,
    expected: `front matter of at most ${FRONT_MATTER_BYTES_MAX} bytes`,
    received: 'more',
    fix: 'Move long text from the front matter into the body.',
  }
}
