// Puts another skill into the one that is shown: for whoever sees that two say the same. The server plans and carries it
// out; who names the other one must be led to this one is done there too.
import { useId, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { confirmed } from '../../components/dialog.tsx'
import { attempt } from '../../components/toast.tsx'
import { useNames } from '../designer/use-names.ts'

export function MergeCard({ name, likes }: { name: string; likes: readonly string[] }) {
  const [source, setSource] = useState(likes[0] ?? '')
  const listId = useId()
  const others = useNames().filter((each) => each !== name)
  const merge = async () => {
    const from = source.trim()
    if (!(await mayMerge(name, from))) return
    const done = await attempt(
      () => api.post('/api/skills/merge', { target: name, source: from, reason: 'merged in the dashboard' }),
      `Merged ${from} into ${name}.`,
    )
    if (done !== undefined) setSource('')
  }
  return (
    <section class="card card-pad" aria-label="Merge">
      <h2>Merge another into it</h2>
      <p class="faint small">What the other says and this one does not is added here; the other is archived.</p>
      <form
        class="merge-row"
        onSubmit={(event) => {
          event.preventDefault()
          void merge()
        }}
      >
        <input
          class="input"
          aria-label="The skill that goes into this one"
          placeholder="name of a skill"
          list={listId}
          value={source}
          onInput={(event) => setSource(event.currentTarget.value)}
        />
        <datalist id={listId}>
          {others.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <button type="submit" class="button" disabled={source.trim() === ''}>
          Merge
        </button>
      </form>
    </section>
  )
}

function mayMerge(target: string, source: string): Promise<boolean> {
  return confirmed({
    title: `Merge ${source} into ${target}?`,
    text: `${source} is archived, and skills that name it name ${target} from then on. The history keeps both texts: restore ${source} there, and a former version of ${target}, to go back.`,
    yes: 'Merge',
    isGrave: true,
  })
}
