// What a skill may be called. A name is also a path (`mcp/email` is `skills/mcp/email.json`), so the rule is strict:
// no upper case, no dot, no space, nothing that a file system folds, follows or reserves.
import { SkillError, shown } from './skill-error.ts'

export const NAME_SEGMENTS_MAX = 6
export const NAME_SEGMENT_CHARS_MAX = 64

const SEGMENT = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
// Windows keeps these for devices whatever their extension; a library must be copyable there.
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/

/** Returns the name, or throws `bad-name` with what was expected, what came and a valid suggestion. */
export function parseSkillName(value: unknown): string {
  const fault = nameFault(value)
  if (fault === undefined) return value as string
  const suggestion = typeof value === 'string' ? suggestName(value) : undefined
  throw new SkillError(
    'bad-name',
    `skill name "${shown(value)}": ${fault}`,
    suggestion
      ? `Try "${suggestion}".`
      : 'Use lower-case words joined by "-", grouped by "/", for example "mcp/email".',
  )
}

export function isSkillName(value: unknown): value is string {
  return nameFault(value) === undefined
}

/** Why a value is no name, or undefined when it is one. */
export function nameFault(value: unknown): string | undefined {
  if (typeof value !== 'string') return `expected a string, got ${value === null ? 'null' : typeof value}`
  if (value === '') return 'a name may not be empty'
  // Bounded before any splitting, so that a hostile argument costs nothing.
  if (value.length > NAME_SEGMENTS_MAX * (NAME_SEGMENT_CHARS_MAX + 1)) return 'a name may not be that long'
  const segments = value.split('/')
  if (segments.length > NAME_SEGMENTS_MAX) return `at most ${NAME_SEGMENTS_MAX} segments, got ${segments.length}`
  for (const segment of segments) {
    if (segment === '') return 'no segment may be empty (no leading, trailing or double "/")'
    if (segment.length > NAME_SEGMENT_CHARS_MAX) {
      return `a segment has at most ${NAME_SEGMENT_CHARS_MAX} characters, "${shown(segment)}" has ${segment.length}`
    }
    if (!SEGMENT.test(segment)) return `segments are lower-case letters and digits joined by single "-"`
    if (RESERVED.test(segment)) return `"${segment}" is a reserved file name on some systems`
  }
  return undefined
}

/** The nearest valid name for a bad one, or undefined when nothing sensible is left of it. */
export function suggestName(value: string): string | undefined {
  const segments = value
    .slice(0, 1000)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[/\\]+/)
    .map((segment) =>
      segment
        .replace(/[^a-z0-9]+/g, '-')
        .slice(0, NAME_SEGMENT_CHARS_MAX)
        .replace(/^-+|-+$/g, ''),
    )
    .filter((segment) => segment !== '' && !RESERVED.test(segment))
    .slice(0, NAME_SEGMENTS_MAX)
  const name = segments.join('/')
  return isSkillName(name) ? name : undefined
}

/** True when one name is a path prefix of the other (`mcp` and `mcp/email`), which a library refuses. */
export function isPathPrefix(a: string, b: string): boolean {
  return b.startsWith(`${a}/`) || a.startsWith(`${b}/`)
}
