// Which page is shown: the part of the address behind `#`, so that every view has a link that can be kept. The pages are
// the list of pages/index.ts; this knows none of them.
//
//   <a href={href('/skills/mcp/email', { tab: 'history' })}>      a link
//   go('/skills/mcp/email')                                        the same by code
//   route.value.query.tab                                          what the address says now
//   setQuery({ tab: 'raw' })                                       a change that Back does not take back step by step
import { signal } from '@preact/signals'

export type Route = { path: string; query: Record<string, string> }

export const route = signal<Route>({ path: '/', query: {} })

/** Asked before a page is left: false keeps it. Set by a page with unsaved work, by holdLeaving. */
let mayLeave: (() => Promise<boolean>) | undefined
let shownHash = ''

export function startRouter(): void {
  shownHash = location.hash
  route.value = routeOf(shownHash)
  window.addEventListener('hashchange', () => void moved())
}

/** A name with `/` in it stays readable: each segment is encoded for itself. */
export function href(path: string, query: Record<string, string | undefined> = {}): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined && value !== '') params.set(key, value)
  const text = params.toString()
  return `#${path.split('/').map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`
}

export function go(path: string, query: Record<string, string | undefined> = {}): void {
  location.hash = href(path, query)
}

/** Keeps what the query says beside these; undefined or '' takes one out. */
export function setQuery(changes: Record<string, string | undefined>): void {
  const { path, query } = route.value
  const hash = href(path, { ...query, ...changes })
  history.replaceState(null, '', hash)
  shownHash = hash
  route.value = routeOf(hash)
}

/** Until the returned function is called, leaving the page asks `isFine` first, as closing the tab asks the browser's way. */
export function holdLeaving(isDirty: () => boolean, isFine: () => Promise<boolean>): () => void {
  const unload = (event: BeforeUnloadEvent) => {
    if (isDirty()) event.preventDefault()
  }
  mayLeave = async () => !isDirty() || (await isFine())
  window.addEventListener('beforeunload', unload)
  return () => {
    mayLeave = undefined
    window.removeEventListener('beforeunload', unload)
  }
}

async function moved(): Promise<void> {
  const wanted = location.hash
  if (wanted === shownHash) return
  if (mayLeave !== undefined && routeOf(wanted).path !== route.value.path) {
    // The address goes back at once, and forth again when the person says so.
    history.replaceState(null, '', shownHash)
    if (!(await mayLeave())) return
    history.pushState(null, '', wanted)
  }
  shownHash = wanted
  route.value = routeOf(wanted)
}

function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.slice(1).split('?', 2)
  return { path: decoded(path) || '/', query: Object.fromEntries(new URLSearchParams(query)) }
}

// What somebody typed may be no encoding at all.
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
