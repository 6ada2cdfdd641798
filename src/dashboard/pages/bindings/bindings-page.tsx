// Bindings: what is done with a skill when something happens; made, switched, tried and watched here.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { confirmed } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { EmptyState, ErrorState, Loading, Notice } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { setQuery } from '../../router.ts'
import { isOperator } from '../../session.ts'
import type { PageProps } from '../index.ts'
import { BindingCard } from './binding-card.tsx'
import { BindingForm, NEW } from './binding-form.tsx'
import type { Binding, BindingsAnswer, Changed, Spec } from './bindings-data.ts'
import { BindingsLog } from './bindings-log.tsx'
import { BindingsTest } from './bindings-test.tsx'
import './bindings.css'

const PATH = '/api/skills/bindings'
const EVENTS_SHOWN = 100
const SKILLS_OFFERED = 500

export function BindingsPage({ query }: PageProps) {
  const { data, error, reload } = useResource(
    'bindings',
    (signal) => api.get<BindingsAnswer>(PATH, { events: EVENTS_SHOWN }, signal),
    ['binding.*', 'home.changed', 'skill.changed'],
  )
  const [open, setOpen] = useState<Binding | 'new'>()
  return (
    <>
      <PageHead
        title="Bindings"
        note="When something happens, a skill is brought up: its text, a word to the model, a message to you. Nothing is run by itself."
      >
        {isOperator() && (
          <button type="button" class="button" data-kind="primary" onClick={() => setOpen('new')}>
            <Icon name="plus" /> New binding
          </button>
        )}
      </PageHead>
      {data === undefined ? (
        error === undefined ? (
          <Loading />
        ) : (
          <ErrorState error={error} retry={reload} />
        )
      ) : (
        <Bindings answer={data} tab={query.tab} reload={reload} edit={setOpen} />
      )}
      {open !== undefined && (
        <Form open={open} eventTypes={data?.eventTypes ?? []} close={() => setOpen(undefined)} reload={reload} />
      )}
    </>
  )
}

type FormProps = { open: Binding | 'new'; eventTypes: readonly string[]; close: () => void; reload: () => void }

function Form({ open, eventTypes, close, reload }: FormProps) {
  const skills = useResource('bindable', (signal) =>
    api.get<{ skills: { name: string }[] }>('/api/skills', { limit: SKILLS_OFFERED }, signal),
  )
  const save = async (spec: Spec) => {
    if (open === 'new') await api.post<Changed>(PATH, spec)
    else await api.patch<Changed>(PATH, { ...spec, id: open.id, expectedVersion: open.version })
    toast({ text: open === 'new' ? `Bound ${spec.skill} to ${spec.event}` : 'Saved the binding' })
    close()
    reload()
  }
  return (
    <BindingForm
      title={open === 'new' ? 'New binding' : 'Change a binding'}
      from={open === 'new' ? NEW : specOf(open)}
      eventTypes={eventTypes}
      skills={skills.data?.skills.map(({ name }) => name) ?? []}
      close={close}
      save={save}
    />
  )
}

type BindingsProps = {
  answer: BindingsAnswer
  tab: string | undefined
  reload: () => void
  edit: (binding: Binding | 'new') => void
}

function Bindings({ answer, tab, reload, edit }: BindingsProps) {
  const { bindings, status, recent, eventTypes } = answer
  const tabs = [
    { key: 'bindings', label: 'Bindings', count: bindings.length },
    { key: 'log', label: 'Log' },
    { key: 'test', label: 'Test' },
  ]
  const active = tabs.find(({ key }) => key === tab)?.key ?? 'bindings'
  return (
    <>
      {status.fault !== null && (
        <Notice tone="bad">
          <p>The list of bindings cannot be read, so none fires.</p>
          <p>
            <VisibleText text={status.fault.message} />
          </p>
        </Notice>
      )}
      <Tabs items={tabs} active={active} choose={(key) => setQuery({ tab: key })} label="Bindings">
        {active === 'bindings' && <Cards answer={answer} reload={reload} edit={edit} />}
        {active === 'log' && <BindingsLog events={recent} />}
        {active === 'test' && <BindingsTest eventTypes={eventTypes} />}
      </Tabs>
    </>
  )
}

function Cards({ answer: { bindings, status }, reload, edit }: Omit<BindingsProps, 'tab'>) {
  if (bindings.length === 0) {
    return (
      <EmptyState
        icon="bindings"
        title="Nothing is bound"
        text="Bind a skill to an event, for example: when the tool deploy was called and failed, put the skill for rolling back before the model."
      >
        {isOperator() && (
          <button type="button" class="button" onClick={() => edit('new')}>
            New binding
          </button>
        )}
      </EmptyState>
    )
  }
  const switchTo = async ({ id, skill }: Binding, enabled: boolean) => {
    await attempt(() => api.patch(PATH, { id, enabled }), `${skill}: ${enabled ? 'on' : 'off'}`)
    reload()
  }
  const remove = async (binding: Binding) => {
    const question = {
      title: 'Remove this binding?',
      text: <VisibleText text={binding.text} />,
      yes: 'Remove',
      isGrave: true,
    }
    if (!(await confirmed(question))) return
    const gone = await attempt(() => api.delete(PATH, { query: { id: binding.id } }))
    if (gone !== undefined) {
      const undo = () => void attempt(() => api.post(PATH, specOf(binding))).then(reload)
      toast({ text: `Removed the binding of ${binding.skill}`, undo })
    }
    reload()
  }
  return (
    <>
      <p class="faint small bindings-status">
        {status.enabled} of {status.total} are on{status.activeCooldowns > 0 && `, ${status.activeCooldowns} rest`}
      </p>
      <div class="bindings-cards">
        {bindings.map((binding) => (
          <BindingCard
            key={binding.id}
            binding={binding}
            switchTo={(isOn) => void switchTo(binding, isOn)}
            edit={() => edit(binding)}
            remove={() => void remove(binding)}
          />
        ))}
      </div>
    </>
  )
}

function specOf({ skill, event, conditions, action, priority, cooldownSeconds, enabled }: Binding): Spec {
  return { skill, event, conditions, action, priority, cooldownSeconds, enabled }
}
