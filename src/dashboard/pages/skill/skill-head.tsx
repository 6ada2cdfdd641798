// The head of a skill's page: its name, what it is for, how it stands in words, and what can be done with it.
import { ApprovalMark, Badge, LifecycleBadge } from '../../components/badge.tsx'
import { Stars } from '../../components/stars.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { SkillActions } from './skill-actions.tsx'
import type { Looked } from './skill-data.ts'
import { standingSentence } from './standing-sentence.ts'

export function SkillHead({ looked, version }: { looked: Looked; version: string | undefined }) {
  const { skill, standing, version: number } = looked.detail
  return (
    <header class="skill-head">
      <a class="crumb" href={href('/')}>
        Library
      </a>
      <div class="skill-head-row">
        <h1>{skill.name}</h1>
        <Stars tier={standing.tier} />
        <LifecycleBadge lifecycle={standing.lifecycle} />
        {standing.origin === 'machine' && <ApprovalMark approval={standing.approval} />}
        <Badge>version {number}</Badge>
        {isOperator() && version === undefined && <SkillActions looked={looked} />}
      </div>
      <p class="skill-head-summary">
        <VisibleText text={skill.summary} />
      </p>
      <p class="muted small">
        <VisibleText text={standingSentence(looked.detail)} />
      </p>
    </header>
  )
}
