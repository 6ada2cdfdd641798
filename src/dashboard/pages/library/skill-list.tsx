// Skills as a list or as cards. Only what is seen is there, so that thousands stay smooth.
import { useEffect, useState } from 'preact/hooks'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useKeys } from '../../keyboard.ts'
import { isOperator } from '../../session.ts'
import type { LibraryRow } from './library-rows.ts'
import { SkillCard } from './skill-card.tsx'
import { SkillRow } from './skill-row.tsx'

export type View = 'list' | 'cards'
export type Selection = { selected: ReadonlySet<string>; select: (names: ReadonlySet<string>) => void }
type SkillListProps = Selection & { rows: readonly LibraryRow[]; view: View; label?: string }

const ROW_PIXELS = 58
const CARD_PIXELS = 172
const CARD_WIDTH_MIN = 330

export function SkillList({ rows, view, selected, select, label = 'Skills' }: SkillListProps) {
  const toggle = (name: string) => select(toggled(selected, name))
  const columns = useColumns()
  useKeys({ x: { does: 'Select or leave the row', run: () => toggleFocused(toggle) } })
  if (view === 'list') {
    return (
      <VirtualList
        items={rows}
        keyOf={({ name }) => name}
        rowHeight={ROW_PIXELS}
        label={label}
        row={(row) => <SkillRow row={row} isSelected={selected.has(row.name)} toggle={toggle} />}
      />
    )
  }
  return (
    <VirtualList
      items={inRows(rows, columns)}
      keyOf={([first]) => first?.name ?? ''}
      rowHeight={CARD_PIXELS}
      label={label}
      isBare
      row={(line) => (
        <div class="cards" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
          {line.map((row) => (
            <SkillCard key={row.name} row={row} isSelected={selected.has(row.name)} toggle={toggle} />
          ))}
        </div>
      )}
    />
  )
}

/** The box that selects a skill; nothing for who may not change any. */
export function SelectBox({
  name,
  isSelected,
  toggle,
}: {
  name: string
  isSelected: boolean
  toggle: (name: string) => void
}) {
  if (!isOperator()) return null
  return (
    <input
      type="checkbox"
      class="select-box"
      aria-label={`Select ${name}`}
      checked={isSelected}
      onChange={() => toggle(name)}
    />
  )
}

function toggled(selected: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(name)) next.add(name)
  return next
}

function toggleFocused(toggle: (name: string) => void): void {
  const name = document.activeElement?.closest<HTMLElement>('[data-name]')?.dataset.name
  if (name !== undefined && isOperator()) toggle(name)
}

function inRows(rows: readonly LibraryRow[], columns: number): LibraryRow[][] {
  const count = Math.ceil(rows.length / columns)
  return Array.from({ length: count }, (_, i) => rows.slice(i * columns, (i + 1) * columns))
}

function useColumns(): number {
  const columnsNow = () => {
    const width = document.querySelector('.page-inner')?.clientWidth ?? window.innerWidth
    return Math.max(1, Math.floor(width / CARD_WIDTH_MIN))
  }
  const [columns, setColumns] = useState(columnsNow)
  useEffect(() => {
    const look = () => setColumns(columnsNow())
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  }, [])
  return columns
}
