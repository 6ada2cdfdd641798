// Which text of a skill a change of this caller is held against, and that If-Match still names it. What it names goes on
// to the decision under the lock: its version with saves and edits, its digest with the other changes.
import { isMachine } from '../../domain/record.ts'
import { parseSkillName } from '../../domain/skill-name.ts'
import type { Caller } from '../../library/library.ts'
import type { ApiCall, ApiParts } from '../api-route.ts'
import { etagOf, matchedVersion, type Tagged } from '../etag.ts'

type Parts = Pick<ApiParts, 'shelf' | 'store' | 'library'>
type Call = Pick<ApiCall<unknown, unknown>, 'caller' | 'headers'>

/** The text that a save of this caller begins from: its draft where an agent's waits, else what is live. */
export async function standingTag(name: string, { caller }: Call, parts: Parts): Promise<Tagged | undefined> {
  const entry = await parts.shelf.look(parseSkillName(name))
  if (!isMachine(caller.actor)) return entry
  const record = entry?.record ?? (await parts.store.record(name))
  return record?.draft ?? entry
}

/** What If-Match says of the text that a save begins from. @throws StaleTag (412). */
export async function expectedOf(name: string, call: Call, parts: Parts): Promise<number | undefined> {
  const { ifMatch } = call.headers
  if (ifMatch === undefined) return undefined
  const standing = await standingTag(name, call, parts)
  return matchedVersion(name, ifMatch, standing === undefined ? [] : [standing])
}

/**
 * The same for what changes a skill that is there: the caller, bound to the very text that If-Match names, which is looked
 * at again under the lock. @throws StaleTag; also `not-found`, which says more than 412.
 */
export async function matchingCaller(name: string, { caller, headers }: Call, parts: Parts): Promise<Caller> {
  if (headers.ifMatch === undefined) return caller
  const entry = await parts.library.get(name)
  matchedVersion(name, headers.ifMatch, [entry])
  return { ...caller, seen: new Map([[name, entry.digest]]) }
}

/** A conflict under the lock, said as 412 where If-Match no longer holds. @throws what came, or StaleTag. */
export async function conflictUnder(error: unknown, name: string, call: Call, parts: Parts): Promise<never> {
  await expectedOf(name, call, parts)
  throw error
}

/** Of what this caller's next save begins from. */
export async function tagHeaders(name: string, call: Call, parts: Parts): Promise<Record<string, string>> {
  const standing = await standingTag(name, call, parts)
  return standing === undefined ? {} : { etag: etagOf(standing) }
}
