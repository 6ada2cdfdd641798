// Dark, light, or as the system has it; kept in this browser. The colours themselves are in styles/tokens.css.
import { signal } from '@preact/signals'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEPT_AS = 'skill-cortex-theme'

export const theme = signal<Theme>('system')
/** What is on the screen now, for a canvas, which paints its own colours. */
export const painted = signal<'light' | 'dark'>('light')

export function startTheme(): void {
  const kept = localStorage.getItem(KEPT_AS)
  setTheme(THEMES.find((each) => each === kept) ?? 'system')
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const look = () => {
    const { theme: set } = document.documentElement.dataset
    painted.value = set === 'dark' || (set !== 'light' && dark.matches) ? 'dark' : 'light'
  }
  dark.addEventListener('change', look)
  new MutationObserver(look).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  look()
}

export function setTheme(next: Theme): void {
  theme.value = next
  document.documentElement.dataset.theme = next
  localStorage.setItem(KEPT_AS, next)
}
