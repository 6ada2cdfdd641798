// A text in force in which the scan found something severe and that nobody has approved. A yes says that it was seen, of
// exactly these bytes; else it is edited or archived.
import { useState } from 'preact/hooks'
import { type ApiError, api } from '../../api.ts'
import { confirmed } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { ErrorState, Loading, Notice } from '../../components/states.tsx'
import { toast } from '../../components/toast.tsx'
import { RawText, VisibleText } from '../../components/visible-text.tsx'
import { useKeys } from '../../keyboard.ts'
import { asApiError, useResource } from '../../resource.ts'
import { href } from '../../router.ts'
import { Findings } from './findings.tsx'
import type { FoundText, TextDetail } from './review-data.ts'

const ORIGIN_WORDS = { builtin: 'It was shipped', human: 'A person wrote it', machine: 'A machine wrote it' } as const

export function FindingReview({ found, done, reload }: { found: FoundText; done: () => void; reload: () => void }) {
  const { name, summary, standing } = found
  const looked = useResource(`review of ${name}`, (signal) =>
    api.get<TextDetail>('/api/approvals/detail', { name }, signal),
  )
  const [conflict, setConflict] = useState<ApiError>()
  const detail = looked.data
  const approve = async () => {
    if (detail === undefined) return
    const text = 'You say that you have seen what the scan found. The yes is to exactly this text; a change asks again.'
    if (!(await confirmed({ title: `Approve ${name}?`, text, yes: 'I have seen it' }))) return
    try {
      await api.post('/api/approvals/approve', { name, hash: detail.hash })
      toast({ text: `Approved ${name}` })
      done()
    } catch (error) {
      setConflict(asApiError(error))
      looked.reload()
      reload()
    }
  }
  useKeys({ a: { does: 'Approve', run: () => void approve() } })
  return (
    <>
      <header class="review-head">
        <div>
          <h2>
            <a href={href(`/skills/${name}`)}>{name}</a>
          </h2>
          <p class="muted">
            <VisibleText text={summary} />
          </p>
        </div>
        <div class="row review-acts">
          <a class="button" href={href(`/design/${name}`)}>
            <Icon name="designer" />
            Edit
          </a>
          <button type="button" class="button" data-kind="primary" onClick={() => void approve()}>
            <Icon name="check" />I have seen it <kbd>a</kbd>
          </button>
        </div>
      </header>
      {conflict !== undefined && (
        <Notice tone="bad">
          <VisibleText text={`Not approved: ${conflict.message}. What stands now is shown below.`} />
        </Notice>
      )}
      <p class="muted">{ORIGIN_WORDS[standing.origin]}, it is in force, and nobody has said yes to it.</p>
      <Findings findings={found.findings} more={found.moreFindings} />
      {detail === undefined ? (
        looked.error ? (
          <ErrorState error={looked.error} retry={looked.reload} />
        ) : (
          <Loading />
        )
      ) : (
        <RawText text={detail.skill.content} label={`The text of ${name}`} />
      )}
    </>
  )
}
