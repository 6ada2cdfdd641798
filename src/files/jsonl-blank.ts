// Makes lines of a JSONL file say less, in place: what is to be forgotten must not stay on the disk, while readers'
// cursors and other processes' appends must not be disturbed. The new line is padded with spaces to the old length, so no
// byte behind it moves. Meant for the end of what a person wanted gone, not as a way to edit.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

const NEWLINE = 0x0a

/** @param change answers with what is to stand instead, or undefined to leave the line. @returns how many lines changed. */
export function blankJsonl(path: string, change: (value: unknown) => object | undefined): number {
  // "r+" without append: a write at a place, where O_APPEND would write at the end.
  const descriptor = openSync(path, 'r+')
  try {
    const bytes = readFileSync(descriptor)
    let changed = 0
    let begin = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, begin)) {
      const shorter = shorterLine(bytes.subarray(begin, end), change)
      if (shorter !== undefined) {
        writeSync(descriptor, shorter, 0, shorter.length, begin)
        changed += 1
      }
      begin = end + 1
    }
    if (changed > 0) fsyncSync(descriptor)
    return changed
  } finally {
    closeSync(descriptor)
  }
}

// Undefined also when the new line would not fit.
function shorterLine(line: Buffer, change: (value: unknown) => object | undefined): Buffer | undefined {
  const value = change(parsed(line))
  if (value === undefined) return undefined
  const text = Buffer.from(JSON.stringify(value), 'utf8')
  return text.length > line.length ? undefined : Buffer.concat([text, Buffer.alloc(line.length - text.length, ' ')])
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
