// What a caller without the operator's token may read of a skill: what the tools would show it, no more.
import { parseSkillName } from '../../domain/skill-name.ts'
import { hiddenSkill } from '../../domain/skill-refusal.ts'
import type { Caller } from '../../library/library.ts'
import type { ApiParts } from '../api-route.ts'

/**
 * Not for drafts alone: whoever wrote one may read it.
 * @throws `refused` for an agent and a hidden skill, `not-found` for one that is archived.
 */
export async function assertVisible(
  name: string,
  { actor }: Caller,
  { shelf, standings, store, library }: Pick<ApiParts, 'shelf' | 'standings' | 'store' | 'library'>,
): Promise<void> {
  const entry = await shelf.look(parseSkillName(name))
  if (actor === 'operator') return
  if (entry === undefined) {
    const record = await store.record(name)
    const isOnlyDraft = record !== undefined && record.draft !== null && record.versions.length === 0
    if (!isOnlyDraft) await library.get(name)
    return
  }
  const standing = standings.of(entry)
  if (standing.exposure === 'hidden') throw hiddenSkill(name, standing)
}
