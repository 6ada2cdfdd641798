// What a skill declares that it may touch, beside what its text and files look as if they touch.
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { confirmed } from '../../components/dialog.tsx'
import { EmptyState, ErrorState, Loading, Notice } from '../../components/states.tsx'
import { attempt } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { isOperator } from '../../session.ts'
import { type Facts, type PolicyLists, SKILL_EVENTS } from './skill-data.ts'

type List = keyof PolicyLists
type Row = { title: string; list: List | null; kind: keyof Omit<Facts['facts'], 'placeholders'> | null }

const ROWS: readonly Row[] = [
  { title: 'Hosts', list: 'domains', kind: 'hosts' },
  { title: 'Credentials', list: 'credentials', kind: 'credentials' },
  { title: 'Tools', list: 'tools', kind: 'tools' },
  { title: 'Side effects', list: 'sideEffects', kind: null },
  { title: 'Environment', list: null, kind: 'environment' },
  { title: 'Commands', list: null, kind: 'commands' },
]

type Change = (how: 'add' | 'remove', list: List, item: string) => void

export function PolicyTab({ name, etag }: { name: string; etag: string | null }) {
  const facts = useResource(
    `facts ${name}`,
    (signal) => api.get<Facts>('/api/skills/facts', { name }, signal),
    SKILL_EVENTS,
  )
  if (facts.data === undefined) {
    return facts.error === undefined ? <Loading /> : <ErrorState error={facts.error} retry={facts.reload} />
  }
  const { executable, declared, facts: observed } = facts.data
  const change: Change = (how, list, item) => void changePolicy(name, etag, how, list, item).then(facts.reload)
  const rows = ROWS.filter(
    ({ list, kind }) => (list && declared[list].length > 0) || (kind && observed[kind].total > 0),
  )
  if (rows.length === 0) {
    return (
      <EmptyState
        icon="shield"
        title="It asks for nothing"
        text="Its policy names no host, credential, tool or side effect, and nothing of the kind was seen in its text. A text can hide what it does."
      />
    )
  }
  return (
    <div class="stack">
      <Notice tone={executable ? 'info' : 'warn'}>
        <p>
          {executable
            ? 'The policy applies: a person approved these very bytes.'
            : 'The policy does not apply: nobody approved these very bytes.'}{' '}
          What was observed is not authoritative, because a text can hide what it does.
        </p>
      </Notice>
      <div class="table-wrap">
        <table class="table policy">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Declared</th>
              <th scope="col">Observed</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PolicyRow key={row.title} row={row} declared={declared} observed={observed} change={change} />
            ))}
          </tbody>
        </table>
      </div>
      {observed.placeholders.length > 0 && (
        <p class="muted small">
          Read like stand-ins: <VisibleText text={observed.placeholders.join(', ')} />. Anybody may own one.
        </p>
      )}
    </div>
  )
}

type PolicyRowProps = { row: Row; declared: PolicyLists; observed: Facts['facts']; change: Change }

function PolicyRow({ row: { title, list, kind }, declared, observed, change }: PolicyRowProps) {
  const items = list === null ? [] : declared[list]
  const found = kind === null ? [] : observed[kind].found
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        <ul class="policy-items">
          {items.map((item) => (
            <li key={item}>
              <span class="mono">
                <VisibleText text={item} />
              </span>
              {isOperator() && list !== null && (
                <button type="button" class="button" data-kind="quiet" onClick={() => change('remove', list, item)}>
                  Remove<span class="visually-hidden"> {item}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      </td>
      <td>
        <ul class="policy-items">
          {found.map(({ name, undeclared }) => (
            <li key={name}>
              <span class="mono">
                <VisibleText text={name} />
              </span>
              {undeclared && <Badge tone="warn">not declared</Badge>}
              {undeclared && isOperator() && list !== null && (
                <button type="button" class="button" data-kind="quiet" onClick={() => change('add', list, name)}>
                  Declare<span class="visually-hidden"> {name}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}

async function changePolicy(
  name: string,
  etag: string | null,
  how: 'add' | 'remove',
  list: List,
  item: string,
): Promise<void> {
  const isWider = how === 'add'
  const isWanted = await confirmed({
    title: isWider ? `Declare ${item}?` : `Remove ${item}?`,
    text: isWider
      ? 'A wider policy has to be approved anew before it applies.'
      : 'A narrower policy keeps its approval.',
    yes: isWider ? 'Declare' : 'Remove',
  })
  if (!isWanted) return
  const held = etag === null ? {} : { ifMatch: etag }
  const body = { name, [how]: { [list]: [item] } }
  await attempt(() => api.post('/api/skills/policy', body, held), isWider ? `Declared ${item}.` : `Removed ${item}.`)
}
