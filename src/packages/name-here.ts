// What is known here of a name that a workspace brings: the texts that stand for it, live and waiting.
import type { NameHere } from '../domain/plan-extract.ts'
import { SkillError } from '../domain/skill-error.ts'
import type { Review } from '../library/review.ts'
import type { Shelf } from '../library/shelf.ts'
import type { SkillStore } from '../store/skill-store.ts'

export type NameParts = {
  shelf: Pick<Shelf, 'look'>
  store: Pick<SkillStore, 'record' | 'stamp'>
  review: Pick<Review, 'draft'>
}

/** Undefined for a name that was never known here. */
export async function nameHere(name: string, { shelf, store, review }: NameParts): Promise<NameHere | undefined> {
  const entry = await shelf.look(name)
  const record = await store.record(name)
  if (entry === undefined && record === undefined && (await store.stamp(name)) === undefined) return undefined
  const live = entry === undefined ? {} : { live: { version: entry.version, skill: entry.skill } }
  if (record?.draft == null) return live
  try {
    return { ...live, draft: await review.draft(name) }
  } catch (error) {
    // Its bytes are lost, or somebody has just decided about it.
    if (error instanceof SkillError && error.code === 'not-found') return live
    throw error
  }
}
