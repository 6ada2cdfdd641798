// The frame around every page: finds the page of the address, loads its code, and has the keys that work everywhere.
import { useEffect, useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { startKeys, useKeys } from '../keyboard.ts'
import { type Page, type PageComponent, pageOf } from '../pages/index.ts'
import { asApiError } from '../resource.ts'
import { go, route } from '../router.ts'
import { isOperator, linkFault } from '../session.ts'
import { Questions } from './dialog.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { Icon } from './icon.tsx'
import { Side } from './side.tsx'
import { EmptyState, ErrorState, Loading } from './states.tsx'
import { Toasts } from './toast.tsx'

const SEARCH_ID = 'page-search'

export function Shell() {
  const [isHelping, setHelping] = useState(false)
  const { path, query } = route.value
  const found = pageOf(path)
  const page = found?.page
  useEffect(startKeys, [])
  useEffect(() => {
    document.title = `${found?.rest || page?.title || 'Not found'} · Skill Cortex`
    scrollTo({ top: 0 })
  }, [path])
  const search = () => focusSearch()
  useKeys({
    '/': { does: 'Search the skills', run: search },
    '?': { does: 'Show these keys', run: () => setHelping(true) },
  })
  return (
    <div class="shell">
      <Side shown={page} search={search} help={() => setHelping(true)} />
      <div>
        {!isOperator() && <ReadOnlyBanner />}
        <main class="page">
          <div class="page-inner" data-wide={page?.isWide || undefined}>
            {page === undefined ? (
              <NoPage />
            ) : (
              <Loaded key={page.path} page={page} rest={found?.rest ?? ''} query={query} />
            )}
          </div>
        </main>
      </div>
      {isHelping && <HelpDialog close={() => setHelping(false)} />}
      <Questions />
      <Toasts />
    </div>
  )
}

type LoadedProps = { page: Page; rest: string; query: Record<string, string> }

function Loaded({ page, rest, query }: LoadedProps) {
  const [state, setState] = useState<{ component?: PageComponent; error?: ApiError }>({})
  useEffect(() => {
    page.load().then(
      (component) => setState({ component }),
      (error: unknown) => setState({ error: asApiError(error) }),
    )
  }, [page])
  if (state.error !== undefined) return <ErrorState error={state.error} retry={() => location.reload()} />
  if (state.component === undefined) return <Loading />
  const Component = state.component
  return <Component rest={rest} query={query} />
}

function NoPage() {
  return (
    <EmptyState icon="search" title="There is no such page" text="The address names none of the pages at the left.">
      <a class="button" href="#/">
        To the library
      </a>
    </EmptyState>
  )
}

function ReadOnlyBanner() {
  return (
    <div class="banner" role="note">
      <Icon name="info" />
      <span>
        {linkFault.value ?? 'You see what an agent sees, and can change nothing.'} To act as yourself run{' '}
        <code>skill-cortex ui</code> in a terminal and open its link.
      </span>
    </div>
  )
}

/** The search of the page that is shown, else the library's. */
function focusSearch(): void {
  const field = document.getElementById(SEARCH_ID)
  if (field === null) go('/', { focus: 'search' })
  else field.focus()
}
