// What a foreign library's skills were used for, written down here as loads with their dates: it is older than this
// journal, and no count of ours. The second time it adds only what is new.
import type { Diagnostic } from '../domain/diagnostic.ts'
import { type ImportedUse, type LoggedUse, oldestFirst, usesBesideLog, usesOfLog } from '../domain/imported-uses.ts'
import { nowCalled } from '../domain/tree-names.ts'
import type { Journal } from '../journal/journal.ts'
import { statelessSession } from '../journal/stream-name.ts'
import type { ImportedSkill } from './import-skills.ts'
import type { JsonTree } from './read-json-tree.ts'
import { readUsageLog } from './read-usage-log.ts'

/** As many as the fold of uses keeps singly; older ones are counted and left. */
export const IMPORTED_USES_MAX = 50_000
// Which version was loaded there says nothing here.
const VERSION_UNKNOWN = 0

/**
 * @property taken written down; in a dry run, what would be. @property known from an earlier import. @property ofOthers
 * lines of skills that were not taken. @property older beyond IMPORTED_USES_MAX. @property unread lines and files.
 */
export type UsesReport = { taken: number; known: number; ofOthers: number; older: number; unread: number }
export type UsesParts = { journal: Pick<Journal, 'append' | 'read'>; now: () => Date }

/** @param taken the skills that are here now, in whatever way; uses of no others are written down. */
export async function importUses(
  tree: Pick<JsonTree, 'log' | 'used'>,
  taken: readonly ImportedSkill[],
  isDryRun: boolean,
  { journal, now }: UsesParts,
): Promise<{ uses: UsesReport; diagnostics: Diagnostic[] }> {
  const { logged, ofOthers, unread, diagnostics } = readUses(tree, taken, now().toISOString())
  const all = usesHere(tree, taken, logged)
  const uses = all.slice(-IMPORTED_USES_MAX)
  const fresh = await notYetKnown(uses, journal)
  if (!isDryRun) for (const use of fresh) await write(use, journal)
  const counts = { taken: fresh.length, known: uses.length - fresh.length, older: all.length - uses.length }
  return { uses: { ...counts, ofOthers, unread }, diagnostics }
}

type Placed = ImportedUse & { session: string }

function readUses({ log, used }: Pick<JsonTree, 'log' | 'used'>, taken: readonly ImportedSkill[], now: string) {
  const names = namesHere(taken)
  const here = nowCalled(
    used.flatMap(({ origin, name }) => (names.has(origin) ? [[name, names.get(origin)!] as const] : [])),
  )
  const logged: LoggedUse[] = []
  let ofOthers = 0
  if (log === undefined) return { logged, ofOthers, unread: 0, diagnostics: [] }
  const report = readUsageLog(log, now, ({ skill: was, ...line }) => {
    const skill = here(was)
    if (skill === undefined) ofOthers += 1
    else logged.push({ ...line, skill })
  })
  return { logged, ofOthers, ...report }
}

function usesHere(
  { used }: Pick<JsonTree, 'used'>,
  taken: readonly ImportedSkill[],
  logged: readonly LoggedUse[],
): Placed[] {
  const names = namesHere(taken)
  const inLog = usesOfLog(logged)
  const lastUsed = used.flatMap(({ origin, lastUsedAt: at }) => {
    const skill = names.get(origin)
    return skill === undefined || at === undefined ? [] : [{ skill, at }]
  })
  return oldestFirst([...inLog, ...usesBesideLog(lastUsed, inLog)]).map(({ session, ...use }) => ({
    ...use,
    // Of whom it was is not known, so it makes no pairs with others.
    session: session ?? statelessSession(new Date(use.at)),
  }))
}

function namesHere(taken: readonly ImportedSkill[]): Map<string, string> {
  return new Map(taken.map(({ origin, name }) => [origin, name]))
}

async function notYetKnown(uses: readonly Placed[], journal: UsesParts['journal']): Promise<Placed[]> {
  const known = new Set<string>()
  for (const session of new Set(uses.map((use) => use.session))) {
    for (const { id } of (await journal.read(session, 0)).events) known.add(id)
  }
  return uses.filter(({ id }) => !known.has(id))
}

async function write({ id, session, skill, at }: Placed, journal: UsesParts['journal']): Promise<void> {
  const what = { event: 'loaded', skillName: skill, version: VERSION_UNKNOWN, how: 'by-name' } as const
  await journal.append(session, { ...what, id, timestamp: at, actor: 'installer' })
}
