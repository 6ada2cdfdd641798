// The queue of what only a person decides, walked with the keyboard: j and k from one to the next, a for yes, r for no. A
// yes names the exact text that was looked at; when another stands by then, the page says so and shows that one.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { PageHead } from '../../components/page-head.tsx'
import { EmptyState, ErrorState, Loading, Notice } from '../../components/states.tsx'
import { Segments } from '../../components/tabs.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useKeys } from '../../keyboard.ts'
import { useResource } from '../../resource.ts'
import { setQuery } from '../../router.ts'
import { counted } from '../../wording.ts'
import type { PageProps } from '../index.ts'
import { FindingReview } from './finding-review.tsx'
import { ProposalReview } from './proposal-review.tsx'
import { QueueList } from './queue-list.tsx'
import { type FoundText, nextKey, type QueueItem, queueOf, type TextPage, type ToldProposal } from './review-data.ts'
import { TextReview } from './text-review.tsx'
import './review.css'

const TEXTS_MAX = 100
const ON = ['skill.*', 'home.changed', 'proposal.*']

type Shown = 'all' | QueueItem['kind']
const SHOWN: readonly { key: Shown; label: string }[] = [
  { key: 'all', label: 'All' },
  { key: 'draft', label: 'Drafts' },
  { key: 'approval', label: 'New texts' },
  { key: 'proposal', label: 'Proposals' },
  { key: 'finding', label: 'Findings' },
]

export function ReviewPage({ query }: PageProps) {
  const texts = useResource(
    'review texts',
    (signal) => api.get<TextPage>('/api/approvals', { limit: TEXTS_MAX }, signal),
    ON,
  )
  const asked = useResource(
    'review proposals',
    (signal) => api.get<{ proposals: ToldProposal[] }>('/api/proposals', {}, signal),
    ON,
  )
  const found = useResource(
    'review findings',
    (signal) => api.get<{ found: FoundText[]; more: number }>('/api/approvals/findings', {}, signal),
    ON,
  )
  const reload = () => {
    for (const each of [texts, asked, found]) each.reload()
  }
  const head = <PageHead title="Review" note="What agents wrote and asked for, and what only you decide." />
  const error = texts.error ?? asked.error ?? found.error
  if (texts.data === undefined || asked.data === undefined || found.data === undefined) {
    return (
      <>
        {head}
        {error ? <ErrorState error={error} retry={reload} /> : <Loading what="Looking at the queue" />}
      </>
    )
  }
  const queue = queueOf({ texts: texts.data.waiting, proposals: asked.data.proposals, found: found.data.found })
  return (
    <>
      {head}
      {texts.data.unreadable.map(({ name, detail }) => (
        <Notice key={name} tone="bad">
          <VisibleText text={`${name}: ${detail}`} />
        </Notice>
      ))}
      <Queue queue={queue} more={texts.data.total - texts.data.waiting.length} query={query} reload={reload} />
    </>
  )
}

type QueueProps = { queue: QueueItem[]; more: number; query: Record<string, string>; reload: () => void }

function Queue({ queue, more, query, reload }: QueueProps) {
  // What is decided leaves the queue at once, and not only when it was loaded again.
  const [decided, setDecided] = useState<ReadonlySet<QueueItem>>(new Set())
  const shown = SHOWN.find(({ key }) => key === query.show)?.key ?? 'all'
  const left = queue.filter((item) => !decided.has(item))
  const items = left.filter(({ kind }) => shown === 'all' || kind === shown)
  const selected = items.find(({ key }) => key === query.item) ?? items[0]
  const step = (by: 1 | -1) => {
    if (selected === undefined) return
    const next = items[Math.max(0, Math.min(items.length - 1, items.indexOf(selected) + by))]
    if (next !== undefined) setQuery({ item: next.key })
  }
  useKeys({ j: { does: 'Next in the queue', run: () => step(1) }, k: { does: 'Previous', run: () => step(-1) } })
  const done = (item: QueueItem) => {
    setQuery({ item: nextKey(items, item.key) })
    setDecided(new Set([...decided, item]))
    reload()
  }
  if (left.length === 0) {
    return (
      <EmptyState
        icon="review"
        title="Nothing waits for you"
        text="When an agent changes a skill of yours, writes a new one, or asks for what only you may do, it stands here."
      />
    )
  }
  return (
    <>
      <div class="row review-filter">
        <Segments
          items={SHOWN}
          active={shown}
          choose={(key) => setQuery({ show: key, item: undefined })}
          label="Show"
        />
        <span class="faint small">
          {counted(left.length, 'thing')} to decide{more > 0 && `, and ${more} more texts after these`}
        </span>
      </div>
      <div class="review">
        <QueueList items={items} selected={selected?.key} choose={(key) => setQuery({ item: key })} />
        <section class="review-detail" aria-label="What is to be decided">
          {selected === undefined ? (
            <EmptyState icon="review" title="None of this kind" />
          ) : (
            <Detail key={selected.key} item={selected} done={() => done(selected)} reload={reload} />
          )}
        </section>
      </div>
    </>
  )
}

function Detail({ item, done, reload }: { item: QueueItem; done: () => void; reload: () => void }) {
  switch (item.kind) {
    case 'draft':
    case 'approval':
      return <TextReview text={item.text} done={done} reload={reload} />
    case 'proposal':
      return <ProposalReview proposal={item.proposal} done={done} />
    case 'finding':
      return <FindingReview found={item.found} done={done} reload={reload} />
  }
}
