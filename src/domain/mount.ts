// Folders of packages that a person has mounted: served as they stand, and written by others. What may be kept of them, and
// how a copy is named that another skill of its name stands before.
import { z } from 'zod'
import { CLIENTS } from './client-channels.ts'
import { SkillError, shown } from './skill-error.ts'
import { isSkillName, suggestName } from './skill-name.ts'

export const MOUNTS_MAX = 32
/** What `mount` and `check` list of one folder; beyond that only how many more there are. */
export const MOUNT_FAULTS_MAX = 500
const PATH_CHARS_MAX = 4096
const SOURCE_CHARS_MAX = 64

/** In reports: what stands in `skills/` itself. No mount is called that. */
export const LIBRARY_SOURCE = 'library'
const BETWEEN = '@'

const mountSchema = z.object({
  /** Absolute, without a link in it when it was mounted. */
  path: z.string().min(1).max(PATH_CHARS_MAX),
  prefix: z.string().refine(isSkillName).optional(),
  source: z.string().refine(isSourceName),
  /** That lists what stands there by itself. */
  client: z.enum(CLIENTS).optional(),
})
export type Mount = z.infer<typeof mountSchema>

/** In the order in which they were mounted: the first with a name serves it. */
export const mountsSchema = z.array(mountSchema).max(MOUNTS_MAX)

/** @throws `bad-input` for what is no name of a source. */
export function parseSource(value: string): string {
  if (isSourceName(value)) return value
  const expected = `lower-case words joined by "-", at most ${SOURCE_CHARS_MAX} characters, and not "${LIBRARY_SOURCE}"`
  throw new SkillError(
    'bad-input',
    `the name of a source: expected ${expected}, got "${shown(value)}"`,
    'Say --as NAME.',
  )
}

/** A name for a source that none of these has: as it is wished, else with a number. */
export function freeSource(wished: string, taken: readonly string[]): string {
  const suggested = suggestName(wished.replaceAll('/', '-'))?.slice(0, SOURCE_CHARS_MAX - 3)
  const base = suggested !== undefined && isSourceName(suggested) ? suggested : 'folder'
  const names = [base, ...taken.map((_, index) => `${base}-${index + 2}`)]
  return names.find((name) => !taken.includes(name))!
}

/** Of "pdf@claude": its parts. Undefined for what names no copy. */
export function parseCopyName(value: string): { name: string; source: string } | undefined {
  const at = value.indexOf(BETWEEN)
  if (at < 0) return undefined
  const [name, source] = [value.slice(0, at), value.slice(at + 1)]
  return isSkillName(name) && isSourceName(source) ? { name, source } : undefined
}

export function copyName(name: string, source: string): string {
  return `${name}${BETWEEN}${source}`
}

function isSourceName(value: string): boolean {
  return isSkillName(value) && !value.includes('/') && value !== LIBRARY_SOURCE
}
