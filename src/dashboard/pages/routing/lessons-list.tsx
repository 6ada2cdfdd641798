// What was learned in words: each with how certain it is, to be put right or dropped.
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { confirmed, Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { EmptyState } from '../../components/states.tsx'
import { attempt } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { ago, percent } from '../../wording.ts'
import { type Lesson, spoken } from './routing-data.ts'

export function LessonsList({ lessons, reload }: { lessons: readonly Lesson[]; reload: () => void }) {
  const [edited, setEdited] = useState<Lesson>()
  if (lessons.length === 0) {
    return (
      <EmptyState
        icon="routing"
        title="No lessons yet"
        text="What was missing for a skill, what misled, and what had to come first is kept here, as reports tell of it."
      />
    )
  }
  const drop = async (lesson: Lesson) => {
    const question = { title: 'Drop this lesson?', text: lesson.text, yes: 'Drop', isGrave: true }
    if (!(await confirmed(question))) return
    await attempt(() => api.post('/api/routing/lessons', { id: lesson.id, remove: true }), 'Dropped the lesson')
    reload()
  }
  return (
    <>
      <ul class="card routing-list" aria-label="Lessons">
        {lessons.map((lesson) => (
          <li key={lesson.id} class="routing-item">
            <div class="routing-item-text">
              <VisibleText text={withoutConfidence(lesson.text)} />
              <div class="faint small">
                <Badge>{spoken(lesson.kind)}</Badge>{' '}
                <a href={href(`/skills/${lesson.skill}`)}>
                  <VisibleText text={lesson.skill} />
                </a>
                , learned {ago(lesson.createdAt)}
              </div>
            </div>
            <span class="muted number" title="How certain it is">
              {percent(lesson.confidence)}
            </span>
            <button type="button" class="button" aria-label={`Edit: ${lesson.text}`} onClick={() => setEdited(lesson)}>
              Edit
            </button>
            <button
              type="button"
              class="button"
              data-kind="quiet"
              aria-label={`Drop: ${lesson.text}`}
              onClick={() => void drop(lesson)}
            >
              Drop
            </button>
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <LessonDialog
          lesson={edited}
          close={() => setEdited(undefined)}
          done={() => {
            setEdited(undefined)
            reload()
          }}
        />
      )}
    </>
  )
}

function LessonDialog({ lesson, close, done }: { lesson: Lesson; close: () => void; done: () => void }) {
  const [key, setKey] = useState(lesson.key ?? '')
  const [confidence, setConfidence] = useState(lesson.confidence)
  const save = async () => {
    const change = {
      id: lesson.id,
      ...(key.trim() !== '' && key !== lesson.key && { key: key.trim() }),
      ...(confidence !== lesson.confidence && { confidence }),
    }
    const saved = await attempt(() => api.post('/api/routing/lessons', change), 'Saved the lesson')
    if (saved !== undefined) done()
  }
  return (
    <Dialog
      title="Put a lesson right"
      close={close}
      foot={
        <>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="button" class="button" data-kind="primary" onClick={() => void save()}>
            Save
          </button>
        </>
      }
    >
      <p class="muted">
        <VisibleText text={lesson.text} />
      </p>
      {lesson.key !== null && (
        <Field label="What it is about" note="A program, a variable, a word: what the lesson names.">
          {(id) => <input id={id} class="input" value={key} onInput={(event) => setKey(event.currentTarget.value)} />}
        </Field>
      )}
      <Field
        label={`How certain it is: ${percent(confidence)}`}
        note="Below 30% it is gone; later uses move it on from here."
      >
        {(id) => (
          <input
            id={id}
            class="routing-certain"
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={confidence}
            onInput={(event) => setConfidence(Number(event.currentTarget.value))}
          />
        )}
      </Field>
    </Dialog>
  )
}

// It stands beside it.
function withoutConfidence(text: string): string {
  return text.replace(/ \(confidence [\d.]+\)$/, '')
}
