// The rows of the library and what is done with them in the browser: kept by tab, filter and words, put in order. Pure.
export type LibraryRow = {
  name: string
  summary: string
  tags: string[]
  version: number
  createdAt: string
  updatedAt: string | null
  mount: string | null
  origin: string
  tier: number
  lifecycle: string
  approval: string
  exposure: string
  pinned: boolean
  draft: boolean
  warnings: string[]
  recalled: number
  loads: number
  lastUsedAt: string | null
  successes: number
  failures: number
  successRate: number
  utility: number
  freshness: number
  health: number
}

/** The tabs: a state of the lifecycle each, but the first. What is archived is another list. */
export const TABS = ['in-use', 'released', 'candidate', 'deprecated', 'verified', 'degraded', 'archived'] as const
export type Tab = (typeof TABS)[number]

export const SORTS = {
  name: 'Name',
  used: 'Last used',
  loads: 'Most used',
  success: 'Success rate',
  health: 'Health, lowest first',
  changed: 'Last changed',
} as const
export type Sort = keyof typeof SORTS

export type Filter = { tab: Tab; origin: string; tag: string; sort: Sort }

export function inTab(row: LibraryRow, tab: Tab): boolean {
  return tab === 'in-use' ? row.lifecycle !== 'deprecated' : row.lifecycle === tab
}

export function filtered(rows: readonly LibraryRow[], { tab, origin, tag, sort }: Filter): LibraryRow[] {
  return rows
    .filter((row) => inTab(row, tab))
    .filter((row) => origin === '' || (origin === 'mounted' ? row.mount !== null : row.origin === origin))
    .filter((row) => tag === '' || row.tags.includes(tag))
    .sort(ORDERS[sort])
}

/** Every word occurs in name, summary or tags, in any case. */
export function saying(rows: readonly LibraryRow[], query: string): LibraryRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ name, summary, tags }) => {
    const text = [name, summary, ...tags].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export function tagsOf(rows: readonly LibraryRow[]): string[] {
  return [...new Set(rows.flatMap(({ tags }) => tags))].sort()
}

/** Means over what is in use; of success over what anything was reported of, null where nothing was. */
export function meansOf(rows: readonly LibraryRow[]) {
  const used = rows.filter((row) => inTab(row, 'in-use'))
  const reported = used.filter(({ successes, failures }) => successes + failures > 0)
  const mean = (of: readonly LibraryRow[], value: (row: LibraryRow) => number) =>
    of.length === 0 ? null : of.reduce((sum, row) => sum + value(row), 0) / of.length
  return {
    total: used.length,
    listed: used.filter(({ exposure }) => exposure === 'listed' || exposure === 'listed-warn').length,
    utility: mean(used, ({ utility }) => utility),
    freshness: mean(used, ({ freshness }) => freshness),
    success: mean(reported, ({ successes, failures }) => successes / (successes + failures)),
    reported: reported.length,
  }
}

type Order = (a: LibraryRow, b: LibraryRow) => number
const byName: Order = (a, b) => (a.name < b.name ? -1 : 1)
const newestFirst = (a: string | null, b: string | null) => (a === b ? 0 : (a ?? '') > (b ?? '') ? -1 : 1)

const ORDERS: Record<Sort, Order> = {
  name: byName,
  used: (a, b) => newestFirst(a.lastUsedAt, b.lastUsedAt) || byName(a, b),
  loads: (a, b) => b.loads - a.loads || byName(a, b),
  success: (a, b) => b.successRate - a.successRate || byName(a, b),
  health: (a, b) => a.health - b.health || byName(a, b),
  changed: (a, b) => newestFirst(a.updatedAt ?? a.createdAt, b.updatedAt ?? b.createdAt) || byName(a, b),
}
