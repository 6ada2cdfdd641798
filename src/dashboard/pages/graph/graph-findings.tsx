// What is amiss with how skills hang together, and which many others lean on; each opens its skill.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { counted } from '../../wording.ts'
import type { GraphAnswer } from './graph-data.ts'

const SHOWN = 6
const FIELDS: Record<string, string> = { dependsOn: 'needs', seeAlso: 'points to', parent: 'is part of' }

export function GraphFindings({ graph }: { graph: GraphAnswer }) {
  const { cycles, dangling, hubs, orphans } = graph
  return (
    <aside class="stack" aria-label="Findings">
      <Finding
        title="Circles"
        note="Skills that need each other: whoever follows one never begins."
        none="No skill needs itself, directly or through others."
        tone="bad"
        items={cycles.map((cycle) => <Names key={cycle.join(' ')} names={cycle} between=" → " />)}
      />
      <Finding
        title="Leads nowhere"
        note="The other skill was never there, was renamed, or is archived."
        none="Every skill that is named is there."
        tone="warn"
        items={dangling.map(({ from, field, to }) => (
          <span key={`${from} ${field} ${to}`}>
            <Name name={from} /> {FIELDS[field] ?? field} <VisibleText text={to} />
          </span>
        ))}
      />
      <Finding
        title="Hubs"
        note="Many others lean on them: change them with care."
        none="No skill has four neighbours or more."
        items={hubs.map(({ name, neighbours }) => (
          <span key={name}>
            <Name name={name} /> <span class="faint">{counted(neighbours, 'neighbour')}</span>
          </span>
        ))}
      />
      <Finding
        title="Alone"
        note="Nothing leads to them or from them."
        none="Every skill has something to do with another."
        items={orphans.map((name) => <Name key={name} name={name} />)}
      />
    </aside>
  )
}

type FindingProps = { title: string; note: string; none: string; tone?: 'bad' | 'warn'; items: ComponentChildren[] }

function Finding({ title, note, none, tone, items }: FindingProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, SHOWN)
  return (
    <section class="card card-pad graph-finding">
      <h3>
        {title}{' '}
        {items.length > 0 && (
          <span class="graph-count" data-tone={tone}>
            {items.length}
          </span>
        )}
      </h3>
      <p class="faint small">{items.length === 0 ? none : note}</p>
      {shown.length > 0 && (
        <ul class="graph-items">
          {shown.map((item, i) => (
            <li key={i}>{item}</li>
          ))}
        </ul>
      )}
      {items.length > SHOWN && (
        <button type="button" class="button" data-kind="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${items.length}`}
        </button>
      )}
    </section>
  )
}

function Names({ names, between }: { names: readonly string[]; between: string }) {
  return (
    <span>
      {names.map((name, i) => (
        <span key={i}>
          {i > 0 && <span class="faint">{between}</span>}
          <Name name={name} />
        </span>
      ))}
    </span>
  )
}

function Name({ name }: { name: string }) {
  return (
    <a href={href(`/skills/${name}`)}>
      <VisibleText text={name} />
    </a>
  )
}
