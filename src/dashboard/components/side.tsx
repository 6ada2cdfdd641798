// The navigation: where one can go, whether what is shown is live, and the theme.

import { liveState } from '../live.ts'
import { PAGES, type Page } from '../pages/index.ts'
import { href, route } from '../router.ts'
import { setTheme, THEMES, type Theme, theme } from '../theme.ts'
import { Icon } from './icon.tsx'

const THEME_ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const
const LIVE_TEXTS = { connecting: 'Connecting', live: 'Live', away: 'Not connected' } as const

export function Side({ shown, search, help }: { shown: Page | undefined; search: () => void; help: () => void }) {
  const inNav = PAGES.filter(({ group }) => group !== null)
  const groups = [...new Set(inNav.map(({ group }) => group))]
  return (
    <aside class="side">
      <a class="side-mark" href={href('/')}>
        <Mark />
        Skill Cortex
      </a>
      <button type="button" class="side-search" onClick={search}>
        <Icon name="search" size={14} />
        Search skills
        <kbd>/</kbd>
      </button>
      <nav class="nav" aria-label="Pages">
        {groups.map((group) => (
          <div key={group} class="nav-group">
            <span class="nav-title">{group}</span>
            {inNav.filter((page) => page.group === group).map((page) => navLink(page, page === shown))}
          </div>
        ))}
      </nav>
      <div class="side-foot">
        <span class="live" data-state={liveState.value}>
          <span class="live-dot" />
          {LIVE_TEXTS[liveState.value]}
        </span>
        <ThemeButton />
        <button type="button" class="button" data-kind="quiet" data-icon aria-label="Keys and help" onClick={help}>
          <Icon name="help" />
        </button>
      </div>
    </aside>
  )
}

function navLink({ path, title, icon }: Page, isShown: boolean) {
  // A skill is looked at from the library, and written in the designer.
  const at = route.value.path
  const isNear = (path === '/' && at.startsWith('/skills/')) || (path === '/design' && at.startsWith('/design/'))
  return (
    <a key={path} class="nav-link" href={href(path)} aria-current={isShown || isNear ? 'page' : undefined}>
      <Icon name={icon} />
      {title}
    </a>
  )
}

function ThemeButton() {
  const next: Theme = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system'
  const label = `Theme: ${theme.value}. Change to ${next}`
  return (
    <button
      type="button"
      class="button"
      data-kind="quiet"
      data-icon
      aria-label={label}
      title={label}
      onClick={() => setTheme(next)}
    >
      <Icon name={THEME_ICONS[theme.value]} />
    </button>
  )
}

function Mark() {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      aria-hidden="true"
    >
      <path d="M12 3.2 19.6 7.6v8.8L12 20.8 4.4 16.4V7.6z" stroke-linejoin="round" />
      <circle cx="12" cy="12" r="2.6" fill="currentColor" stroke="none" />
      <path d="M12 9.4V3.2M9.8 13.3l-5.4 3.1M14.2 13.3l5.4 3.1" stroke-linecap="round" />
    </svg>
  )
}
