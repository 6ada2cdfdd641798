// What happens to the text while it is designed: changed, saved with what was read as its condition, and brought together
// with what somebody else saved meanwhile.
import { useMemo, useState } from 'preact/hooks'
import type { Three } from '../../../domain/list-merge.ts'
import { ApiError, api } from '../../api.ts'
import { confirmed } from '../../components/dialog.tsx'
import { attempt, toast } from '../../components/toast.tsx'
import { asApiError, dropKept } from '../../resource.ts'
import { go } from '../../router.ts'
import { type Form, faultsOf, isSameForm } from './form.ts'
import { mergeForms, type Place } from './merge-forms.ts'
import type { Near } from './near-skills.tsx'
import { readStanding, type Stored, saveForm } from './stored-skill.ts'

/** @property stored what stands. @property start what the person begins with: that, or a draft over it. */
export type Opened = { stored: Stored; start: Form; isDraft: boolean; clash?: Clash }
/** What somebody else saved, and where it contradicts what the person wrote. */
export type Clash = { theirs: Stored; three: Three<Form>; places: Place[] }

export function useDesign({ stored: opened, start, isDraft, clash: met }: Opened) {
  const [stored, setStored] = useState(opened)
  const [saved, setSaved] = useState(start)
  const [form, setForm] = useState(start)
  const [clash, setClash] = useState<Clash | null>(met ?? null)
  const [put, setPut] = useState<Clash | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isNew = stored.etag === null
  const faults = useMemo(() => faultsOf(form, stored.form.policy), [form, stored])
  const take = (next: Form, theirs: Stored) => {
    setClash(null)
    setPut(null)
    setStored(theirs)
    setSaved(theirs.form)
    setForm(next)
  }
  const meet = (theirs: Stored, base = stored.form) => {
    const three = { base, ours: form, theirs: theirs.form }
    const merge = mergeForms(three)
    if (merge.kind === 'conflict') return setClash({ theirs, three, places: merge.places })
    take(merge.form, theirs)
    toast({ text: 'Somebody saved it meanwhile. Both changes are in the text now: look at it, then save.' })
  }
  const merge = () => attempt(async () => meet(await standing(form.name)))
  const save = async (near: readonly Near[]) => {
    if (isSaving || clash !== null) return
    // What was put off is decided before anything is saved over it.
    if (put !== null) return meet(put.theirs, put.three.base)
    if (Object.keys(faults).length > 0) return toast({ text: Object.values(faults).join(' '), tone: 'bad' })
    const [nearest] = near
    if (nearest !== undefined && !(await confirmed(nearQuestion(form.name, nearest.name)))) return
    setSaving(true)
    try {
      const { version, policyError, isDraft: isStill } = await saveForm(form, stored, nearest !== undefined)
      if (isDraft && !isStill) await letDraftGo(form.name, version)
      const now = await standing(form.name)
      dropKept('')
      take(policyError === undefined ? now.form : { ...now.form, policy: form.policy }, now)
      toast(savedMessage(form.name, version, policyError))
      if (isNew || isDraft) go(`/design/${form.name}`)
    } catch (error) {
      const refused = asApiError(error)
      if (refused.status === 412) await merge()
      else toast({ text: `${refused.message}. ${refused.fix}`, tone: 'bad' })
    } finally {
      setSaving(false)
    }
  }
  const putOff = () => {
    setPut(clash)
    setClash(null)
  }
  const actions = { change: setForm, take, merge, save, putOff, discard: () => setForm(saved) }
  return { form, stored, clash, faults, isNew, isSaving, isDraft, isDirty: !isSameForm(form, saved), ...actions }
}

/** @throws ApiError where nothing stands any more. */
async function standing(name: string): Promise<Stored> {
  const now = await readStanding(name)
  if (now !== undefined) return now
  throw new ApiError(
    404,
    'not-found',
    `${name} was archived meanwhile`,
    'Restore it, or copy your text into a new skill.',
  )
}

// What a person made of a draft has taken its place.
async function letDraftGo(name: string, version: number): Promise<void> {
  const note = `Taken over, with changes, as version ${version}.`
  await attempt(() => api.post('/api/approvals/reject', { name, note, discardDraft: true }))
}

function nearQuestion(name: string, nearest: string) {
  return {
    title: `Save ${name} all the same?`,
    text: `${nearest} says nearly the same. Two skills for one thing get in each other’s way when they are recalled.`,
    yes: 'Save it',
  }
}

function savedMessage(name: string, version: number, policyError: ApiError | undefined) {
  if (policyError === undefined) return { text: `Saved ${name}, version ${version}` }
  return {
    text: `The text is saved, the policy is not: ${policyError.message}. ${policyError.fix}`,
    tone: 'bad' as const,
  }
}
