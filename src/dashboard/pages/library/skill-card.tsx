// A skill as a card.
import { LifecycleBadge } from '../../components/badge.tsx'
import { Stars } from '../../components/stars.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { ago, counted, percent } from '../../wording.ts'
import { SelectBox } from './skill-list.tsx'
import { Marks, type RowProps } from './skill-row.tsx'

const TAGS_SHOWN = 3

export function SkillCard({ row, isSelected, toggle }: RowProps) {
  const { name, summary, tier, lifecycle, tags, loads, lastUsedAt, health } = row
  return (
    <article class="card skill-card" data-name={name} data-selected={isSelected || undefined}>
      <div class="skill-card-head">
        <SelectBox name={name} isSelected={isSelected} toggle={toggle} />
        <a class="skill-name" href={href(`/skills/${name}`)}>
          {name}
        </a>
        <Stars tier={tier} />
      </div>
      <p class="skill-card-summary">
        <VisibleText text={summary} />
      </p>
      <div class="row skill-card-marks">
        <LifecycleBadge lifecycle={lifecycle} />
        <Marks row={row} />
        {tags.slice(0, TAGS_SHOWN).map((tag) => (
          <span key={tag} class="tag">
            #<VisibleText text={tag} />
          </span>
        ))}
      </div>
      <div class="skill-card-foot faint small">
        <span>{loads === 0 ? 'never used' : `${counted(loads, 'use')}, ${ago(lastUsedAt)}`}</span>
        <span>health {percent(health)}</span>
      </div>
    </article>
  )
}
