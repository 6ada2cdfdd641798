// The head of every page: its title, a sentence about it, and what can be done on it.
import type { ComponentChildren } from 'preact'

export function PageHead({ title, note, children }: PageHeadProps) {
  return (
    <header class="page-head">
      <div class="page-head-text">
        <h1>{title}</h1>
        {note !== undefined && <p class="page-note">{note}</p>}
      </div>
      {children !== undefined && <div class="page-actions">{children}</div>}
    </header>
  )
}
type PageHeadProps = { title: ComponentChildren; note?: ComponentChildren; children?: ComponentChildren }

/** Numbers side by side, each with what it counts. */
export function Tiles({ children }: { children: ComponentChildren }) {
  return <div class="tiles">{children}</div>
}

/** @param share draws a bar of this part, 0 to 1, below the number. */
export function Tile({ label, value, note, share }: TileProps) {
  return (
    <div class="tile">
      <div class="tile-label">{label}</div>
      <div class="tile-value">
        {value}
        {note !== undefined && <span class="tile-note">{note}</span>}
      </div>
      {share !== undefined && (
        <div class="meter" aria-hidden="true">
          <div style={{ width: `${Math.round(100 * Math.max(0, Math.min(1, share)))}%` }} />
        </div>
      )}
    </div>
  )
}
type TileProps = { label: string; value: ComponentChildren; note?: string; share?: number }
