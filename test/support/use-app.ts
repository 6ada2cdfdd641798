// The whole app on a home, without a protocol: what a session of an agent does, in one line each.
import { onTestFinished } from 'vitest'
import { openApp } from '../../src/app.ts'
import type { Outcome } from '../../src/domain/outcomes.ts'
import type { RecallRequest, RecallResult } from '../../src/recall/recall-result.ts'

type Asked = Partial<Omit<RecallRequest, 'message'>>

/** For this test. A server when `serving`: it keeps a snapshot for hooks and the next start when it closes. */
export async function useApp(home: string, options: { serving?: boolean } = {}) {
  const used = await openUsedApp(home, options)
  onTestFinished(used.close)
  return used
}

/** The same for whoever closes it himself. */
export async function openUsedApp(home: string, { serving = false }: { serving?: boolean } = {}) {
  const app = await openApp({ flags: { home }, log: () => {}, serving })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= app.close()
    return closed
  }
  const actor = 'agent' as const
  const recall = (message: string, asked: Asked = {}): Promise<RecallResult> =>
    app.parts.recall({ message, session: undefined, limit: 5, bodies: 0, force: false, why: true, actor, ...asked })
  return {
    app,
    close,
    recall,
    load: (session: string | undefined, name: string) => app.parts.loaded({ name, version: 1, session, actor }),
    /** A message, the load of a skill, and how it went. */
    async used(session: string, message: string, name: string, outcome?: Outcome) {
      await recall(message, { session })
      await app.parts.loaded({ name, version: 1, session, actor })
      if (outcome !== undefined) await app.parts.reportOutcome({ name, outcome }, session, actor)
    },
  }
}

export const hitNames = ({ hits }: RecallResult) => hits.map(({ name }) => name)
