// Brings skills in from where clients keep theirs, or from a URL: first shown, then taken after a second yes. Whatever comes
// is nobody's own work and waits in the review. Also has the server read again what was changed on the disk.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Notice } from '../../components/states.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { counted } from '../../wording.ts'
import { type Imported, ImportPlan } from './import-plan.tsx'

// As `from` of the endpoint takes them.
const PLACES: Record<string, string> = {
  claude: 'Claude Code',
  codex: 'Codex',
  cursor: 'Cursor',
  agents: 'the folder that clients share (.agents)',
  cortex: 'a .cortex folder',
  url: 'a URL',
}

type Loaded = { added: string[]; changed: string[]; removed: string[]; imported?: Imported }

export function ImportDialog({ close }: { close: () => void }) {
  const [place, setPlace] = useState('claude')
  const [url, setUrl] = useState('')
  const [plan, setPlan] = useState<Imported | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const ask = async (more: { dryRun?: boolean; update?: boolean }) => {
    setBusy(true)
    const from = place === 'url' ? { url: url.trim() } : { from: place }
    const loaded = await attempt(() => api.post<Loaded>('/api/skills/load-human', { ...from, ...more }))
    setBusy(false)
    return loaded?.imported
  }
  const look = async () => setPlan(await ask({ dryRun: true, update: true }))
  const take = async () => {
    const done = await ask({ update: true })
    if (done === undefined) return
    const count = done.taken.filter(({ outcome }) => outcome !== 'unchanged').length
    toast({ text: `Imported ${counted(count, 'skill')}; what is new waits in Review.` })
    close()
  }
  const fresh = plan?.taken.filter(({ outcome }) => outcome !== 'unchanged').length ?? 0
  return (
    <Dialog
      title="Import skills"
      close={close}
      foot={
        <>
          <button type="button" class="button" data-kind="quiet" onClick={() => void readAgain()}>
            Read the files again
          </button>
          <button type="button" class="button" disabled={isBusy} onClick={() => void look()}>
            Look
          </button>
          <button
            type="button"
            class="button"
            data-kind="primary"
            disabled={isBusy || fresh === 0}
            onClick={() => void take()}
          >
            {fresh === 0 ? 'Import' : `Import ${counted(fresh, 'skill')}`}
          </button>
        </>
      }
    >
      <div class="stack">
        <Source
          place={place}
          url={url}
          choose={(nextPlace, nextUrl) => {
            setPlace(nextPlace)
            setUrl(nextUrl)
            setPlan(undefined)
          }}
        />
        {plan === undefined ? (
          <Notice>Look first: what would come is shown, and nothing is written.</Notice>
        ) : (
          <ImportPlan plan={plan} />
        )}
      </div>
    </Dialog>
  )
}

type SourceProps = { place: string; url: string; choose: (place: string, url: string) => void }

function Source({ place, url, choose }: SourceProps) {
  return (
    <>
      <Field label="From" note="Their own files stay as they are.">
        {(id) => (
          <select id={id} class="input" value={place} onChange={(event) => choose(event.currentTarget.value, url)}>
            {Object.entries(PLACES).map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {place === 'url' && (
        <Field label="URL" note="A SKILL.md, an archive or a repository; only where the setting allowNetwork is on.">
          {(id) => (
            <input
              id={id}
              class="input"
              type="url"
              placeholder="https://"
              value={url}
              onInput={(event) => choose(place, event.currentTarget.value)}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** For who changed files by hand and does not want to wait for the watch. */
async function readAgain(): Promise<void> {
  const loaded = await attempt(() => api.post<Loaded>('/api/skills/load-human'))
  if (loaded === undefined) return
  const { added, changed, removed } = loaded
  const count = added.length + changed.length + removed.length
  const what = `${added.length} new, ${changed.length} changed, ${removed.length} gone`
  toast({ text: count === 0 ? 'Nothing changed on the disk.' : `Read again: ${what}.` })
}
