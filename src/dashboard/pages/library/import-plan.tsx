// What an import would bring, before it is taken: each skill with what becomes of it, and what cannot be read, with why.
import { Badge } from '../../components/badge.tsx'
import { Notice } from '../../components/states.tsx'
import { VisibleText } from '../../components/visible-text.tsx'

export type Imported = {
  taken: { name: string; outcome: 'new' | 'updated' | 'unchanged'; files: number }[]
  refused: number
  diagnostics: { file: string; expected: string; received: string; fix: string }[]
}

const SHOWN_MAX = 200

export function ImportPlan({ plan: { taken, diagnostics } }: { plan: Imported }) {
  if (taken.length + diagnostics.length === 0) return <Notice>There is no skill.</Notice>
  return (
    <>
      <ul class="import-list" aria-label="What would come">
        {taken.slice(0, SHOWN_MAX).map(({ name, outcome }) => (
          <li key={name}>
            <VisibleText text={name} />
            <Badge>{outcome === 'unchanged' ? 'as it stands' : outcome}</Badge>
          </li>
        ))}
        {taken.length > SHOWN_MAX && <li class="muted">and {taken.length - SHOWN_MAX} more</li>}
      </ul>
      {diagnostics.slice(0, SHOWN_MAX).map(({ file, expected, received, fix }) => (
        <Notice key={`${file} ${expected}`} tone="warn">
          <VisibleText text={`${file}: expected ${expected}, got ${received}. ${fix}`} />
        </Notice>
      ))}
    </>
  )
}
