// Beliefs: what the agent holds to be so, what came of looking back, and what it was told. The operator's alone.
import type { ComponentChildren } from 'preact'
import { api } from '../../api.ts'
import { PageHead } from '../../components/page-head.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { RawText } from '../../components/visible-text.tsx'
import { type Resource, useResource } from '../../resource.ts'
import { setQuery } from '../../router.ts'
import type { PageProps } from '../index.ts'
import { BeliefList } from './belief-list.tsx'
import type { BeliefsAnswer, ReflectionsAnswer, Suggestion } from './beliefs-data.ts'
import { ConsultationList, ReflectionList, SuggestionList } from './reflection-list.tsx'
import './beliefs.css'

const LIVE = ['home.changed', 'cortex.*', 'ledger.*', 'belief.*', 'assessed']
const SHOWN = 50

export function BeliefsPage({ query }: PageProps) {
  const beliefs = useResource('beliefs', (signal) => api.get<BeliefsAnswer>('/api/beliefs', {}, signal), LIVE)
  const reflections = useResource(
    'reflections',
    (signal) => api.get<ReflectionsAnswer>('/api/reflections', { last: SHOWN }, signal),
    LIVE,
  )
  const suggestions = useResource(
    'suggestions',
    (signal) => api.get<{ directives: Suggestion[] }>('/api/suggestions', {}, signal),
    LIVE,
  )
  const tabs = [
    { key: 'beliefs', label: 'Beliefs', count: beliefs.data?.beliefs.length },
    { key: 'reflections', label: 'Reflections', count: reflections.data?.reflections.length },
    { key: 'consultations', label: 'Consulted', count: reflections.data?.consultations.length },
    { key: 'agent', label: 'Told to the agent', count: suggestions.data?.directives.length },
  ]
  const active = tabs.find(({ key }) => key === query.tab)?.key ?? 'beliefs'
  return (
    <>
      <PageHead
        title="Beliefs"
        note="What the agent keeps in mind after looking back on what passed with its peers. Your word counts more than any reflection."
      />
      <Tabs items={tabs} active={active} choose={(key) => setQuery({ tab: key })} label="Beliefs">
        {active === 'beliefs' && (
          <Shown resource={beliefs}>
            {(answer) => (
              <div class="stack">
                <BeliefList beliefs={answer.beliefs} reload={beliefs.reload} />
                {answer.block !== '' && (
                  <details class="beliefs-block">
                    <summary>As an agent gets it</summary>
                    <RawText text={answer.block} label="The block of beliefs" />
                  </details>
                )}
              </div>
            )}
          </Shown>
        )}
        {active === 'reflections' && (
          <Shown resource={reflections}>{(answer) => <ReflectionList reflections={answer.reflections} />}</Shown>
        )}
        {active === 'consultations' && (
          <Shown resource={reflections}>{(answer) => <ConsultationList consultations={answer.consultations} />}</Shown>
        )}
        {active === 'agent' && (
          <Shown resource={suggestions}>
            {(answer) => <SuggestionList suggestions={answer.directives} reload={suggestions.reload} />}
          </Shown>
        )}
      </Tabs>
    </>
  )
}

function Shown<T>({ resource, children }: { resource: Resource<T>; children: (data: T) => ComponentChildren }) {
  const { data, error, reload } = resource
  if (data !== undefined) return <>{children(data)}</>
  return error === undefined ? <Loading /> : <ErrorState error={error} retry={reload} />
}
