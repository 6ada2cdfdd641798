// What bindings have brought to a session and no recall has taken yet: one small file each, so that of several processes
// (servers, hooks) exactly one takes it, without a lock. Hooks load this: no schema stands here, and nothing that writes.
import { join } from 'node:path'
import { claimFile } from '../files/claim-file.ts'
import { listFolder } from '../files/folder-listing.ts'
import { readRegularFileSync } from '../files/read-file.ts'
import { streamName } from '../journal/stream-name.ts'

const ITEM_BYTES_MAX = 64 * 1024

// Of what happened in no session: the next recall of any takes it. No session's stream begins so.
export const ANY_SESSION = '_any'

export type WaitingItem = {
  /** The same for the same firing: put again it is there. */
  id: string
  kind: string
  text: string
  /** It is brought only while this skill may come up. */
  skill: string
  priority: number
  at: string
  expiresAt: string
}

export type BroughtContext = {
  /** Highest priority first, then the oldest. Two looks at a folder that is mostly empty. */
  waiting(session: string | undefined, now: Date): WaitingItem[]
  /** @returns false when somebody else has it. */
  take(session: string | undefined, id: string): boolean
}

export function openBroughtContext(folder: string): BroughtContext {
  const streamsOf = (session: string | undefined) =>
    session === undefined ? [ANY_SESSION] : [streamName(session), ANY_SESSION]
  return {
    waiting(session, now) {
      const items = streamsOf(session).flatMap((stream) =>
        listFolder(folder, waitingOf(stream)).flatMap(({ name }) => readItem(join(folder, name)) ?? []),
      )
      return items
        .filter(({ expiresAt }) => Date.parse(expiresAt) > now.getTime())
        .sort((a, b) => b.priority - a.priority || (a.at < b.at ? -1 : 1))
    },
    take: (session, id) =>
      streamsOf(session).some((stream) =>
        claimFile(itemPath(folder, stream, id, 'json'), itemPath(folder, stream, id, 'taken')),
      ),
  }
}

/** One that was taken keeps its name for a day: put again, it is known to have been there. */
export function itemPath(folder: string, stream: string, id: string, ending: 'json' | 'taken'): string {
  return join(folder, `${stream}.${id}.${ending}`)
}

export function waitingOf(stream: string): RegExp {
  return new RegExp(`^${stream}\\.[0-9a-f]+\\.json$`)
}

// Written whole by us; whatever else stands there is passed over.
function readItem(path: string): WaitingItem | undefined {
  try {
    const file = readRegularFileSync(path, ITEM_BYTES_MAX)
    const value: Partial<Record<keyof WaitingItem, unknown>> = JSON.parse(file?.bytes.toString('utf8') ?? '{}') ?? {}
    const { id, kind, text, skill, priority, at, expiresAt } = value
    const words = [id, kind, text, skill, at, expiresAt]
    if (!words.every((word) => typeof word === 'string') || typeof priority !== 'number') return undefined
    // Each of them was just seen to be what it must be.
    return { id, kind, text, skill, priority, at, expiresAt } as WaitingItem
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
