// Search, filters, order and view of the library. All of it stands in the address, so that a view can be kept as a link.
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/tabs.tsx'
import { setQuery } from '../../router.ts'
import { type Filter, type LibraryRow, SORTS, tagsOf } from './library-rows.ts'
import type { View } from './skill-list.tsx'

const ORIGINS = {
  '': 'Any origin',
  human: 'Written by people',
  machine: 'Written by agents',
  builtin: 'Shipped',
  mounted: 'Mounted',
}

type ToolbarProps = { filter: Filter; rows: readonly LibraryRow[]; view: View; words: string; wantsFocus: boolean }

export function Toolbar({ filter, rows, view, words, wantsFocus }: ToolbarProps) {
  const tags = tagsOf(rows)
  return (
    <div class="toolbar">
      <Search words={words} wantsFocus={wantsFocus} />
      <Choice label="Origin" value={filter.origin} options={ORIGINS} choose={(origin) => setQuery({ origin })} />
      {tags.length > 0 && (
        <Choice
          label="Tag"
          value={filter.tag}
          options={{ '': 'Any tag', ...Object.fromEntries(tags.map((tag) => [tag, `#${tag}`])) }}
          choose={(tag) => setQuery({ tag })}
        />
      )}
      <Choice
        label="Order"
        value={filter.sort}
        options={SORTS}
        choose={(sort) => setQuery({ sort: sort === 'name' ? undefined : sort })}
      />
      <Segments
        label="View"
        items={[
          { key: 'list', label: 'List', icon: 'list' },
          { key: 'cards', label: 'Cards', icon: 'cards' },
        ]}
        active={view}
        choose={(next) => setQuery({ view: next === 'list' ? undefined : next })}
      />
    </div>
  )
}

function Search({ words, wantsFocus }: { words: string; wantsFocus: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!wantsFocus) return
    field.current?.focus()
    setQuery({ focus: undefined })
  }, [wantsFocus])
  return (
    <div class="input-wrap">
      <Icon name="search" />
      <input
        ref={field}
        id="page-search"
        class="input"
        type="search"
        aria-label="Search by what you want to do"
        placeholder="What do you want to do? Answers as recall answers an agent"
        value={words}
        onInput={(event) => setQuery({ q: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          setQuery({ q: undefined })
          event.currentTarget.blur()
        }}
      />
      {words !== '' && (
        <button
          type="button"
          class="input-clear"
          aria-label="Clear the search"
          onClick={() => {
            setQuery({ q: undefined })
            field.current?.focus()
          }}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  )
}

type ChoiceProps = { label: string; value: string; options: Record<string, string>; choose: (value: string) => void }

function Choice({ label, value, options, choose }: ChoiceProps) {
  return (
    <select class="input" aria-label={label} value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {Object.entries(options).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  )
}
