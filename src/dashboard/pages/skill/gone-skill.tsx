// A name under which nothing is in force: archived, and then with the way back, or never there.
import type { ApiError } from '../../api.ts'
import { api } from '../../api.ts'
import { Icon } from '../../components/icon.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ErrorState, Loading, Notice } from '../../components/states.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { href } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { ago } from '../../wording.ts'
import { restoreAll } from '../library/selection-bar.tsx'
import { HistoryTab } from './history-tab.tsx'
import { type History, SKILL_EVENTS } from './skill-data.ts'

/** @param error what the server says of the name. */
export function GoneSkill({ name, error }: { name: string; error: ApiError }) {
  const history = useResource(
    `history ${name}`,
    (signal) => api.get<History>('/api/skills/history', { name }, signal),
    SKILL_EVENTS,
  )
  if (history.data === undefined && history.error === undefined) return <Loading />
  const archivedAt = history.data?.archivedAt ?? null
  if (archivedAt === null) return <ErrorState error={error} />
  return (
    <>
      <a class="crumb" href={href('/')}>
        Library
      </a>
      <PageHead title={<VisibleText text={name} />}>
        {isOperator() && (
          <button type="button" class="button" data-kind="primary" onClick={() => void restoreAll([name])}>
            <Icon name="undo" />
            Bring back
          </button>
        )}
      </PageHead>
      <div class="stack">
        <Notice>
          <p>It was archived {ago(archivedAt)}. Agents are not shown it; its texts are kept.</p>
        </Notice>
        <HistoryTab name={name} />
      </div>
    </>
  )
}
