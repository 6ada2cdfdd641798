// A skill in one line of the list.
import { ApprovalMark, Badge, LifecycleBadge } from '../../components/badge.tsx'
import { Icon } from '../../components/icon.tsx'
import { Stars } from '../../components/stars.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { ago, counted, percent } from '../../wording.ts'
import type { LibraryRow } from './library-rows.ts'
import { SelectBox } from './skill-list.tsx'

export type RowProps = { row: LibraryRow; isSelected: boolean; toggle: (name: string) => void; reason?: string }

/** @param reason stands in place of the summary: why it was found. */
export function SkillRow({ row, isSelected, toggle, reason }: RowProps) {
  const { name, summary, tier, loads, lastUsedAt, successes, failures } = row
  const reported = successes + failures
  return (
    <div class="skill-row" data-name={name} data-selected={isSelected || undefined}>
      <SelectBox name={name} isSelected={isSelected} toggle={toggle} />
      <div class="skill-row-text">
        <div class="skill-row-head">
          <a class="skill-name" href={href(`/skills/${name}`)}>
            {name}
          </a>
          <Marks row={row} />
        </div>
        <div class="skill-summary" title={reason === undefined ? undefined : summary}>
          <VisibleText text={reason ?? summary} />
        </div>
      </div>
      <Stars tier={tier} />
      <span class="skill-state">
        <LifecycleBadge lifecycle={row.lifecycle} />
      </span>
      <span class="skill-number">{loads === 0 ? '' : counted(loads, 'use')}</span>
      <span class="skill-number" title={reported === 0 ? undefined : `${successes} of ${counted(reported, 'report')}`}>
        {reported === 0 ? '' : `${percent(successes / reported)} ok`}
      </span>
      <span class="skill-ago faint">{lastUsedAt === null ? 'never used' : ago(lastUsedAt)}</span>
    </div>
  )
}

/** What a person should see of it at once, each with its reason. */
export function Marks({ row }: { row: LibraryRow }) {
  const { approval, origin, exposure, draft, pinned, mount } = row
  // What the mark beside it says already is not said twice.
  const warnings = row.warnings.filter((warning) => !/not reviewed$/.test(warning))
  return (
    <>
      {origin === 'machine' && <ApprovalMark approval={approval} />}
      {draft && (
        <Badge tone="info" title="A change waits for you">
          draft
        </Badge>
      )}
      {exposure === 'hidden' && <Badge title={warnings.join('\n')}>hidden</Badge>}
      {exposure === 'on-request' && <Badge title={warnings.join('\n')}>on request</Badge>}
      {mount !== null && <Badge title={`Mounted from ${mount}`}>mounted</Badge>}
      {pinned && (
        <span class="faint" title="Pinned: only a person changes it">
          <Icon name="pin" size={14} />
          <span class="visually-hidden">pinned</span>
        </span>
      )}
      {warnings.length > 0 && (
        <span class="skill-warning" title={warnings.join('\n')}>
          <Icon name="alert" size={14} />
          <span class="skill-warning-text">
            <VisibleText text={warnings[0] ?? ''} />
          </span>
        </span>
      )}
    </>
  )
}
