// The library: all skills as a list or cards, with the real recall as search, and what can be done with several at once.
import { useState } from 'preact/hooks'
import { Icon } from '../../components/icon.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useResource } from '../../resource.ts'
import { href, setQuery } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { type PageProps, pageOf } from '../index.ts'
import { ArchivedList } from './archived-list.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { type Filter, filtered, inTab, type LibraryRow, SORTS, type Sort, TABS, type Tab } from './library-rows.ts'
import { loadLibrary } from './load-library.ts'
import { SearchResults } from './search-results.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SkillList, type View } from './skill-list.tsx'
import { StatsBar } from './stats-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import './library.css'

const TAB_LABELS: Record<Tab, string> = {
  'in-use': 'In use',
  released: 'Released',
  candidate: 'Candidate',
  deprecated: 'Deprecated',
  verified: 'Verified',
  degraded: 'Degraded',
  archived: 'Archived',
}

export function LibraryPage({ query }: PageProps) {
  const library = useResource('library', loadLibrary, ['skill.*', 'home.changed', 'outcome', 'loaded'])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const rows = library.data
  if (rows === undefined && library.error !== undefined)
    return <ErrorState error={library.error} retry={library.reload} />
  if (rows === undefined) return <Loading what="Loading the library" />
  const filter = filterOf(query)
  const shown = filtered(rows, filter)
  const view: View = query.view === 'cards' ? 'cards' : 'list'
  const words = query.q ?? ''
  return (
    <>
      <LibraryHead />
      <StatsBar rows={rows} />
      <Toolbar filter={filter} rows={rows} view={view} words={words} wantsFocus={query.focus === 'search'} />
      {words.trim() === '' ? (
        <Tabs
          label="Lifecycle"
          items={tabItems(rows)}
          active={filter.tab}
          choose={(tab) => setQuery({ tab: tab === 'in-use' ? undefined : tab })}
        >
          {filter.tab === 'archived' ? (
            <ArchivedList />
          ) : shown.length === 0 ? (
            <Nothing isEmpty={rows.length === 0} filter={filter} />
          ) : (
            <SkillList rows={shown} view={view} selected={selected} select={setSelected} />
          )}
        </Tabs>
      ) : (
        <SearchResults words={words} rows={rows} view={view} selected={selected} select={setSelected} />
      )}
      {selected.size > 0 && <SelectionBar selected={selected} clear={() => setSelected(new Set())} />}
    </>
  )
}

function LibraryHead() {
  const designer = pageOf('/design')
  const [isImporting, setImporting] = useState(false)
  return (
    <PageHead title="Library" note="What your agents know how to do, and what they are shown of it.">
      {isOperator() && (
        <button type="button" class="button" onClick={() => setImporting(true)}>
          Import
        </button>
      )}
      {isImporting && <ImportDialog close={() => setImporting(false)} />}
      {isOperator() && designer !== undefined && (
        <a class="button" data-kind="primary" href={href('/design')}>
          <Icon name="plus" />
          New skill
        </a>
      )}
    </PageHead>
  )
}

function tabItems(rows: readonly LibraryRow[]) {
  return TABS.filter((tab) => tab !== 'archived' || isOperator()).map((tab) => ({
    key: tab,
    label: TAB_LABELS[tab],
    count: tab === 'archived' ? undefined : rows.filter((row) => inTab(row, tab)).length,
  }))
}

function filterOf({ tab, origin = '', tag = '', sort }: Record<string, string>): Filter {
  return {
    tab: TABS.find((each) => each === tab) ?? 'in-use',
    origin,
    tag,
    sort: isSort(sort) ? sort : 'name',
  }
}

function isSort(text: string | undefined): text is Sort {
  return text !== undefined && text in SORTS
}

function Nothing({ isEmpty, filter }: { isEmpty: boolean; filter: Filter }) {
  if (isEmpty) {
    return (
      <EmptyState
        icon="library"
        title="The library is empty"
        text="Agents save skills here as they work. You can write one, or import what your clients have."
      />
    )
  }
  const isNarrowed = filter.origin !== '' || filter.tag !== ''
  return (
    <EmptyState
      icon="filter"
      title={isNarrowed ? 'No skill fits these filters' : `No skill is ${TAB_LABELS[filter.tab].toLowerCase()}`}
    >
      {isNarrowed && (
        <button type="button" class="button" onClick={() => setQuery({ origin: undefined, tag: undefined })}>
          Clear the filters
        </button>
      )}
    </EmptyState>
  )
}
