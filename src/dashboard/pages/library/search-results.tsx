// What a search finds: first what recall would bring up to an agent that says these words, with its reasons, then what
// merely has the words in its name, summary or tags.
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { EmptyState, ErrorState, Loading, Notice } from '../../components/states.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { percent } from '../../wording.ts'
import { type LibraryRow, saying } from './library-rows.ts'
import { type Selection, SkillList, type View } from './skill-list.tsx'
import { SkillRow } from './skill-row.tsx'

type Term = { term: string; score: number; fields: string[] }
type Hit = { name: string; summary: string; confidence: number; reason: string; terms?: Term[]; warning?: string }
type Recalled = { hits: Hit[]; silent?: string }

const HITS_MAX = 10
const TYPING_MS = 180
const SURE_MIN = 0.75

type SearchProps = Selection & { words: string; rows: readonly LibraryRow[]; view: View }

export function SearchResults({ words, rows, view, selected, select }: SearchProps) {
  const asked = useSettled(words.trim())
  const recalled = useResource(`recall ${asked}`, (signal) => recall(asked, signal), ['skill.*'])
  if (recalled.data === undefined && recalled.error !== undefined) {
    return <ErrorState error={recalled.error} retry={recalled.reload} />
  }
  if (recalled.data === undefined) return <Loading what="Recalling" />
  const { hits, silent } = recalled.data
  const hitNames = new Set(hits.map(({ name }) => name))
  const others = saying(rows, words).filter(({ name }) => !hitNames.has(name))
  const rowOf = new Map(rows.map((row) => [row.name, row]))
  const toggle = (name: string) => {
    const next = new Set(selected)
    if (!next.delete(name)) next.add(name)
    select(next)
  }
  return (
    <div class="stack results" aria-busy={recalled.isLoading}>
      {silent !== undefined ? (
        <Notice>
          <p>
            Recall stays silent: <VisibleText text={silent} />.
          </p>
        </Notice>
      ) : (
        <section>
          <h2 class="results-head">An agent would be shown</h2>
          <ul class="hits">
            {hits.map((hit, i) => (
              <li key={hit.name}>
                <HitRow
                  hit={hit}
                  isBest={i === 0}
                  row={rowOf.get(hit.name)}
                  isSelected={selected.has(hit.name)}
                  toggle={toggle}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h2 class="results-head">{hits.length === 0 ? 'Skills with these words' : 'Others with these words'}</h2>
          <SkillList rows={others} view={view} selected={selected} select={select} label="Skills with these words" />
        </section>
      )}
      {hits.length + others.length === 0 && (
        <EmptyState
          icon="search"
          title="Nothing says that"
          text="No skill fits, and none has these words in its name, summary or tags."
        />
      )}
    </div>
  )
}

type HitProps = {
  hit: Hit
  isBest: boolean
  row: LibraryRow | undefined
  isSelected: boolean
  toggle: (name: string) => void
}

function HitRow({ hit, isBest, row, isSelected, toggle }: HitProps) {
  // The library is asked for apart from recall: a skill may just have come.
  if (row === undefined) return null
  return (
    <>
      <SkillRow row={row} isSelected={isSelected} toggle={toggle} />
      <div class="hit-why">
        {/* The best one's alone decides whether recall speaks at all. */}
        {isBest && <Badge tone={hit.confidence >= SURE_MIN ? 'good' : 'neutral'}>{percent(hit.confidence)} sure</Badge>}
        <span class="muted small">
          <VisibleText text={hit.reason} />
        </span>
      </div>
    </>
  )
}

function recall(message: string, signal: AbortSignal): Promise<Recalled> {
  // Without a session nothing of it is written down, and nothing counts as seen.
  return api.post('/api/recall', { message, limit: HITS_MAX, why: true }, { signal })
}

// Asked when the typing pauses.
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
