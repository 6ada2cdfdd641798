// One region: the words that lead to it, and its routes with how their weights came about.
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { confirmed } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { Sparkline } from '../../components/sparkline.tsx'
import { attempt } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { ago, at, counted, percent } from '../../wording.ts'
import { type Region, type Route, spoken } from './routing-data.ts'

type CardProps = { region: Region; reload: () => void; never: (name: string) => void }

export function RegionCard({ region: { region, signals, against, routes }, reload, never }: CardProps) {
  return (
    <article class="card" aria-label={region}>
      <div class="card-head">
        <h2>
          <VisibleText text={region} />
        </h2>
        <span class="faint small">{counted(routes.length, 'route')}</span>
      </div>
      <div class="routing-words">
        <Words words={signals} none="No words lead here yet." />
        {against.length > 0 && (
          <>
            <span class="faint small">against:</span>
            <Words words={against} none="" isAgainst />
          </>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="routing-scroll" tabIndex={0} aria-label={`Routes of ${region}`}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Skill</th>
              <th scope="col">Weight</th>
              <th scope="col">Over time</th>
              <th scope="col">Reports</th>
              <th scope="col">Last used</th>
              <th scope="col">
                <span class="visually-hidden">What to do</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {routes.map((route) => (
              <RouteRow key={route.name} region={region} route={route} reload={reload} never={never} />
            ))}
          </tbody>
        </table>
      </section>
    </article>
  )
}

function Words({ words, none, isAgainst = false }: { words: readonly string[]; none: string; isAgainst?: boolean }) {
  if (words.length === 0) return <span class="faint small">{none}</span>
  return (
    <>
      {words.map((word) => (
        <Badge key={word} tone={isAgainst ? 'bad' : 'neutral'}>
          <VisibleText text={word} />
        </Badge>
      ))}
    </>
  )
}

type RowProps = Omit<CardProps, 'region'> & { region: string; route: Route }

function RouteRow({ region, route, reload, never }: RowProps) {
  const { name, effectiveWeight, weight, successes, failures, streak, lastUsedAt, lastFailure, weights } = route
  const values = weights.map((each) => each.weight)
  const title = `${percent(weight)} when it was used last; it fades with the days without use`
  return (
    <tr>
      <td>
        <div class="row">
          <a href={href(`/skills/${name}`)}>
            <VisibleText text={name} />
          </a>
          <Marks route={route} />
        </div>
      </td>
      <td title={title}>
        <span class="routing-meter" aria-hidden="true">
          <span style={{ width: percent(effectiveWeight) }} />
        </span>
        {percent(effectiveWeight)}
      </td>
      <td>
        {values.length < 2 ? (
          <span class="faint">–</span>
        ) : (
          <Sparkline values={values} label={`Weight from ${percent(values[0] ?? 0)} to ${percent(weight)}`} />
        )}
      </td>
      <td class="muted">
        {successes} worked, {failures} failed
        {streak > 1 && `, ${streak} in a row`}
        {lastFailure !== null && (
          <div class="faint small" title={at(lastFailure.at)}>
            last failure: {spoken(lastFailure.kind)}
            {lastFailure.key !== null && (
              <>
                , <VisibleText text={lastFailure.key} />
              </>
            )}
          </div>
        )}
      </td>
      <td class="muted" title={at(lastUsedAt)}>
        {ago(lastUsedAt)}
      </td>
      <td>
        <div class="routing-acts">
          {(route.reflex || mayEarn(route)) && <ReflexButton region={region} route={route} reload={reload} />}
          <button
            type="button"
            class="button"
            data-kind="quiet"
            data-icon
            title="Never suggest"
            aria-label={`Never suggest ${name}`}
            onClick={() => never(name)}
          >
            <Icon name="close" />
          </button>
        </div>
      </td>
    </tr>
  )
}

function Marks({ route: { reflex, hidden, worthKeeping } }: { route: Route }) {
  return (
    <>
      {reflex && (
        <Badge tone="accent" title="You granted that its plan needs no yes">
          reflex
        </Badge>
      )}
      {worthKeeping === true && (
        <Badge tone="good" title="It has proven itself, and nobody has kept it yet">
          worth keeping
        </Badge>
      )}
      {hidden !== undefined && (
        <Badge tone="warn" title={hidden}>
          not suggested
        </Badge>
      )}
    </>
  )
}

function ReflexButton({
  region,
  route: { name, reflex },
  reload,
}: {
  region: string
  route: Route
  reload: () => void
}) {
  const label = reflex ? 'Withdraw reflex' : 'Grant reflex'
  const set = async () => {
    const to = reflex ? 'withdraw' : 'grant'
    const question = {
      title: `Let ${name} run without a yes?`,
      text: 'Its plan is then shown and followed without being confirmed, as long as it is read-only, proven and unchanged. You can withdraw it at any time.',
      yes: 'Grant',
    }
    if (!reflex && !(await confirmed(question))) return
    const done = reflex ? 'It asks for a yes again' : 'It needs no yes any more'
    await attempt(() => api.post('/api/routing/reflex', { name, region, to }), `${name}: ${done}`)
    reload()
  }
  return (
    <button
      type="button"
      class="button"
      data-kind="quiet"
      onClick={() => void set()}
      aria-label={`${label} of ${name}`}
    >
      {label}
    </button>
  )
}

// Below these no setting lets it be granted; the rest is the server's to judge.
function mayEarn({ weight, streak }: Route): boolean {
  return weight >= 0.7 && streak >= 3
}
