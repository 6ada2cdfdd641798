// How a skill hangs together with others: what to load before it, who needs it, what it contradicts, what says the same.
import type { ComponentChildren } from 'preact'
import { api } from '../../api.ts'
import { EmptyState, ErrorState, Loading, Notice } from '../../components/states.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { href } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { percent } from '../../wording.ts'
import { MergeCard } from './merge-card.tsx'
import { type Relations, SKILL_EVENTS, type WholeDetail } from './skill-data.ts'

type Near = { name: string; summary: string; similarity: number }

export function RelationsTab({ detail: { skill } }: { detail: WholeDetail }) {
  const { name, summary, content } = skill
  const relations = useResource(
    `relations ${name}`,
    (signal) => api.get<Relations>('/api/skills/dependencies', { name }, signal),
    SKILL_EVENTS,
  )
  const near = useResource(
    `near ${name}`,
    (signal) => api.post<{ near: Near[] }>('/api/skills/near', { name, summary, content }, { signal }),
    SKILL_EVENTS,
  )
  if (relations.data === undefined) {
    return relations.error === undefined ? <Loading /> : <ErrorState error={relations.error} retry={relations.reload} />
  }
  const { loadFirst, dependents, missing, cycles } = relations.data
  const others = (near.data?.near ?? []).filter((each) => each.name !== name)
  const lists: [title: string, note: string, names: readonly string[]][] = [
    ['Load before it', 'In this order; what these need is among them.', loadFirst],
    ['Need it', 'They would miss it.', dependents],
    ['See also', 'Named beside it when it comes up.', skill.seeAlso],
    ['Conflicts with', 'Not to be followed together.', skill.conflictsWith],
    ['Part of', '', skill.parent === null ? [] : [skill.parent]],
  ]
  const said = lists.filter(([, , names]) => names.length > 0)
  if (said.length + others.length + missing.length === 0) {
    return (
      <>
        <EmptyState icon="graph" title="It stands alone" text="It needs no other skill, and none names it." />
        {isOperator() && <MergeCard name={name} likes={[]} />}
      </>
    )
  }
  return (
    <div class="stack">
      {missing.length > 0 && (
        <Notice tone="bad">
          {missing.map(({ name: gone, neededBy }) => (
            <p key={gone}>
              {neededBy} needs <VisibleText text={gone} />, which is not there.
            </p>
          ))}
        </Notice>
      )}
      {cycles.length > 0 && (
        <Notice tone="bad">
          <p>These need each other in a circle: {cycles.map((cycle) => cycle.join(' → ')).join('; ')}.</p>
        </Notice>
      )}
      {said.map(([title, note, names]) => (
        <Related key={title} title={title} note={note}>
          {names.map((other) => (
            <li key={other}>
              <SkillLink name={other} />
            </li>
          ))}
        </Related>
      ))}
      {others.length > 0 && (
        <Related title="Says nearly the same" note="Merging two keeps the best of both.">
          {others.map(({ name: other, summary: what, similarity }) => (
            <li key={other}>
              <SkillLink name={other} /> <span class="badge">{percent(similarity)} alike</span>
              <span class="muted small">
                <VisibleText text={what} />
              </span>
            </li>
          ))}
        </Related>
      )}
      {isOperator() && near.data !== undefined && (
        <MergeCard key={others[0]?.name} name={name} likes={others.map((other) => other.name)} />
      )}
    </div>
  )
}

function Related({ title, note, children }: { title: string; note: string; children: ComponentChildren }) {
  return (
    <section class="card card-pad">
      <h2>{title}</h2>
      {note !== '' && <p class="faint small">{note}</p>}
      <ul class="related">{children}</ul>
    </section>
  )
}

function SkillLink({ name }: { name: string }) {
  return (
    <a href={href(`/skills/${name}`)}>
      <VisibleText text={name} />
    </a>
  )
}
