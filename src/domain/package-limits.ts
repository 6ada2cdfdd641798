// How much a skill's package, and one import, may hold. What is beyond is refused with its reason, never cut silently.
import { FRONT_MATTER_BYTES_MAX } from './front-matter.ts'
import { CONTENT_BYTES_MAX } from './skill-limits.ts'

/** The text with its front matter and the fences; the reader judges the parts. */
export const PACKAGE_TEXT_BYTES_MAX = CONTENT_BYTES_MAX + FRONT_MATTER_BYTES_MAX + 1024
export const PACKAGE_FILES_MAX = 512
export const PACKAGE_BYTES_MAX = 10 * 1024 * 1024
/** From the folder that is imported downwards. */
export const IMPORT_DEPTH_MAX = 12
/** Files and folders of one import, all packages together. */
export const IMPORT_ENTRIES_MAX = 20_000
