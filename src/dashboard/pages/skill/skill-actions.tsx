// What a person can do with a skill. Every change names the text that was looked at; when another one stands by then, it
// is refused and the page shows that one.
import { api } from '../../api.ts'
import { Icon } from '../../components/icon.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { useKeys } from '../../keyboard.ts'
import { go, href } from '../../router.ts'
import { pageOf } from '../index.ts'
import { archiveAll, mayArchive } from '../library/selection-bar.tsx'
import type { Looked } from './skill-data.ts'

const UPWARD: Record<string, string> = {
  candidate: 'Verify',
  verified: 'Release',
  degraded: 'Take back into use',
  deprecated: 'Take back into use',
}

export function SkillActions({ looked: { detail, etag } }: { looked: Looked }) {
  const { skill, standing } = detail
  const { name } = skill
  const upward = UPWARD[standing.lifecycle]
  const held = etag === null ? {} : { ifMatch: etag }
  const pin = () =>
    attempt(
      () => api.post('/api/skills/pin', { name, pinned: !standing.pinned }),
      standing.pinned ? `Unpinned ${name}.` : `Pinned ${name}: only you change it.`,
    )
  const archive = async () => {
    if (!(await mayArchive([name]))) return
    await archiveAll([name])
    go('/')
  }
  const editing = pageOf(`/design/${name}`)
  useKeys(editing === undefined ? {} : { e: { does: 'Edit the skill', run: () => go(`/design/${name}`) } })
  return (
    <div class="page-actions">
      {upward !== undefined && (
        <button type="button" class="button" onClick={() => void promote(name, held)}>
          <Icon name="up" />
          {upward}
        </button>
      )}
      {standing.lifecycle !== 'deprecated' && (
        <button type="button" class="button" data-kind="quiet" onClick={() => void deprecate(name, held)}>
          Deprecate
        </button>
      )}
      <button
        type="button"
        class="button"
        data-kind="quiet"
        data-icon
        aria-label={standing.pinned ? 'Unpin' : 'Pin'}
        aria-pressed={standing.pinned}
        title={standing.pinned ? 'Unpin: agents may change it again' : 'Pin: only you change it'}
        onClick={() => void pin()}
      >
        <Icon name="pin" />
      </button>
      <button
        type="button"
        class="button"
        data-kind="quiet"
        data-icon
        aria-label="Archive"
        onClick={() => void archive()}
      >
        <Icon name="archive" />
      </button>
      {editing !== undefined && (
        <a class="button" data-kind="primary" href={href(`/design/${name}`)}>
          <Icon name="designer" />
          Edit
        </a>
      )}
    </div>
  )
}

async function promote(name: string, held: { ifMatch?: string }): Promise<void> {
  const done = await attempt(() => api.post<{ lifecycle: string }>('/api/skills/promote', { name }, held))
  if (done !== undefined) toast({ text: `${name} is ${done.lifecycle} now.` })
}

async function deprecate(name: string, held: { ifMatch?: string }): Promise<void> {
  const done = await attempt(() => api.post('/api/skills/deprecate', { name }, held))
  if (done === undefined) return
  const undo = () => void attempt(() => api.post('/api/skills/promote', { name }), `${name} is back in use.`)
  toast({ text: `Deprecated ${name}: agents are shown it no more.`, undo })
}
