// One skill: its text, how it stands, how it is used, what it was, what it touches. `?tab=` says which part is shown,
// `?version=` which of its texts.
import { useState } from 'preact/hooks'
import { ErrorState, Loading, Notice } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { href, setQuery } from '../../router.ts'
import type { PageProps } from '../index.ts'
import { FilesTab } from './files-tab.tsx'
import { FindingsTab } from './findings-tab.tsx'
import { GoneSkill } from './gone-skill.tsx'
import { HistoryTab } from './history-tab.tsx'
import { PolicyTab } from './policy-tab.tsx'
import { RelationsTab } from './relations-tab.tsx'
import { type Looked, lookAt, SKILL_EVENTS, type WholeDetail } from './skill-data.ts'
import { SkillFacts } from './skill-facts.tsx'
import { SkillHead } from './skill-head.tsx'
import { TextTab } from './text-tab.tsx'
import { UseTab } from './use-tab.tsx'
import './skill.css'

const TABS = ['text', 'files', 'use', 'history', 'relations', 'policy', 'findings'] as const
type Tab = (typeof TABS)[number]

const LABELS: Record<Tab, string> = {
  text: 'Text',
  files: 'Files',
  use: 'Use',
  history: 'History',
  relations: 'Relations',
  policy: 'Policy',
  findings: 'Findings',
}

export function SkillPage({ rest: name, query }: PageProps) {
  const version = query.version === '' ? undefined : query.version
  const looked = useResource(`skill ${name} ${version ?? ''}`, (signal) => lookAt(name, version, signal), SKILL_EVENTS)
  if (looked.data === undefined || looked.error?.code === 'not-found') {
    if (looked.error === undefined) return <Loading what="Loading the skill" />
    return looked.error.code === 'not-found' && version === undefined ? (
      <GoneSkill name={name} error={looked.error} />
    ) : (
      <ErrorState error={looked.error} retry={looked.reload} />
    )
  }
  const tab = TABS.find((each) => each === query.tab) ?? 'text'
  return <Shown key={name} looked={looked.data} tab={tab} version={version} />
}

type ShownProps = { looked: Looked; tab: Tab; version: string | undefined }

function Shown({ looked, tab, version }: ShownProps) {
  const { detail } = looked
  const [isRaw, setRaw] = useState(false)
  return (
    <>
      <SkillHead looked={looked} version={version} />
      <Warnings detail={detail} version={version} />
      <div class="columns">
        <div class="skill-main">
          <Tabs
            label="Parts of the skill"
            items={tabItems(detail)}
            active={tab}
            choose={(next) => setQuery({ tab: next === 'text' ? undefined : next })}
          >
            {tab === 'text' && <TextTab detail={detail} isRaw={isRaw} setRaw={setRaw} />}
            {tab === 'files' && <FilesTab detail={detail} version={version} />}
            {tab === 'use' && <UseTab detail={detail} />}
            {tab === 'history' && <HistoryTab name={detail.skill.name} />}
            {tab === 'relations' && <RelationsTab detail={detail} />}
            {tab === 'policy' && <PolicyTab name={detail.skill.name} etag={looked.etag} />}
            {tab === 'findings' && <FindingsTab detail={detail} />}
          </Tabs>
        </div>
        <SkillFacts detail={detail} />
      </div>
    </>
  )
}

function tabItems({ files, findings, moreFindings }: WholeDetail) {
  const counts: Partial<Record<Tab, number>> = { files: files.length, findings: findings.length + moreFindings }
  return TABS.map((tab) => ({ key: tab, label: LABELS[tab], count: counts[tab] || undefined }))
}

function Warnings({ detail: { skill, standing }, version }: { detail: WholeDetail; version: string | undefined }) {
  return (
    <div class="stack skill-warnings">
      {standing.warnings.length > 0 && (
        <Notice tone="warn">
          {standing.warnings.map((warning) => (
            <p key={warning}>
              <VisibleText text={sentence(warning)} />
            </p>
          ))}
        </Notice>
      )}
      {standing.draft && version === undefined && (
        <Notice tone="info">
          <p>
            A change waits for a person.{' '}
            <a href={href(`/skills/${skill.name}`, { version: 'draft' })}>Look at the draft</a> or{' '}
            <a href={href('/review')}>review it</a>.
          </p>
        </Notice>
      )}
      {version !== undefined && (
        <Notice tone="info">
          <p>
            {version === 'draft' ? 'This is the draft, not what is in force.' : `This is version ${version}.`}{' '}
            <a href={href(`/skills/${skill.name}`)}>Show what is in force</a>
          </p>
        </Notice>
      )}
    </div>
  )
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}
