// The left side: the text, the steps, what it is found by and belongs to, and what it may touch, in four tabs.
import { useState } from 'preact/hooks'
import { Field } from '../../components/field.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { counted } from '../../wording.ts'
import type { Faults, Form } from './form.ts'
import { ListField } from './list-field.tsx'
import { StepsPane } from './steps-pane.tsx'
import { useNames } from './use-names.ts'

const SUMMARY_WORDS_MAX = 15
const SUMMARY_CHARS_MAX = 500

/** @param isHeld nothing can be typed while it is chosen what becomes of the text. */
export function EditorPanes({ form, change, faults, isHeld }: PanesProps & { isHeld: boolean }) {
  const [tab, setTab] = useState('text')
  const linked = form.seeAlso.length + form.dependsOn.length + form.conflictsWith.length
  const touched = Object.values(form.policy).reduce((sum, list) => sum + list.length, 0)
  const items = [
    { key: 'text', label: 'Text' },
    { key: 'steps', label: 'Steps', count: form.steps.length || undefined },
    { key: 'found', label: 'Found by', count: form.tags.length + form.triggers.length || undefined },
    { key: 'links', label: 'Belongs to', count: linked || undefined },
    { key: 'policy', label: 'May touch', count: touched || undefined },
  ]
  const props = { form, change, faults }
  return (
    <section class="designer-editor" aria-label="Editor" inert={isHeld}>
      <Tabs items={items} active={tab} choose={setTab} label="Parts of the skill">
        {tab === 'text' && <TextPane {...props} />}
        {tab === 'steps' && <StepsPane {...props} />}
        {tab === 'found' && <FoundPane {...props} />}
        {tab === 'links' && <LinksPane {...props} />}
        {tab === 'policy' && <PolicyPane {...props} />}
      </Tabs>
    </section>
  )
}
export type PanesProps = { form: Form; change: (part: Partial<Form>) => void; faults: Faults }

function TextPane({ form, change, faults }: PanesProps) {
  const words = form.summary.split(/\s+/).filter((word) => word !== '').length
  const isLong = words > SUMMARY_WORDS_MAX
  return (
    <div class="designer-text">
      <Field
        label="Summary"
        note={
          form.summary === ''
            ? 'Left empty it is made from the text. One line, with the words that somebody would say.'
            : `${counted(words, 'word')}${isLong ? `; more than ${SUMMARY_WORDS_MAX} are seldom read` : ''}`
        }
      >
        {(id) => (
          <input
            id={id}
            class="input"
            maxLength={SUMMARY_CHARS_MAX}
            value={form.summary}
            onInput={(event) => change({ summary: event.currentTarget.value })}
          />
        )}
      </Field>
      <textarea
        class="input designer-source"
        aria-label="Text, in Markdown"
        aria-invalid={faults.content !== undefined}
        spellcheck={false}
        value={form.content}
        onInput={(event) => change({ content: event.currentTarget.value })}
      />
      <p class="field-note">
        {counted(form.content.split('\n').length, 'line')}, {counted(form.content.length, 'character')}
        {faults.content !== undefined && <span class="field-fault"> {faults.content}</span>}
      </p>
    </div>
  )
}

function FoundPane({ form, change }: PanesProps) {
  return (
    <div class="stack">
      <ListField
        label="Triggers"
        note="Short phrases somebody would say when this skill fits."
        items={form.triggers}
        change={(triggers) => change({ triggers })}
      />
      <ListField
        label="Tags"
        note="To sort and filter by; recall looks at them as well."
        items={form.tags}
        change={(tags) => change({ tags })}
      />
    </div>
  )
}

function LinksPane({ form, change }: PanesProps) {
  const names = useNames().filter((name) => name !== form.name)
  return (
    <div class="stack">
      <ListField
        label="See also"
        note="Shown beside it when it is recalled."
        items={form.seeAlso}
        change={(seeAlso) => change({ seeAlso })}
        suggest={names}
      />
      <ListField
        label="Depends on"
        note="To be loaded before it, in order."
        items={form.dependsOn}
        change={(dependsOn) => change({ dependsOn })}
        suggest={names}
      />
      <ListField
        label="Conflicts with"
        note="Not to be followed together with it."
        items={form.conflictsWith}
        change={(conflictsWith) => change({ conflictsWith })}
        suggest={names}
      />
      <Field label="Parent" note="The guide that it is part of.">
        {(id) => (
          <>
            <input
              id={id}
              class="input"
              list={`${id}-names`}
              value={form.parent ?? ''}
              onInput={(event) => change({ parent: event.currentTarget.value.trim() || null })}
            />
            <datalist id={`${id}-names`}>
              {names.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </Field>
    </div>
  )
}

const POLICY_FIELDS = [
  ['tools', 'Tools', 'Such as Bash(git:*) or mcp__mail__send.'],
  ['domains', 'Domains', 'Hosts, or *.example.org for all below one.'],
  ['credentials', 'Credentials', 'Names under which the host keeps them, never their values.'],
  ['sideEffects', 'Side effects', 'verb:what, where the verb is read, write, delete, shell or network.'],
] as const

function PolicyPane({ form, change, faults }: PanesProps) {
  return (
    <div class="stack">
      <p class="muted small">
        What it says that it may touch. In force only while a person has approved exactly these bytes; to widen it asks
        for a new approval.
      </p>
      {faults.policy !== undefined && (
        <p class="field-fault" role="alert">
          {faults.policy}
        </p>
      )}
      {POLICY_FIELDS.map(([list, label, note]) => (
        <ListField
          key={list}
          label={label}
          note={note}
          isMono
          items={form.policy[list]}
          change={(items) => change({ policy: { ...form.policy, [list]: items } })}
        />
      ))}
    </div>
  )
}
