// Passes: the work that needs a model. What is due and running, what was done and undone, what it cost, what is asked.
import { api } from '../../api.ts'
import { PageHead } from '../../components/page-head.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { useResource } from '../../resource.ts'
import { setQuery } from '../../router.ts'
import { isOperator } from '../../session.ts'
import { counted } from '../../wording.ts'
import type { PageProps } from '../index.ts'
import { CostTab } from './cost-tab.tsx'
import { DirectivesTab } from './directives-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { NowTab } from './now-tab.tsx'
import type { CostAnswer, PassesAnswer } from './passes-data.ts'
import './passes.css'

type Undone = { undone: { name: string; what: string }[]; refused: { name: string; reason: string }[] }

export function PassesPage({ query }: PageProps) {
  const on = ['home.changed', 'cycle.*']
  const passes = useResource('passes', (signal) => api.get<PassesAnswer>('/api/passes', {}, signal), on)
  const cost = useResource('cost', (signal) => api.get<CostAnswer>('/api/cycles/cost', {}, signal), on)
  const due = passes.data?.passes.filter((pass) => pass.due).length
  const tabs = [
    { key: 'now', label: 'Now', count: due },
    { key: 'history', label: 'History' },
    { key: 'cost', label: 'Cost' },
    ...(isOperator() ? [{ key: 'directives', label: 'Directives' }] : []),
  ]
  const tab = tabs.find(({ key }) => key === query.tab)?.key ?? 'now'
  const undo = async (id: string) => {
    const done = await attempt(() => api.post<Undone>('/api/cycles/undo', { id }))
    if (done === undefined) return
    const { undone, refused } = done
    const kept = refused.map(({ name, reason }) => `${name} stays: ${reason}`).join('; ')
    const text = `Took back ${counted(undone.length, 'change')}${kept === '' ? '' : `. ${kept}`}`
    toast({ text, ...(kept !== '' && { tone: 'bad' as const }) })
    passes.reload()
  }
  return (
    <>
      <PageHead
        title="Passes"
        note="Work that needs a model: it proposes, a judge lets through what is sound, and you can take back what was made of it."
      />
      <Tabs items={tabs} active={tab} choose={(key) => setQuery({ tab: key })} label="Passes">
        {tab === 'now' &&
          (passes.data === undefined ? (
            passes.error === undefined ? (
              <Loading what="Looking for what is due" />
            ) : (
              <ErrorState error={passes.error} retry={passes.reload} />
            )
          ) : (
            <NowTab answer={passes.data} cost={cost.data} reload={passes.reload} undo={undo} />
          ))}
        {tab === 'history' && <HistoryTab open={query.cycle} cost={cost.data} undo={undo} />}
        {tab === 'cost' &&
          (cost.data === undefined ? (
            cost.error === undefined ? (
              <Loading />
            ) : (
              <ErrorState error={cost.error} retry={cost.reload} />
            )
          ) : (
            <CostTab cost={cost.data} />
          ))}
        {tab === 'directives' && <DirectivesTab chosen={query.directive} />}
      </Tabs>
    </>
  )
}
