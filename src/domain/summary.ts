// A summary made at once from the text, so that saving never waits for a model: the first sentence or heading,
// at most 15 words (seed 004, Data model). It is "extracted" while it equals what this function yields for the text.

export const SUMMARY_WORDS_MAX = 15
const SCANNED_CHARS_MAX = 4_000

/** @returns one line without markdown marks; `name` in words when the text says nothing. */
export function extractSummary(name: string, content: string): string {
  const lines = content.slice(0, SCANNED_CHARS_MAX).split(/\r?\n/)
  const candidates = [firstProse(lines), firstHeading(lines), name.replace(/[/-]+/g, ' ')]
  // A line of nothing but marks ("***") says nothing.
  const sentence = candidates.map((line) => plain(line ?? '')).find((line) => /[\p{L}\p{N}]/u.test(line)) ?? ''
  const words = sentence.split(/\s+/)
  const cut = words.slice(0, SUMMARY_WORDS_MAX).join(' ').slice(0, 300)
  return (words.length > SUMMARY_WORDS_MAX ? cut.replace(/[\s,;:–-]+$/, '') : cut.replace(/[.。]$/, '')).trimEnd()
}

export function isExtracted(skill: { name: string; summary: string; content: string }): boolean {
  return skill.summary === extractSummary(skill.name, skill.content)
}

// The first line of running text, before any list, code or table says something too special.
function firstProse(lines: string[]): string | undefined {
  let fenced = false
  for (const line of lines) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced
    else if (!fenced && /^\s{0,3}[\p{L}\p{N}"'(*_`[]/u.test(line) && !/^\s*(?:[*+-]|\d+[.)])\s/.test(line)) {
      return /^(.+?[.!?。])(?:\s|$)/.exec(line.trim())?.[1] ?? line
    }
  }
  return undefined
}

function firstHeading(lines: string[]): string | undefined {
  return lines.find((line) => /^#{1,6}\s+\S/.test(line))?.replace(/^#+\s+/, '')
}

function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]+/g, '')
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
}
