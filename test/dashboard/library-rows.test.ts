// The rows of the library as the dashboard filters, sorts and sums them up.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  filtered,
  inTab,
  type LibraryRow,
  meansOf,
  SORTS,
  type Sort,
  saying,
  TABS,
} from '../../src/dashboard/pages/library/library-rows.ts'
import { seeded } from '../support/seed.ts'

function rowOf(over: Partial<LibraryRow>): LibraryRow {
  return {
    ...{
      name: 'tea',
      summary: 'Make tea',
      tags: [],
      version: 1,
      createdAt: '2026-01-01',
      updatedAt: null,
      mount: null,
    },
    ...{ origin: 'human', tier: 3, lifecycle: 'released', approval: 'approved', exposure: 'listed' },
    ...{ pinned: false, draft: false, warnings: [], recalled: 0, loads: 0, lastUsedAt: null },
    ...{ successes: 0, failures: 0, successRate: 0.5, utility: 0.25, freshness: 1, health: 0.5 },
    ...over,
  }
}
const names = (rows: LibraryRow[]) => rows.map(({ name }) => name)
const LIFECYCLES = ['candidate', 'verified', 'released', 'degraded', 'deprecated']
const anyRow = fc
  .record({
    name: fc.stringMatching(/^[a-z]{1,8}$/),
    lifecycle: fc.constantFrom(...LIFECYCLES),
    loads: fc.nat(50),
    lastUsedAt: fc.option(fc.stringMatching(/^2026-0[1-9]-1[0-9]$/)),
    health: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(rowOf)
const library = fc.uniqueArray(anyRow, { selector: ({ name }) => name, maxLength: 20 })

test('every skill has one tab of its state, and is in use unless it is deprecated', () => {
  for (const lifecycle of LIFECYCLES) {
    const tabs = TABS.filter((tab) => inTab(rowOf({ lifecycle }), tab))
    expect(tabs, lifecycle).toEqual(lifecycle === 'deprecated' ? [lifecycle] : ['in-use', lifecycle])
  }
})

test('an order loses no row, changes no list, and puts the same rows the same way whatever came first', () => {
  fc.assert(
    fc.property(library, fc.constantFrom(...(Object.keys(SORTS) as Sort[])), (rows, sort) => {
      const given = [...rows]
      const filter = { tab: 'in-use' as const, origin: '', tag: '', sort }
      const once = names(filtered(rows, filter))
      expect(names(filtered([...rows].reverse(), filter))).toEqual(once)
      expect([...once].sort()).toEqual(names(rows.filter((row) => inTab(row, 'in-use'))).sort())
      expect(rows).toEqual(given)
    }),
    seeded(200),
  )
})

test.each<[sort: Sort, expected: string[]]>([
  ['name', ['ale', 'mate', 'tea']],
  ['used', ['tea', 'mate', 'ale']],
  ['loads', ['mate', 'tea', 'ale']],
  ['success', ['ale', 'mate', 'tea']],
  ['health', ['tea', 'ale', 'mate']],
  ['changed', ['mate', 'ale', 'tea']],
])('sorted by %s', (sort, expected) => {
  const rows = [
    rowOf({ name: 'tea', loads: 2, lastUsedAt: '2026-09-02', health: 0.1, successRate: 0.2 }),
    rowOf({ name: 'ale', loads: 0, lastUsedAt: null, health: 0.4, successRate: 0.9, createdAt: '2026-02-01' }),
    rowOf({ name: 'mate', loads: 9, lastUsedAt: '2026-09-01', health: 0.8, updatedAt: '2026-03-01' }),
  ]
  expect(names(filtered(rows, { tab: 'in-use', origin: '', tag: '', sort }))).toEqual(expected)
})

test('filters: by origin, by mount, by tag', () => {
  const rows = [
    rowOf({ name: 'a', origin: 'machine' }),
    rowOf({ name: 'b', mount: '/skills', tags: ['x'] }),
    rowOf({ name: 'c', tags: ['x', 'y'] }),
  ]
  const by = (over: { origin?: string; tag?: string }) =>
    names(filtered(rows, { tab: 'in-use', origin: '', tag: '', sort: 'name', ...over }))
  expect(by({ origin: 'machine' })).toEqual(['a'])
  expect(by({ origin: 'mounted' })).toEqual(['b'])
  expect(by({ tag: 'x' })).toEqual(['b', 'c'])
  expect(by({ tag: 'y', origin: 'machine' })).toEqual([])
})

test('words: each must occur, in any case, in name, summary or tags', () => {
  const rows = [rowOf({ name: 'drink/tea', summary: 'Make a POT', tags: ['hot'] }), rowOf({ name: 'ale' })]
  expect(names(saying(rows, 'pot Hot tea'))).toEqual(['drink/tea'])
  expect(names(saying(rows, 'make'))).toEqual(['drink/tea', 'ale'])
  expect(names(saying(rows, 'pot cold'))).toEqual([])
})

test('means are of what is in use; success of what was reported on', () => {
  expect(meansOf([])).toEqual({ total: 0, listed: 0, utility: null, freshness: null, success: null, reported: 0 })
  const rows = [
    rowOf({ name: 'a', utility: 0.2, successes: 3, failures: 1 }),
    rowOf({ name: 'b', utility: 0.6, exposure: 'on-request' }),
    rowOf({ name: 'c', utility: 1, lifecycle: 'deprecated', successes: 9 }),
  ]
  expect(meansOf(rows)).toEqual({ total: 2, listed: 1, utility: 0.4, freshness: 1, success: 0.75, reported: 1 })
})
