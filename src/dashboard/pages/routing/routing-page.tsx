// Routing: which skill serves which intent, as it was learned, and what a person decides about that.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { PageHead, Tile, Tiles } from '../../components/page-head.tsx'
import { EmptyState, ErrorState, Loading, Notice } from '../../components/states.tsx'
import { Switch } from '../../components/switch.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { useResource } from '../../resource.ts'
import { setQuery } from '../../router.ts'
import { percent } from '../../wording.ts'
import type { PageProps } from '../index.ts'
import { Blacklist } from './blacklist.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
import { LessonsList } from './lessons-list.tsx'
import { RegionCard } from './region-card.tsx'
import type { RoutingAnswer } from './routing-data.ts'
import './routing.css'

const LIVE = ['outcome', 'home.changed', 'learning.*', 'wording.*', 'route.*', 'lesson.*', 'reflex.*', 'skill.*']

export function RoutingPage({ query }: PageProps) {
  const { data, error, reload } = useResource(
    'routing',
    (signal) => api.get<RoutingAnswer>('/api/routing', {}, signal),
    LIVE,
  )
  return (
    <>
      <PageHead
        title="Routing"
        note="Which skill serves which kind of task, learned from what came of it. Words are stems, without names."
      >
        {data !== undefined && <Actions answer={data} reload={reload} />}
      </PageHead>
      {data === undefined ? (
        error === undefined ? (
          <Loading />
        ) : (
          <ErrorState error={error} retry={reload} />
        )
      ) : (
        <Routing answer={data} tab={query.tab} reload={reload} />
      )}
    </>
  )
}

function Actions({ answer: { learning }, reload }: { answer: RoutingAnswer; reload: () => void }) {
  const [isForgetting, setForgetting] = useState(false)
  const set = async () => {
    const state = learning.isPaused ? 'resume' : 'pause'
    const done = learning.isPaused ? 'Learning goes on' : 'Learning is paused'
    await attempt(() => api.post('/api/routing/learning', { state }), done)
    reload()
  }
  return (
    <>
      <button type="button" class="button" onClick={() => setForgetting(true)}>
        Forget…
      </button>
      <Switch
        label="Learning"
        isOn={learning.isOn && !learning.isPaused}
        isDisabled={!learning.isOn}
        set={() => void set()}
      />
      {isForgetting && (
        <ForgetDialog
          close={() => setForgetting(false)}
          done={() => {
            setForgetting(false)
            reload()
          }}
        />
      )}
    </>
  )
}

type RoutingProps = { answer: RoutingAnswer; tab: string | undefined; reload: () => void }

function Routing({ answer, tab, reload }: RoutingProps) {
  const { regions, lessons, blacklist, learning } = answer
  const tabs = [
    { key: 'regions', label: 'Regions', count: regions.length },
    { key: 'lessons', label: 'Lessons', count: lessons.length },
    { key: 'never', label: 'Never suggested', count: blacklist.length },
  ]
  const active = tabs.find(({ key }) => key === tab)?.key ?? 'regions'
  const setBlacklist = async (name: string, to: 'add' | 'remove') => {
    const done = await attempt(() => api.post('/api/routing/blacklist', { name, to }))
    if (done !== undefined) {
      const text = to === 'add' ? `${name} is never suggested` : `${name} may be suggested again`
      toast({ text, undo: () => void setBlacklist(name, to === 'add' ? 'remove' : 'add') })
    }
    reload()
  }
  return (
    <div class="stack">
      {!learning.isOn && (
        <Notice>
          Nothing is learned: the setting <code>recall.learn</code> is off.
        </Notice>
      )}
      {learning.isOn && learning.isPaused && (
        <Notice tone="warn">Learning is paused: no words are written down, and no report moves a weight.</Notice>
      )}
      <Numbers answer={answer} />
      <div>
        <Tabs items={tabs} active={active} choose={(key) => setQuery({ tab: key })} label="Routing">
          {active === 'regions' && (
            <Regions answer={answer} reload={reload} never={(name) => void setBlacklist(name, 'add')} />
          )}
          {active === 'lessons' && <LessonsList lessons={lessons} reload={reload} />}
          {active === 'never' && <Blacklist names={blacklist} set={setBlacklist} />}
        </Tabs>
      </div>
    </div>
  )
}

function Regions({
  answer,
  reload,
  never,
}: {
  answer: RoutingAnswer
  reload: () => void
  never: (name: string) => void
}) {
  if (answer.regions.length === 0) {
    return (
      <EmptyState
        icon="routing"
        title="Nothing has been learned yet"
        text="A region begins with the first skill that is used for a kind of task and reported on with report_outcome."
      />
    )
  }
  return (
    <div class="stack">
      {answer.regions.map((region) => (
        <RegionCard key={region.region} region={region} reload={reload} never={never} />
      ))}
    </div>
  )
}

function Numbers({ answer: { stats } }: { answer: RoutingAnswer }) {
  const { searches, hits, reflexesFired, installs } = stats
  return (
    <Tiles>
      <Tile label="Asked" value={searches.toLocaleString('en')} note="find_skill" />
      <Tile
        label="Answered from memory"
        value={hits.toLocaleString('en')}
        {...(searches > 0 && { note: percent(hits / searches), share: hits / searches })}
      />
      <Tile label="Reflexes" value={reflexesFired.toLocaleString('en')} note="followed without a yes" />
      <Tile label="Installed" value={installs.toLocaleString('en')} note="from registries" />
    </Tiles>
  )
}
