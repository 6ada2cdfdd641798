// The recall lab: what a message brings up and why, what a client's model would see of it, and the cases by which recall is
// held to what it was right about.
import { PageHead } from '../../components/page-head.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { setQuery } from '../../router.ts'
import type { PageProps } from '../index.ts'
import { CasesTab } from './cases-tab.tsx'
import { TryTab } from './try-tab.tsx'
import './recall.css'

const TABS = [
  { key: 'try', label: 'Try a message' },
  { key: 'cases', label: 'Cases' },
]

export function RecallPage({ query }: PageProps) {
  const tab = query.tab === 'cases' ? 'cases' : 'try'
  return (
    <>
      <PageHead title="Recall lab" note="What a message brings up, why, and whether that stays right." />
      <Tabs
        items={TABS}
        active={tab}
        choose={(key) => setQuery({ tab: key === 'try' ? undefined : key })}
        label="Recall lab"
      >
        {tab === 'try' ? <TryTab message={query.m ?? ''} client={query.as} skill={query.skill} /> : <CasesTab />}
      </Tabs>
    </>
  )
}
