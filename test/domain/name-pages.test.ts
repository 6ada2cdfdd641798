// Pages of a sorted list: together they are the list, whatever comes and goes between two of them.
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../src/domain/name-pages.ts'

const NAMES = ['a', 'b', 'b/c', 'c', 'mcp/email', 'z']
const page = (names: string[], limit: number, cursor?: string) => pageOf(names, (name) => name, { limit, cursor })

test.each([1, 2, 3, 5, 6, 7])('pages of %i make up the list', (limit) => {
  const all: string[] = []
  let cursor: string | undefined
  do {
    const { page: names, nextCursor } = page(NAMES, limit, cursor)
    expect(names.length).toBeGreaterThan(0)
    all.push(...names)
    cursor = nextCursor
  } while (cursor !== undefined)
  expect(all).toEqual(NAMES)
})

test('a name that comes or goes before the cursor moves nothing', () => {
  const { nextCursor } = page(NAMES, 2)
  expect(page(['aa', ...NAMES].sort(), 2, nextCursor).page).toEqual(['b/c', 'c'])
  expect(page(NAMES.slice(2), 2, nextCursor).page).toEqual(['b/c', 'c'])
})

test.each(['', 'a', 'aa', 'b', 'b/', 'b0', 'mcp', 'mcp/email', 'z', 'zz'])(
  'a page after %j is what comes after it',
  (last) => {
    const cursor = Buffer.from(`after:${last}`).toString('base64url')
    expect(page(NAMES, 99, cursor).page).toEqual(NAMES.filter((name) => name > last))
  },
)

test('an empty list has one empty page', () => {
  expect(page([], 5)).toEqual({ page: [], nextCursor: undefined })
})

describe('a cursor that is none of ours is refused', () => {
  test.each(['x', '', 'YmVmb3JlOmE', '%', 'after:a'])('%s', (cursor) => {
    expect(() => page(NAMES, 2, cursor)).toThrow(/^cursor: expected the nextCursor of an earlier answer/)
  })
})
