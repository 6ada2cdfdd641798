// How much a skill may hold. Apart from the schema in skill.ts, for those who cannot wait for a schema library.

/** Larger than any valid content once it is escaped, yet a bound on what is read at all. */
export const SKILL_FILE_BYTES_MAX = 8 * 1024 * 1024
export const CONTENT_BYTES_MAX = 1024 * 1024
export const SUMMARY_CHARS_MAX = 1024
export const LIST_ITEMS_MAX = 200
export const LIST_ITEM_CHARS_MAX = 500
