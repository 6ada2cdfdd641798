// How well each skill does, the worst first, or as one likes.
import { useState } from 'preact/hooks'
import { Badge, LifecycleBadge } from '../../components/badge.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { ago, counted, percent } from '../../wording.ts'
import type { SkillHealth } from './health-data.ts'

const SHOWN = 25
const COLUMNS = [
  { key: 'health', label: 'Health', title: 'Utility, uniqueness, freshness and safety in one number' },
  {
    key: 'successRate',
    label: 'Success',
    title: 'How likely it is to work, as far as reports say; half where none do',
  },
  { key: 'freshness', label: 'Fresh', title: 'Halves with every 30 days without use' },
  { key: 'redundancy', label: 'Alike', title: 'How much others say nearly the same' },
  { key: 'loads', label: 'Loads', title: 'How often its text was taken' },
] as const
type Column = (typeof COLUMNS)[number]['key']

export function SkillTable({ skills, total }: { skills: readonly SkillHealth[]; total: number }) {
  const [sorted, setSorted] = useState<{ by: Column; isRising: boolean }>({ by: 'health', isRising: true })
  const [shown, setShown] = useState(SHOWN)
  const rows = skills.toSorted(
    (a, b) => (sorted.isRising ? 1 : -1) * (a[sorted.by] - b[sorted.by]) || (a.name < b.name ? -1 : 1),
  )
  return (
    <section aria-label="Skills by health">
      <div class="health-head">
        <h2>Skill by skill</h2>
        {skills.length < total && (
          <span class="faint small" role="status">
            {skills.length} of {total} worked out…
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="table-wrap" tabIndex={0} aria-label="Skills with their numbers">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Skill</th>
              {COLUMNS.map(({ key, label, title }) => (
                <th
                  key={key}
                  scope="col"
                  class="number"
                  aria-sort={sorted.by === key ? (sorted.isRising ? 'ascending' : 'descending') : 'none'}
                >
                  <button
                    type="button"
                    class="health-sort"
                    title={title}
                    onClick={() => setSorted({ by: key, isRising: sorted.by === key ? !sorted.isRising : true })}
                  >
                    {label}
                    {sorted.by === key && <span aria-hidden="true">{sorted.isRising ? ' ↑' : ' ↓'}</span>}
                  </button>
                </th>
              ))}
              <th scope="col">Last used</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((skill) => (
              <Row key={skill.name} skill={skill} />
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown && (
        <button type="button" class="button health-more" onClick={() => setShown(shown + 4 * SHOWN)}>
          Show more of {counted(rows.length, 'skill')}
        </button>
      )}
    </section>
  )
}

function Row({ skill }: { skill: SkillHealth }) {
  const { name, lifecycle, health, successes, failures, successRate, freshness, redundancy, loads, concern } = skill
  return (
    <tr>
      <td>
        <div class="row">
          <a href={href(`/skills/${name}`)}>
            <VisibleText text={name} />
          </a>
          {lifecycle !== 'released' && <LifecycleBadge lifecycle={lifecycle} />}
          {concern === 'degrade' && <Badge tone="bad">fails often</Badge>}
          {concern === 'stale' && <Badge tone="warn">unused</Badge>}
        </div>
      </td>
      <td class="number">
        <span class="health-meter" aria-hidden="true">
          <span data-low={health < 0.4 || undefined} style={{ width: percent(health) }} />
        </span>
        {percent(health)}
      </td>
      <td class="number" title={`worked ${successes}, failed ${failures}`}>
        {successes + failures === 0 ? <span class="faint">–</span> : percent(successRate)}
      </td>
      <td class="number">{percent(freshness)}</td>
      <td class="number">{redundancy === 0 ? <span class="faint">–</span> : percent(redundancy)}</td>
      <td class="number">{loads}</td>
      <td class="muted">{ago(skill.lastUsedAt)}</td>
    </tr>
  )
}
