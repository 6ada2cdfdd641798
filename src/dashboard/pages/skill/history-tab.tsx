// The versions of a skill: what each changed, and the way back to it.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { confirmed } from '../../components/dialog.tsx'
import { DiffView } from '../../components/diff-view.tsx'
import { Icon } from '../../components/icon.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { useResource } from '../../resource.ts'
import { href } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { ago, at, bytesText } from '../../wording.ts'
import { type History, SKILL_EVENTS, type Version, type VersionDiff } from './skill-data.ts'

export function HistoryTab({ name }: { name: string }) {
  const history = useResource(
    `history ${name}`,
    (signal) => api.get<History>('/api/skills/history', { name }, signal),
    SKILL_EVENTS,
  )
  const [opened, setOpened] = useState<number | undefined>()
  if (history.data === undefined) {
    return history.error === undefined ? <Loading /> : <ErrorState error={history.error} retry={history.reload} />
  }
  const { versions, archivedAt } = history.data
  const live = versions.find(({ isLive }) => isLive)?.version
  return (
    <ol class="versions card">
      {versions.map((version, i) => (
        <li key={version.version}>
          <VersionRow
            name={name}
            version={version}
            live={live}
            isArchived={archivedAt !== null}
            isOpen={opened === version.version}
            toggle={() => setOpened(opened === version.version ? undefined : version.version)}
          />
          {opened === version.version && <Changes name={name} version={version} before={versions[i + 1]} />}
        </li>
      ))}
    </ol>
  )
}

type VersionRowProps = {
  name: string
  version: Version
  live: number | undefined
  isArchived: boolean
  isOpen: boolean
  toggle: () => void
}

function VersionRow({ name, version, live, isArchived, isOpen, toggle }: VersionRowProps) {
  const { version: number, at: when, actor, cause, bytes, isLive, isKept } = version
  return (
    <div class="version">
      <button type="button" class="version-open" aria-expanded={isOpen} onClick={toggle}>
        <Icon name="chevron" />
        <span class="number">Version {number}</span>
        <span class="muted">
          {cause} by {actor}
        </span>
      </button>
      {isLive && <Badge tone="good">in force</Badge>}
      <span class="faint small" title={at(when)}>
        {ago(when)}
        {bytes !== null && `, ${bytesText(bytes)}`}
      </span>
      {!isLive && isKept && (
        <a class="small" href={href(`/skills/${name}`, { version: String(number) })}>
          Look
        </a>
      )}
      {isOperator() && isKept && (!isLive || isArchived) && (
        <button type="button" class="button" onClick={() => void restore(name, number, live)}>
          <Icon name="undo" />
          Restore
        </button>
      )}
    </div>
  )
}

function Changes({ name, version, before }: { name: string; version: Version; before: Version | undefined }) {
  const isFirst = before === undefined
  const diff = useResource(`diff ${name} ${version.version}`, (signal) =>
    isFirst
      ? Promise.resolve(undefined)
      : api.get<VersionDiff>('/api/skills/diff', { name, a: before.version, b: version.version }, signal),
  )
  if (isFirst) return <p class="version-note muted">The first version that is known.</p>
  if (diff.data === undefined) {
    return diff.error === undefined ? <Loading /> : <ErrorState error={diff.error} retry={diff.reload} />
  }
  if (diff.data.files.length === 0) {
    return <p class="version-note muted">Its text is that of version {before.version}.</p>
  }
  return (
    <div class="version-note">
      <DiffView files={diff.data.files} />
    </div>
  )
}

async function restore(name: string, version: number, live: number | undefined): Promise<void> {
  const isWanted = await confirmed({
    title: `Restore version ${version}?`,
    text: `Its text becomes a new version of ${name}. What is in force now stays in the history.`,
    yes: 'Restore',
  })
  if (!isWanted) return
  const done = await attempt(() => api.post<{ version: number }>('/api/skills/restore', { name, version }))
  if (done === undefined) return
  const back = live === undefined ? undefined : () => void again(name, live)
  toast({ text: `Version ${version} is in force again, as version ${done.version}.`, ...(back && { undo: back }) })
}

async function again(name: string, version: number): Promise<void> {
  await attempt(() => api.post('/api/skills/restore', { name, version }), `Version ${version} is in force again.`)
}
