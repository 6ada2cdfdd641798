// What can be repaired without a guess: each repair as the diff it would write. What is written is exactly what was shown;
// a file that changed since is left.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { confirmed } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { EmptyState, Notice } from '../../components/states.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { counted } from '../../wording.ts'
import type { Done, Repair } from './doctor-data.ts'

export function RepairList({ repairs, more, done }: { repairs: readonly Repair[]; more: number; done: () => void }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<readonly Done[]>([])
  const wanted = repairs.filter(({ file }) => !left.has(file))
  const repair = async () => {
    const what = counted(wanted.length, 'file')
    const text = 'Exactly what is shown is written. What each file said before stays in its history.'
    if (!(await confirmed({ title: `Repair ${what}?`, text, yes: 'Repair' }))) return
    const body = { repairs: wanted.map(({ file, hash }) => ({ file, hash })) }
    const answer = await attempt(() => api.post<{ done: Done[] }>('/api/doctor/fix', body))
    if (answer === undefined) return
    const repaired = answer.done.filter(({ outcome }) => outcome === 'repaired').length
    setRefused(answer.done.filter(({ outcome }) => outcome === 'refused'))
    if (repaired > 0) toast({ text: `${counted(repaired, 'file')} repaired` })
    done()
  }
  const toggle = (file: string) => {
    const next = new Set(left)
    if (!next.delete(file)) next.add(file)
    setLeft(next)
  }
  return (
    <div class="stack">
      {refused.map(({ file, reason }) => (
        <Notice key={file} tone="bad">
          <VisibleText text={`${file} was not repaired: ${reason ?? ''}`} />
        </Notice>
      ))}
      {repairs.length === 0 ? (
        <EmptyState
          icon="check"
          title="Nothing to repair"
          text="Comments, trailing commas, misspelt keys and the like would be put right here."
        />
      ) : (
        <div class="row">
          <button
            type="button"
            class="button"
            data-kind="primary"
            disabled={wanted.length === 0}
            onClick={() => void repair()}
          >
            <Icon name="check" />
            Repair {counted(wanted.length, 'file')}
          </button>
          {more > 0 && <span class="faint small">{more} more after these</span>}
        </div>
      )}
      {repairs.map((each) => (
        <RepairCard key={each.file} repair={each} isWanted={!left.has(each.file)} toggle={() => toggle(each.file)} />
      ))}
    </div>
  )
}

function RepairCard({ repair, isWanted, toggle }: { repair: Repair; isWanted: boolean; toggle: () => void }) {
  const { file, repairs, diff } = repair
  return (
    <section class="diff" aria-label={`Repair of ${file}`}>
      <div class="diff-file">
        <label class="row">
          <input type="checkbox" checked={isWanted} onChange={toggle} />
          <VisibleText text={file} />
          <span class="faint">
            <VisibleText text={repairs.join('; ')} />
          </span>
        </label>
      </div>
      {diff
        .split('\n')
        .slice(2)
        .map((line, i) => (
          <div key={`${i}${line}`} class="diff-line repair-line" data-sign={line.slice(0, 1)}>
            <span>
              <VisibleText text={line} lines />
            </span>
          </div>
        ))}
    </section>
  )
}
