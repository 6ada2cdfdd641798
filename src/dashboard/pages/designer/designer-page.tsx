// Where a skill is written: a new one, one that stands, or the draft of an agent. This reads it; the work is designer.tsx's.
import { useEffect, useState } from 'preact/hooks'
import type { ApiError } from '../../api.ts'
import { PageHead } from '../../components/page-head.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { asApiError } from '../../resource.ts'
import { isOperator } from '../../session.ts'
import type { PageProps } from '../index.ts'
import { Designer } from './designer.tsx'
import { emptyForm } from './form.ts'
import { mergeForms } from './merge-forms.ts'
import { readDraftBase, readStanding, readStored, type Stored } from './stored-skill.ts'
import type { Opened } from './use-design.ts'
import './designer.css'

export function DesignerPage({ rest, query }: PageProps) {
  const asked = `${rest} ${query.version ?? ''}`
  const [state, setState] = useState<{ asked: string; opened?: Opened; error?: ApiError }>({ asked })
  const load = () => {
    open(rest, query.version === 'draft').then(
      (opened) => setState({ asked, opened }),
      (error: unknown) => setState({ asked, error: asApiError(error) }),
    )
  }
  useEffect(load, [asked])
  if (state.asked === asked && state.error !== undefined) {
    return (
      <>
        <PageHead title={rest} />
        <ErrorState error={state.error} retry={load} />
      </>
    )
  }
  if (state.asked !== asked || state.opened === undefined) return <Loading />
  return <Designer key={asked} {...state.opened} />
}

async function open(name: string, isDraft: boolean): Promise<Opened> {
  const nothing: Stored = { form: emptyForm(name), etag: null, version: 0, standing: null }
  if (name === '') return { stored: nothing, start: nothing.form, isDraft: false }
  if (!isDraft) {
    const stored = await readStored(name)
    return { stored, start: stored.form, isDraft: false }
  }
  const [draft, standing] = await Promise.all([readStored(name, 'draft'), readStanding(name)])
  const opened = { stored: standing ?? nothing, start: draft.form, isDraft: true }
  if (standing === undefined || !isOperator()) return opened
  // What became of the text meanwhile that the draft was made from is not to be lost with a save.
  const base = await readDraftBase(name)
  if (base === undefined) return opened
  const three = { base, ours: draft.form, theirs: standing.form }
  const merge = mergeForms(three)
  if (merge.kind === 'merged') return { ...opened, start: merge.form }
  return { ...opened, clash: { theirs: standing, three, places: merge.places } }
}
