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

/** Of one package as it is fetched: an archive may be larger than what it holds, by the names and sizes of its files. */
export const PACKAGE_DOWNLOAD_BYTES_MAX = PACKAGE_BYTES_MAX + 1024 * 1024

/** The archive itself, and all that comes out of it: ten packages of the largest size. */
export const ARCHIVE_BYTES_MAX = 10 * PACKAGE_BYTES_MAX
/** Of one path in it, in UTF-8; most file systems allow no longer one. */
export const ARCHIVE_PATH_BYTES_MAX = 1024
/** Folders above a file in it: those down to a package, and those in the package. */
export const ARCHIVE_DEPTH_MAX = 2 * IMPORT_DEPTH_MAX
/** Reasons that are given for refusing one archive. */
export const ARCHIVE_FAULTS_MAX = 20
