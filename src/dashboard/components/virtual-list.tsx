// A list of any length of which only what is seen is there: rows of one height, in the scroll of the page. `j` and `k` go
// from row to row, Enter opens what the row's first link leads to.
//
//   <VirtualList items={skills} keyOf={(s) => s.name} rowHeight={56} label="Skills" row={(skill) => <SkillRow … />} />
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useKeys } from '../keyboard.ts'

// Rows beyond the edge, so that fast scrolling shows no gap.
const EXTRA_ROWS = 8

export function VirtualList<T>({ items, keyOf, rowHeight, label, row, isBare = false }: VirtualListProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const { from, to } = useSeenRows(list, items.length, rowHeight)
  useRowKeys(list, items.length, rowHeight)
  return (
    <ul
      ref={list}
      class="list"
      aria-label={label}
      data-bare={isBare || undefined}
      style={{ height: `${items.length * rowHeight}px` }}
    >
      {items.slice(from, to).map((item, i) => (
        <li
          key={keyOf(item)}
          class="list-row"
          aria-setsize={items.length}
          aria-posinset={from + i + 1}
          data-index={from + i}
          style={{ top: `${(from + i) * rowHeight}px`, height: `${rowHeight}px` }}
        >
          {row(item, from + i)}
        </li>
      ))}
    </ul>
  )
}
type VirtualListProps<T> = {
  items: readonly T[]
  keyOf: (item: T) => string
  rowHeight: number
  label: string
  row: (item: T, index: number) => ComponentChildren
  /** Without a frame, for rows that are cards. */
  isBare?: boolean
}

type ListRef = { readonly current: HTMLUListElement | null }

function useSeenRows(list: ListRef, count: number, rowHeight: number): { from: number; to: number } {
  const [seen, setSeen] = useState({ from: 0, to: Math.ceil(window.innerHeight / rowHeight) + EXTRA_ROWS })
  const look = useCallback(() => {
    if (list.current === null) return
    const above = -list.current.getBoundingClientRect().top
    const from = Math.max(0, Math.floor(above / rowHeight) - EXTRA_ROWS)
    const to = Math.ceil((above + window.innerHeight) / rowHeight) + EXTRA_ROWS
    setSeen((was) => (was.from === from && was.to === to ? was : { from, to }))
  }, [rowHeight])
  useLayoutEffect(look, [look, count])
  useEffect(() => {
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [look])
  return { from: Math.min(seen.from, Math.max(0, count - 1)), to: Math.max(seen.to, 0) }
}

function useRowKeys(list: ListRef, count: number, rowHeight: number): void {
  // Where the last key is going: a key that follows fast goes on from there.
  const aim = useRef<number | null>(null)
  const move = (by: 1 | -1) => {
    if (list.current === null || count === 0) return
    const from = aim.current ?? focusedIndex(list.current) ?? (by === 1 ? -1 : count)
    const next = Math.max(0, Math.min(count - 1, from + by))
    aim.current = next
    const top = list.current.getBoundingClientRect().top + next * rowHeight
    const isSeen = top >= 0 && top + rowHeight <= window.innerHeight
    if (!isSeen) scrollBy({ top: top - window.innerHeight / 3 })
    // The row may only come to be with the scroll.
    const arrive = () => {
      if (aim.current !== next) return
      aim.current = null
      focusRow(list, next)
    }
    requestAnimationFrame(() => requestAnimationFrame(arrive))
  }
  useKeys({
    j: { does: 'Next row', run: () => move(1) },
    k: { does: 'Previous row', run: () => move(-1) },
  })
}

function focusedIndex(list: HTMLElement): number | null {
  const row = document.activeElement?.closest<HTMLElement>('.list-row')
  return row == null || !list.contains(row) ? null : Number(row.dataset.index)
}

function focusRow(list: ListRef, index: number): void {
  list.current?.querySelector<HTMLElement>(`[data-index="${index}"] a, [data-index="${index}"] button`)?.focus()
}
