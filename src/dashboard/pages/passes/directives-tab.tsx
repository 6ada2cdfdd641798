// What each pass tells the model, to be read, replaced by an own text, and put back. Another's change is never overwritten.
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { confirmed } from '../../components/dialog.tsx'
import { TextDiff } from '../../components/diff-view.tsx'
import { Field } from '../../components/field.tsx'
import { ErrorState, Loading, Notice } from '../../components/states.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { holdLeaving, setQuery } from '../../router.ts'
import { type Directive, passTitle } from './passes-data.ts'

export function DirectivesTab({ chosen }: { chosen: string | undefined }) {
  const { data, error, reload } = useResource('directives', (signal) =>
    api.get<{ directives: Directive[] }>('/api/directives', {}, signal),
  )
  const [dirty, setDirty] = useState(false)
  if (data === undefined) return error === undefined ? <Loading /> : <ErrorState error={error} retry={reload} />
  const shown = data.directives.find(({ kind }) => kind === chosen) ?? data.directives[0]
  const choose = async (kind: string) => {
    if (kind === shown?.kind || (dirty && !(await leaves()))) return
    setQuery({ directive: kind })
  }
  if (shown === undefined) return <p class="muted">No pass is served here.</p>
  return (
    <div class="passes-directives">
      <nav aria-label="Directives" class="nav-group">
        {data.directives.map(({ kind, own, fault }) => (
          <button
            key={kind}
            type="button"
            class="nav-link passes-directive"
            aria-current={kind === shown.kind ? 'page' : undefined}
            onClick={() => void choose(kind)}
          >
            {passTitle(kind)}
            {fault !== null ? <Badge tone="bad">broken</Badge> : own !== null && <Badge tone="accent">own</Badge>}
          </button>
        ))}
      </nav>
      <Editor key={shown.kind} directive={shown} reload={reload} told={setDirty} />
    </div>
  )
}

type EditorProps = { directive: Directive; reload: () => void; told: (isDirty: boolean) => void }

function Editor({ directive, reload, told }: EditorProps) {
  const { kind, file, builtIn, own, fault } = directive
  const { text, setText, isDirty, hasMoved, take, keep, save, reset } = useDirective(directive, reload)
  useEffect(() => told(isDirty), [isDirty])
  useEffect(() => holdLeaving(() => isDirty, leaves), [isDirty])
  return (
    <div class="stack">
      {fault !== null && (
        <Notice tone="bad">
          <p>This pass is left out: its directive cannot be read.</p>
          <p>
            <VisibleText text={fault} />
          </p>
        </Notice>
      )}
      {isDirty && hasMoved && <Moved take={take} keep={keep} />}
      <Field
        label={`What ${passTitle(kind)} tells the model`}
        note={
          own === null ? `Built in. Saving puts your text into directives/${file}.` : `Yours, in directives/${file}.`
        }
      >
        {(id) => (
          <textarea
            id={id}
            class="input passes-editor"
            spellcheck={false}
            value={text}
            disabled={fault !== null}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="row">
        <button
          type="button"
          class="button"
          data-kind="primary"
          disabled={!isDirty || text.trim() === '' || fault !== null}
          onClick={() => void save()}
        >
          Save
        </button>
        <button type="button" class="button" disabled={!isDirty} onClick={take}>
          Discard
        </button>
        {own !== null && (
          <button type="button" class="button" onClick={() => void reset()}>
            Reset to the built-in text
          </button>
        )}
      </div>
      {text !== builtIn && (
        <details class="passes-differs">
          <summary>What differs from the built-in text</summary>
          <TextDiff file={file} before={builtIn} after={text} />
        </details>
      )}
    </div>
  )
}

function Moved({ take, keep }: { take: () => void; keep: () => void }) {
  return (
    <Notice tone="warn">
      <p>The text was changed elsewhere while you wrote. Yours is not saved over it.</p>
      <div class="row">
        <button type="button" class="button" onClick={take}>
          Take theirs
        </button>
        <button type="button" class="button" onClick={keep}>
          Keep mine, in the place of theirs
        </button>
      </div>
    </Notice>
  )
}

/** The text as it is written, and what it was made from: that may move on meanwhile. */
function useDirective(directive: Directive, reload: () => void) {
  const { kind, digest } = directive
  const standing = directive.own ?? directive.builtIn
  const [from, setFrom] = useState({ text: standing, digest })
  const [text, setText] = useState(standing)
  const isDirty = text !== from.text
  const hasMoved = digest !== from.digest
  const takeOf = (as: Directive) => {
    setFrom({ text: as.own ?? as.builtIn, digest: as.digest })
    setText(as.own ?? as.builtIn)
  }
  useEffect(() => {
    if (!isDirty && hasMoved) takeOf(directive)
  }, [digest])
  const write = (next: string, base: string, done?: string) =>
    attempt(() => api.post<Directive>('/api/directives', { kind, text: next, base }), done)
  const save = async () => {
    const saved = await write(text, from.digest, `${passTitle(kind)}: the next question uses your text`)
    if (saved !== undefined) setFrom({ text, digest: saved.digest })
    reload()
  }
  const reset = async () => {
    const query = { kind, base: digest }
    const done = await attempt(() => api.delete<Directive & { removed: string | null }>('/api/directives', { query }))
    reload()
    if (done === undefined) return
    takeOf(done)
    const { removed } = done
    if (removed === null) return
    const undo = async () => {
      const back = await write(removed, done.digest)
      if (back !== undefined) takeOf(back)
      reload()
    }
    toast({ text: `${passTitle(kind)}: back to the built-in text`, undo: () => void undo() })
  }
  const keep = () => setFrom({ text: standing, digest })
  return { text, setText, isDirty, hasMoved, take: () => takeOf(directive), keep, save, reset }
}

function leaves(): Promise<boolean> {
  const text = 'What you wrote has not been saved.'
  return confirmed({ title: 'Leave without saving?', text, yes: 'Leave', isGrave: true })
}
