// What fired: each event with the bindings that it set off, whether that came to anything, and when.
import { Badge } from '../../components/badge.tsx'
import { EmptyState } from '../../components/states.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { ago, at } from '../../wording.ts'
import type { FiredEvent } from './bindings-data.ts'

export function BindingsLog({ events }: { events: readonly FiredEvent[] }) {
  if (events.length === 0) {
    return (
      <EmptyState
        icon="bindings"
        title="Nothing has fired"
        text="As soon as a binding fires, its event and what came of it stand here."
      />
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table-wrap" tabIndex={0} aria-label="Log of bindings">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Fired</th>
            <th scope="col">Outcome</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {events.flatMap(({ eventId, type, session, at: happened, fired }) =>
            fired.map(({ binding, skill, action, ok, result }, i) => (
              <tr key={`${eventId} ${binding}`}>
                <td>
                  {i === 0 && (
                    <>
                      <code>{type}</code>
                      {session !== null && (
                        <div class="faint small">
                          in <VisibleText text={session} />
                        </div>
                      )}
                    </>
                  )}
                </td>
                <td>
                  <a href={href(`/skills/${skill}`)}>
                    <VisibleText text={skill} />
                  </a>
                  <div class="faint small">{action.replaceAll('_', ' ')}</div>
                </td>
                <td>
                  <div class="row">
                    <Badge tone={ok ? 'good' : 'bad'}>{ok ? 'pass' : 'fail'}</Badge>
                    <span class="muted">
                      <VisibleText text={result} />
                    </span>
                  </div>
                </td>
                <td class="muted" title={at(happened)}>
                  {i === 0 && ago(happened)}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  )
}
