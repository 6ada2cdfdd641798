// What was put away, with the way back.

import { Icon } from '../../components/icon.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { href } from '../../router.ts'
import { ago, counted } from '../../wording.ts'
import { type ArchivedRow, loadArchived } from './load-library.ts'
import { restoreAll } from './selection-bar.tsx'

const ROW_PIXELS = 58

export function ArchivedList() {
  const archived = useResource('archived', loadArchived, ['skill.*', 'home.changed'])
  if (archived.data === undefined && archived.error !== undefined) {
    return <ErrorState error={archived.error} retry={archived.reload} />
  }
  if (archived.data === undefined) return <Loading />
  if (archived.data.length === 0) {
    return (
      <EmptyState
        icon="archive"
        title="Nothing is archived"
        text="What you archive waits here and can be brought back."
      />
    )
  }
  return (
    <VirtualList
      items={archived.data}
      keyOf={({ name }) => name}
      rowHeight={ROW_PIXELS}
      label="Archived skills"
      row={(row) => <ArchivedSkill row={row} />}
    />
  )
}

function ArchivedSkill({ row: { name, archivedAt, reason, actor, versions } }: { row: ArchivedRow }) {
  return (
    <div class="skill-row">
      <div class="skill-row-text">
        <a class="skill-name" href={href(`/skills/${name}`, { tab: 'history' })}>
          {name}
        </a>
        <div class="skill-summary">
          {`archived ${ago(archivedAt)}${actor === null ? '' : ` by ${actor}`}`}
          {reason !== null && (
            <>
              : <VisibleText text={reason} />
            </>
          )}
        </div>
      </div>
      <span class="faint small">{counted(versions, 'version')} kept</span>
      <button type="button" class="button" onClick={() => void restoreAll([name])}>
        <Icon name="undo" />
        Bring back
      </button>
    </div>
  )
}
