// Pages of a list that is sorted by name. A cursor is the last name of a page, so that a page stays right when skills
// come and go between two calls.
import { SkillError, shown } from './skill-error.ts'
import { indexAfter } from './sorted-names.ts'

/** @param cursor of the page before; undefined begins at the first. @throws `bad-input` for one that is none of ours. */
export function pageOf<T>(
  sorted: readonly T[],
  nameOf: (item: T) => string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): { page: T[]; nextCursor: string | undefined } {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const start = after === undefined ? 0 : indexAfter(sorted, nameOf, after)
  const page = sorted.slice(start, start + limit)
  return { page, nextCursor: sorted.length > start + page.length ? writeCursor(nameOf(page.at(-1)!)) : undefined }
}

function writeCursor(name: string): string {
  return Buffer.from(`after:${name}`).toString('base64url')
}

function readCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  if (text.startsWith('after:')) return text.slice('after:'.length)
  throw new SkillError(
    'bad-input',
    `cursor: expected the nextCursor of an earlier answer, got "${shown(cursor)}"`,
    'Leave cursor out to begin at the first page.',
  )
}
