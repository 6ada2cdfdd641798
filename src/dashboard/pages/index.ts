// The pages, in the order of the navigation. Adding one is a folder here and a line below:
//   path    what the address says behind `#`; `/skills/*` takes everything below and hands it on as `rest`
//   group   its heading in the navigation; null for a page that only links lead to
//   isWide  takes the whole width
// A page's code is fetched when it is first shown. A page for the operator alone says so itself where a call is refused.
import type { ComponentType } from 'preact'
import type { IconName } from '../components/icon.tsx'

export type PageProps = { rest: string; query: Record<string, string> }
export type PageComponent = ComponentType<PageProps>
export type Page = {
  path: string
  title: string
  group: 'Skills' | 'Learning' | 'Running' | null
  icon: IconName
  isWide?: boolean
  load: () => Promise<PageComponent>
}

export const PAGES: readonly Page[] = [
  {
    path: '/',
    title: 'Library',
    group: 'Skills',
    icon: 'library',
    load: async () => (await import('./library/library-page.tsx')).LibraryPage,
  },
  {
    path: '/review',
    title: 'Review',
    group: 'Skills',
    icon: 'review',
    isWide: true,
    load: async () => (await import('./review/review-page.tsx')).ReviewPage,
  },
  {
    path: '/design',
    title: 'Designer',
    group: 'Skills',
    icon: 'designer',
    isWide: true,
    load: async () => (await import('./designer/designer-page.tsx')).DesignerPage,
  },
  {
    path: '/recall',
    title: 'Recall lab',
    group: 'Skills',
    icon: 'recall',
    load: async () => (await import('./recall/recall-page.tsx')).RecallPage,
  },
  {
    path: '/graph',
    title: 'Graph',
    group: 'Skills',
    icon: 'graph',
    isWide: true,
    load: async () => (await import('./graph/graph-page.tsx')).GraphPage,
  },
  {
    path: '/routing',
    title: 'Routing',
    group: 'Learning',
    icon: 'routing',
    load: async () => (await import('./routing/routing-page.tsx')).RoutingPage,
  },
  {
    path: '/beliefs',
    title: 'Beliefs',
    group: 'Learning',
    icon: 'beliefs',
    load: async () => (await import('./beliefs/beliefs-page.tsx')).BeliefsPage,
  },
  {
    path: '/peers',
    title: 'Peers',
    group: 'Learning',
    icon: 'peers',
    load: async () => (await import('./peers/peers-page.tsx')).PeersPage,
  },
  {
    path: '/bindings',
    title: 'Bindings',
    group: 'Learning',
    icon: 'bindings',
    load: async () => (await import('./bindings/bindings-page.tsx')).BindingsPage,
  },
  {
    path: '/health',
    title: 'Health',
    group: 'Running',
    icon: 'health',
    load: async () => (await import('./health/health-page.tsx')).HealthPage,
  },
  {
    path: '/passes',
    title: 'Passes',
    group: 'Running',
    icon: 'passes',
    load: async () => (await import('./passes/passes-page.tsx')).PassesPage,
  },
  {
    path: '/doctor',
    title: 'Doctor',
    group: 'Running',
    icon: 'doctor',
    load: async () => (await import('./doctor/doctor-page.tsx')).DoctorPage,
  },
  {
    path: '/design/*',
    title: 'Designer',
    group: null,
    icon: 'designer',
    isWide: true,
    load: async () => (await import('./designer/designer-page.tsx')).DesignerPage,
  },
  {
    path: '/skills/*',
    title: 'Skill',
    group: null,
    icon: 'file',
    load: async () => (await import('./skill/skill-page.tsx')).SkillPage,
  },
]

/** Exact paths before those with `*`. */
export function pageOf(path: string): { page: Page; rest: string } | undefined {
  const exact = PAGES.find((page) => page.path === path)
  if (exact !== undefined) return { page: exact, rest: '' }
  const page = PAGES.find((each) => each.path.endsWith('/*') && path.startsWith(each.path.slice(0, -1)))
  return page && { page, rest: path.slice(page.path.length - 1) }
}
