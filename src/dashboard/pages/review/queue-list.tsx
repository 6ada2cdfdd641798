// The queue at the left: one line for the name, one for what it is and whose. Of a long queue only what is seen is costly
// to lay out (content-visibility in review.css).
import { useEffect, useRef } from 'preact/hooks'
import { Badge, type Tone } from '../../components/badge.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { ago } from '../../wording.ts'
import { KIND_WORDS, type QueueItem } from './review-data.ts'

const TONES: Record<QueueItem['kind'], Tone> = { draft: 'accent', approval: 'info', proposal: 'warn', finding: 'bad' }

type ListProps = { items: readonly QueueItem[]; selected: string | undefined; choose: (key: string) => void }

export function QueueList({ items, selected, choose }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <ul ref={list} class="queue" aria-label="Queue">
      {items.map((item) => (
        <li key={item.key}>
          <button
            type="button"
            class="queue-item"
            aria-current={item.key === selected ? 'true' : undefined}
            onClick={() => choose(item.key)}
          >
            <span class="queue-name">
              <VisibleText text={item.name} />
            </span>
            <span class="queue-what">
              <Badge tone={TONES[item.kind]}>{KIND_WORDS[item.kind]}</Badge>
              <span class="faint">
                <VisibleText text={whoAndWhen(item)} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function whoAndWhen(item: QueueItem): string {
  switch (item.kind) {
    case 'draft':
    case 'approval': {
      const { author, actor, at, rejection } = item.text
      return rejection === null ? `${author ?? actor}, ${ago(at)}` : `rejected ${ago(rejection.at)}`
    }
    case 'proposal':
      return `${item.proposal.author ?? item.proposal.actor}, ${ago(item.proposal.at)}`
    case 'finding':
      return item.found.findings[0]?.rule ?? ''
  }
}
