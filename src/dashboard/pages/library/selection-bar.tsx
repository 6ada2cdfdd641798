// What can be done with the skills that are selected. Archiving has a way back: nothing is ever deleted.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { confirmed } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { counted } from '../../wording.ts'

type Archived = { archived: { name: string }[]; errors: { name: string; detail: string; fix: string }[] }

// As the endpoint takes them at once.
const NAMES_MAX = 100
const NAMES_SHOWN = 8

export function SelectionBar({ selected, clear }: { selected: ReadonlySet<string>; clear: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const archive = async () => {
    const names = [...selected]
    if (!(await mayArchive(names))) return
    setBusy(true)
    await archiveAll(names)
    setBusy(false)
    clear()
  }
  return (
    <div class="selection-bar" role="toolbar" aria-label="Selected skills">
      <span class="number">{counted(selected.size, 'skill')} selected</span>
      <button type="button" class="button" data-kind="quiet" onClick={clear}>
        Clear
      </button>
      <button type="button" class="button" data-kind="primary" disabled={isBusy} onClick={() => void archive()}>
        <Icon name="archive" />
        Archive
      </button>
    </div>
  )
}

/** Asks first, says what was done, and offers the way back. */
export async function archiveAll(names: readonly string[]): Promise<void> {
  const done: string[] = []
  for (let from = 0; from < names.length; from += NAMES_MAX) {
    const part = names.slice(from, from + NAMES_MAX)
    const answer = await attempt(() => archivePart(part))
    done.push(...(answer?.archived.map(({ name }) => name) ?? []))
    for (const { detail, fix } of answer?.errors ?? []) toast({ text: `${detail}. ${fix}`, tone: 'bad' })
  }
  if (done.length === 0) return
  const what = done.length === 1 ? (done[0] ?? '') : counted(done.length, 'skill')
  toast({ text: `Archived ${what}.`, undo: () => void restoreAll(done) })
}

function archivePart(names: readonly string[]): Promise<Archived> {
  return api.delete('/api/skills', {}, { names })
}

export async function restoreAll(names: readonly string[]): Promise<void> {
  let restored = 0
  // What others need came away last, so it comes back first.
  for (const name of names.toReversed()) {
    const answer = await attempt(() => api.post<{ name: string }>('/api/skills/restore', { name }))
    if (answer !== undefined) restored += 1
  }
  if (restored > 0)
    toast({ text: `Brought back ${names.length === 1 ? (names[0] ?? '') : counted(restored, 'skill')}.` })
}

export function mayArchive(names: readonly string[]): Promise<boolean> {
  const more = names.length - NAMES_SHOWN
  const listed = `${names.slice(0, NAMES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return confirmed({
    title: `Archive ${counted(names.length, 'skill')}?`,
    text: `${listed}. Agents are shown them no more. Their texts are kept and can be brought back.`,
    yes: 'Archive',
    isGrave: true,
  })
}
