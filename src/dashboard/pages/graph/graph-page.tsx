// Graph: how skills hang together, as a picture and as a list. The address keeps the view, the search and the hidden kinds.
import { useMemo } from 'preact/hooks'
import { api } from '../../api.ts'
import { Icon } from '../../components/icon.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { EmptyState, ErrorState, Loading, Notice } from '../../components/states.tsx'
import { Segments } from '../../components/tabs.tsx'
import { useResource } from '../../resource.ts'
import { href, setQuery } from '../../router.ts'
import { counted } from '../../wording.ts'
import type { PageProps } from '../index.ts'
import { GraphCanvas } from './graph-canvas.tsx'
import { type GraphAnswer, KINDS, marksOf } from './graph-data.ts'
import { GraphFindings } from './graph-findings.tsx'
import { GraphList } from './graph-list.tsx'
import './graph.css'

const VIEWS = [
  { key: 'picture', label: 'Picture', icon: 'graph' },
  { key: 'list', label: 'List', icon: 'list' },
] as const

export function GraphPage({ query }: PageProps) {
  const graph = useResource('graph', (signal) => api.get<GraphAnswer>('/api/skills/graph', {}, signal), [
    'skill.*',
    'loaded',
  ])
  const view = query.view === 'list' ? 'list' : 'picture'
  return (
    <>
      <PageHead title="Graph" note={noteOf(graph.data)}>
        <Segments items={VIEWS} active={view} choose={(to) => setQuery({ view: to })} label="View" />
      </PageHead>
      {graph.data === undefined ? (
        graph.error === undefined ? (
          <Loading />
        ) : (
          <ErrorState error={graph.error} retry={graph.reload} />
        )
      ) : graph.data.nodes.length === 0 ? (
        <EmptyState
          icon="graph"
          title="There are no skills yet"
          text="As soon as there are, this shows how they hang together."
        >
          <a class="button" href={href('/')}>
            To the library
          </a>
        </EmptyState>
      ) : (
        <Graph graph={graph.data} view={view} query={query} />
      )}
    </>
  )
}

type GraphProps = { graph: GraphAnswer; view: 'picture' | 'list'; query: Record<string, string> }

function Graph({ graph, view, query }: GraphProps) {
  const hidden = query.without ?? ''
  const search = (query.q ?? '').toLowerCase()
  const marks = useMemo(() => marksOf(graph), [graph])
  const edges = useMemo(() => graph.edges.filter(({ kind }) => !hidden.split(',').includes(kind)), [graph, hidden])
  const nodes = useMemo(() => {
    const linked = new Set(edges.flatMap(({ from, to }) => [from, to]))
    // Archived ones are there for their merge alone.
    return graph.nodes.filter(({ name, lifecycle }) => lifecycle !== 'archived' || linked.has(name))
  }, [graph, edges])
  const found = nodes.filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(search))
  const focus = search === '' ? undefined : (nodes.find(({ name }) => name === search) ?? found[0])?.name
  return (
    <div class="stack">
      <LeftOut graph={graph} />
      <div class="graph-tools">
        <div class="input-wrap">
          <Icon name="search" />
          <input
            id="page-search"
            class="input"
            type="search"
            placeholder="Find a skill in the graph"
            aria-label="Find a skill in the graph"
            value={query.q ?? ''}
            onInput={(event) => setQuery({ q: event.currentTarget.value })}
          />
        </div>
        <Legend graph={graph} hidden={hidden} />
      </div>
      <div class="columns">
        {view === 'list' ? (
          <GraphList nodes={found} edges={edges} marks={marks} />
        ) : (
          <div>
            <GraphCanvas nodes={nodes} edges={edges} marks={marks} focus={focus} />
            <Colors />
          </div>
        )}
        <GraphFindings graph={graph} />
      </div>
    </div>
  )
}

function Legend({ graph, hidden }: { graph: GraphAnswer; hidden: string }) {
  const off = hidden.split(',').filter((kind) => kind !== '')
  return (
    <fieldset class="graph-legend" aria-label="Kinds of relations">
      {KINDS.map(({ kind, label, color }) => {
        const count = graph.edges.filter((edge) => edge.kind === kind).length
        const isOn = !off.includes(kind)
        const without = isOn ? [...off, kind] : off.filter((each) => each !== kind)
        return (
          <button
            key={kind}
            type="button"
            class="graph-kind"
            aria-pressed={isOn}
            disabled={count === 0}
            onClick={() => setQuery({ without: without.join(',') })}
          >
            <span class="graph-stroke" data-kind={kind} style={{ color: `var(--${color})` }} />
            {label}
            <span class="faint number">{count}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

const COLORS = [
  { color: 'good', says: 'released' },
  { color: 'info', says: 'verified' },
  { color: 'warn', says: 'candidate' },
  { color: 'bad', says: 'degraded or deprecated' },
] as const

function Colors() {
  return (
    <p class="graph-colors">
      {COLORS.map(({ color, says }) => (
        <span key={color}>
          <span class="graph-dot" style={{ background: `var(--${color})` }} /> {says}
        </span>
      ))}
      <span>
        <span class="graph-dot" data-hollow /> alone, or archived
      </span>
      <span>A ring: in a circle (red), leads nowhere (dashed), a hub (grey).</span>
    </p>
  )
}

function LeftOut({ graph: { nodesLeftOut, edgesLeftOut } }: { graph: GraphAnswer }) {
  if (nodesLeftOut + edgesLeftOut === 0) return null
  return (
    <Notice tone="info">
      {counted(nodesLeftOut, 'skill')} and {counted(edgesLeftOut, 'relation')} beyond what one picture holds are not
      shown.
    </Notice>
  )
}

function noteOf(graph: GraphAnswer | undefined): string {
  if (graph === undefined) return 'How skills hang together.'
  const live = graph.nodes.filter(({ lifecycle }) => lifecycle !== 'archived').length
  return `How ${counted(live, 'skill')} hang together, by ${counted(graph.edges.length, 'relation')}. The larger a dot, the more it is used; click one to open it.`
}
