// A home with the second loop as the app opens it, under a clock that a test sets: what passes with peers in one line, a work
// order and its answer in another. Only the model is scripted.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openApp } from '../../src/app.ts'
import type { CycleReport } from '../../src/domain/cycle.ts'
import { tempFolder } from '../support/temp-home.ts'

export const PERSON = { actor: 'operator' as const, via: 'cli', author: null }
const AGENT = { kind: 'order' as const, author: 'client' }
const MINUTE_MS = 60_000

type Assessed = { peer_id: string; trust: number; rationale?: string }
type Believed = { key: string; value: string; rationale?: string; peer_id?: string | null }
export type Judged = {
  assessments?: readonly Assessed[]
  beliefs?: readonly Believed[]
  directives?: readonly { action: string; peer_id?: string | null; rationale?: string }[]
  summary?: string
}

/** An answer in the schema, with what the judge needs beside what a test is about. */
export function answerOf({ assessments = [], beliefs = [], directives = [], summary = 'All quiet.' }: Judged): string {
  return JSON.stringify({
    assessments: assessments.map((each) => ({ rationale: 'It went as it did.', ...each })),
    beliefs: beliefs.map((each) => ({ rationale: 'Seen so.', ...each })),
    directives,
    summary,
  })
}

export type SecondLoopHome = Awaited<ReturnType<typeof openSecondLoopHome>>

export async function openSecondLoopHome(settings: Record<string, unknown> = {}, home = tempFolder()) {
  let time = Date.parse('2026-05-01T10:00:00.000Z')
  for (const folder of ['skills', 'directives', 'skill-usage']) mkdirSync(join(home, folder), { recursive: true })
  const configure = (all: Record<string, unknown>) => writeFileSync(join(home, 'config.json'), JSON.stringify(all))
  configure(settings)
  const logged: string[] = []
  const log = (part: string, text: string) => void logged.push(`${part}: ${text}`)
  const app = await openApp({ flags: { home }, log, serving: false, now: () => new Date(time) })
  onTestFinished(() => app.close())
  const recall = (peers: readonly string[] = [], session = 's1') =>
    app.parts.recall({
      ...{ message: 'water the garden plants', session, limit: 5, bodies: 0, force: false, why: false },
      ...{ actor: 'agent', peers: [...peers], wantsContext: true },
    })
  const opened = {
    home,
    app,
    logged,
    configure,
    now: () => new Date(time),
    /** Lets time pass, without anybody doing anything. */
    wait(minutes: number) {
      time += minutes * MINUTE_MS
    },
    /** Lets time pass in which a session is active all along. */
    async work(minutes: number) {
      for (let passed = 0; passed < minutes; passed += 5) {
        time += 5 * MINUTE_MS
        await app.journal.append('worker', { event: 'turn', actor: 'system' })
      }
    },
    /** So many interactions, two minutes apart. */
    async meet(peer: string, count = 1, preview = 'hello') {
      for (let i = 0; i < count; i++) {
        time += 2 * MINUTE_MS
        await app.ledger.recordInteraction({ peer, direction: 'in', channel: 'nostr', preview }, 's1', 'agent')
      }
    },
    /** The whole begun order, or why there is none. */
    async begin(isNamed = true) {
      const { order, skipped } = await app.cycles.begin(isNamed ? 'reflect' : undefined, AGENT)
      return { order, why: skipped.find(({ pass }) => pass === 'reflect')?.reason ?? '' }
    },
    async reflect(judged: Judged): Promise<CycleReport & { id: string }> {
      const { order, why } = await opened.begin()
      if (order === undefined) throw new Error(why)
      return { ...(await app.cycles.submit(order.cycleId, answerOf(judged))), id: order.cycleId }
    },
    trustOf: async (peer: string) => (await app.ledger.peer(peer, { interactions: 0 }))?.trust ?? null,
    keys: async () => (await app.reflection.beliefs.standing()).map(({ key }) => key),
    /** What a recall brings of this kind. */
    context: async (kind: string, peers: readonly string[] = []) =>
      (await recall(peers)).context.filter((item) => item.kind === kind).map(({ text }) => text),
  }
  return opened
}
