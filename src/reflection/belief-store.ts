// The beliefs of a home, `cortex/beliefs.json`: changed by cycles and by its person, read from memory by every recall.
import { beliefBlock, inBlockOrder } from '../domain/belief-block.ts'
import {
  type BeliefDocument,
  type BeliefStep,
  beliefDocumentSchema,
  noBeliefs,
  withBelief,
  withStep,
} from '../domain/belief-document.ts'
import { aged, type LatestTrust, minutesLeft, supersededBy } from '../domain/belief-standing.ts'
import { type Belief, type NewBelief, unbelieved } from '../domain/beliefs.ts'
import type { Actor } from '../domain/record.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import { lockedDocument } from '../store/locked-document.ts'
import type { Activity } from './activity.ts'
import type { ReadSettings } from './reflection-settings.ts'

/** How far a recall may be behind other processes. */
const LEVEL_AGE_MS_MAX = 2_000

export type ShownBelief = Omit<Belief, 'before'> & {
  /** Of activity; null for a pinned one. */
  minutesLeft: number | null
  /** The newer judgement that says otherwise. */
  superseded: LatestTrust | null
}

export type Beliefs = {
  /** Those that stand, in the order in which they are shown. */
  standing(): Promise<ShownBelief[]>
  /** Takes one in for a cycle. @throws `refused` where it may not come in. */
  believe(fresh: NewBelief): Promise<{ created: boolean; evicted: string[] }>
  /** What a cycle made of it goes, as far as it still stands so. */
  takeBack(key: string, cycle: string): Promise<'restored' | 'taken out' | 'nothing to undo'>
  /** Lets those go whose time is over. @returns their keys. */
  expire(): Promise<string[]>
  /** @throws `refused` for all but the operator, `not-found`, `bad-input`. */
  change(key: string, step: BeliefStep, actor: Actor): Promise<void>
  /** The block, from memory: at most LEVEL_AGE_MS_MAX behind other processes. Empty where there is none. */
  block(peers: readonly string[]): Promise<string>
  /** The same as it was last read, for who cannot wait. */
  blockNow(charsMax: number): string
}

export type BeliefParts = {
  layout: Pick<HomeLayout, 'beliefs' | 'leases'>
  settings: ReadSettings
  activity: Activity
  /** What is thought of these peers now; from memory. */
  latestOf: (peers: readonly string[]) => Promise<ReadonlyMap<string, LatestTrust>>
  now: () => Date
}

export function openBeliefs(parts: BeliefParts): Beliefs {
  const { layout, settings, activity, now } = parts
  const place = { path: layout.beliefs, lock: `${layout.leases}/beliefs.lock`, what: 'the beliefs' }
  const document = lockedDocument(place, beliefDocumentSchema, noBeliefs)
  const memory = beliefMemory(document.read, parts)
  const time = async () => ({
    now: now(),
    since: await activity.level(),
    minutes: settings()['reflection.beliefMinutes'],
  })
  const update = async <R>(decide: (standing: BeliefDocument) => { value?: BeliefDocument; result: R }): Promise<R> => {
    const result = await document.update(decide)
    await memory.read({ fresh: true })
    return result
  }
  return {
    async standing() {
      const { since, minutes } = await time()
      const { beliefs, latest } = await memory.read({ fresh: true })
      return inBlockOrder(beliefs, []).map((belief) => {
        const { before: _before, ...told } = belief
        const newer = belief.peerId === null ? undefined : supersededBy(belief, latest.get(belief.peerId))
        return { ...told, minutesLeft: minutesLeft(belief, since, minutes), superseded: newer ?? null }
      })
    },
    async believe(fresh) {
      const rules = { ...(await time()), max: settings()['reflection.beliefs'] }
      return update((standing) => {
        const { document: value, ...result } = withBelief(standing, fresh, rules)
        return { value, result }
      })
    },
    takeBack: (key, cycle) =>
      update(({ beliefs, rejected }) => {
        const back = unbelieved(beliefs, key, cycle)
        if (back === undefined) return { result: 'nothing to undo' }
        return { value: { beliefs: back.beliefs, rejected }, result: back.what }
      }),
    async expire() {
      const { since, minutes } = await time()
      return update(({ beliefs, rejected }) => {
        const { standing, expired } = aged(beliefs, since, minutes)
        if (expired.length === 0) return { result: [] }
        return { value: { beliefs: standing, rejected }, result: expired.map(({ key }) => key) }
      })
    },
    change: (key, step, actor) =>
      update((standing) => ({ value: withStep(standing, key, step, { actor, now: now() }), result: undefined })),
    async block(peers) {
      const { beliefs, latest } = await memory.read({ fresh: false })
      return beliefBlock(beliefs, (peer) => latest.get(peer), { peers })
    },
    blockNow(charsMax) {
      const { beliefs, latest } = memory.last()
      return beliefBlock(beliefs, (peer) => latest.get(peer), { charsMax })
    },
  }
}

type Remembered = { beliefs: Belief[]; latest: ReadonlyMap<string, LatestTrust> }

/** Those that stand, with what is thought of their peers, as far as they were read. */
function beliefMemory(readDocument: () => Promise<BeliefDocument>, { settings, activity, latestOf }: BeliefParts) {
  let known: { beliefs: Belief[]; at: number } | undefined
  let last: Remembered = { beliefs: [], latest: new Map() }
  const level = async () => {
    const { beliefs } = await readDocument()
    known = { beliefs, at: performance.now() }
    return beliefs
  }
  return {
    async read({ fresh }: { fresh: boolean }): Promise<Remembered> {
      const isLevel = known !== undefined && performance.now() - known.at <= LEVEL_AGE_MS_MAX
      const beliefs = isLevel && !fresh ? known!.beliefs : await level()
      const isAgeing = beliefs.some(({ pinned }) => !pinned)
      const minutes = settings()['reflection.beliefMinutes']
      const { standing } = isAgeing ? aged(beliefs, await activity.soon(), minutes) : { standing: beliefs }
      const latest = await latestOf([...new Set(standing.flatMap(({ peerId }) => (peerId === null ? [] : [peerId])))])
      last = { beliefs: standing, latest }
      return last
    },
    last: () => last,
  }
}
