// Reads the skill that is designed and writes it back: the text with what was read as its condition, then the policy.
import type { Policy } from '../../../domain/skill.ts'
import type { Standing } from '../../../domain/standing.ts'
import { type ApiError, api } from '../../api.ts'
import { asApiError } from '../../resource.ts'
import { type Form, formOf, policyChange, sent } from './form.ts'

/** What stands, as it was read. @property etag null for what is not there yet. */
export type Stored = { form: Form; etag: string | null; version: number; standing: Standing | null }

type Detail = { skill: Omit<Form, 'policy'>; declared: Policy; version: number; standing: Standing }

/** @throws ApiError. */
export async function readStored(name: string, version?: 'draft' | number): Promise<Stored> {
  const query = { name, ...(version && { version }) }
  const { body, etag } = await api.whole<Detail>('GET', '/api/skills/detail', undefined, { query })
  return { form: formOf(body.skill, body.declared), etag, version: body.version, standing: body.standing }
}

/** The text that a draft was made from, where that is not live any more and was kept. @throws ApiError. */
export async function readDraftBase(name: string): Promise<Form | undefined> {
  const { stale } = await api.get<{ stale: { base: { version: number | null } } | null }>('/api/approvals/detail', {
    name,
  })
  if (stale === null || stale.base.version === null) return undefined
  return (await readStored(name, stale.base.version)).form
}

/** What stands now, or undefined where nothing does. */
export async function readStanding(name: string): Promise<Stored | undefined> {
  try {
    return await readStored(name)
  } catch (error) {
    if (asApiError(error).status === 404) return undefined
    throw error
  }
}

export type Saved = { version: number; isDraft: boolean; policyError?: ApiError }

/**
 * @param before what was read; a change since is refused with 412, and nothing is saved.
 * @param isWanted saves a new skill although others say nearly the same.
 * @throws ApiError. That the policy was refused is told: by then the text is saved.
 */
export async function saveForm(form: Form, before: Stored, isWanted: boolean): Promise<Saved> {
  const condition = before.etag === null ? { expectedVersion: 0, ...(isWanted && { force: true }) } : {}
  const { version, draft } = await api.post<{ version: number; draft: boolean }>(
    '/api/skills',
    { ...sent(form), ...condition },
    before.etag === null ? {} : { ifMatch: before.etag },
  )
  const change = policyChange(before.form.policy, form.policy)
  if (change === undefined) return { version, isDraft: draft }
  try {
    const body = { name: form.name, ...change }
    const answer = await api.post<{ version?: number }>('/api/skills/policy', body)
    return { version: answer.version ?? version, isDraft: draft }
  } catch (error) {
    return { version, isDraft: draft, policyError: asApiError(error) }
  }
}
