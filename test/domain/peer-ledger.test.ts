// Goal: what is known of peers is a fold that may be done in any order and any pieces, holds no word of a message, and stays
// small however much a peer talks.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JournalEvent } from '../../src/domain/journal-event.ts'
import {
  foldInteractions,
  infoScoreOf,
  interactionsOf,
  overdueSince,
  type SeenPeer,
  unassessedOf,
  withoutQuietest,
} from '../../src/domain/peer-ledger.ts'
import { seeded } from '../support/seed.ts'

const RUNS = seeded(500)
const START = Date.parse('2026-11-01T00:00:00.000Z')
const MINUTE = 60_000
const DAY = 86_400_000

type Told = { peer?: string; at: number; direction?: 'in' | 'out'; session?: string; due?: number; preview?: string }
let ids = 0
const iso = (ms: number) => new Date(START + ms).toISOString()
const interaction = ({ peer = 'ann', at, direction = 'in', session = 's', due, preview }: Told): JournalEvent => ({
  ...{ event: 'interaction', id: `i${++ids}`, sessionId: session, timestamp: iso(at), seq: ids, actor: 'agent' },
  ...{ peer, direction, preview, promise: due === undefined ? undefined : { text: 'to send it', due: iso(due) } },
})

function folded(told: readonly Told[]): Map<string, SeenPeer> {
  const peers = new Map<string, SeenPeer>()
  foldInteractions(peers, told.map(interaction))
  return peers
}
const ann = (told: readonly Told[]) => folded(told).get('ann')!

test('counts both ways, keeps the last sessions and no words', () => {
  const told = Array.from({ length: 14 }, (_, at) => ({
    at: at * MINUTE,
    session: `s${at % 12}`,
    preview: 'secret plan',
  }))
  const peer = ann([...told, { at: 20 * MINUTE, direction: 'out', session: 's3' }])
  expect(peer).toMatchObject({ incoming: 14, outgoing: 1 })
  expect(peer.sessions).toEqual(['s4', 's5', 's6', 's7', 's8', 's9', 's10', 's11', 's0', 's1', 's3'].slice(-10))
  expect(JSON.stringify([...folded(told)])).not.toContain('secret')
})

test('info follows what passed, and a time ahead makes no acquaintance older', () => {
  const weekly = Array.from({ length: 6 }, (_, week) => ({ at: week * 7 * DAY }))
  expect(infoScoreOf(ann(weekly), START + 100 * DAY)).toBe(4)
  expect(infoScoreOf(ann(weekly), START + DAY / 2)).toBe(3)
  expect(infoScoreOf(undefined, START)).toBe(0)
})

test('a burst of a thousand is one interaction for info, and a thousand in the count', () => {
  const peer = ann(Array.from({ length: 3_000 }, (_, at) => ({ at: at * 10 })))
  expect(interactionsOf(peer)).toBe(3_000)
  expect(infoScoreOf(peer, START + DAY)).toBe(1)
  expect(peer.instants.length).toBeLessThanOrEqual(1_000)
})

test('a peer that talks for years stays small, and keeps its score', () => {
  const peer = ann(Array.from({ length: 5_000 }, (_, at) => ({ at: at * 3 * 3_600_000 })))
  expect(infoScoreOf(peer, START + 1_000 * DAY)).toBe(10)
  expect(peer.instants.length).toBeLessThanOrEqual(1_000)
  expect(unassessedOf(peer, peer.instants.at(-4))).toBe(3)
})

test('unassessed is what came since, and all of it before the first assessment', () => {
  const peer = ann([{ at: 0 }, { at: 1 }, { at: DAY }, { at: DAY + 1 }])
  expect(unassessedOf(peer, undefined)).toBe(4)
  expect(unassessedOf(peer, START + 5)).toBe(2)
  expect(unassessedOf(peer, START + 2 * DAY)).toBe(0)
})

test.each<[string, Told[], number | undefined]>([
  ['nothing was promised', [{ at: 0 }], undefined],
  ['it is not due yet', [{ at: 0, due: 2 * DAY }], undefined],
  [
    'it is due and nothing came',
    [
      { at: 0, due: DAY / 2 },
      { at: DAY, direction: 'out' },
    ],
    DAY / 2,
  ],
  ['something came since', [{ at: 0, due: DAY / 2 }, { at: DAY / 4 }], undefined],
  ['noted with what we sent', [{ at: 0, direction: 'out', due: DAY / 2 }], DAY / 2],
  ['told late, after what came since', [{ at: DAY / 4 }, { at: 0, due: DAY / 2 }], undefined],
  [
    'the earliest of two',
    [
      { at: 0, direction: 'out', due: DAY / 2 },
      { at: 1, direction: 'out', due: DAY / 4 },
    ],
    DAY / 4,
  ],
])('a promise: %s', (_why, told, due) => {
  expect(overdueSince(ann(told), START + DAY)).toBe(due === undefined ? undefined : START + due)
})

test('whatever the order and the pieces, the same is known', () => {
  const told = fc.record({
    peer: fc.constantFrom('ann', 'bob', '__proto__'),
    at: fc.integer({ min: 0, max: 400 }).map((minutes) => minutes * MINUTE),
    direction: fc.constantFrom<'in' | 'out'>('in', 'out'),
    due: fc.option(fc.integer({ min: 0, max: DAY }), { nil: undefined }),
  })
  const known = (list: readonly Told[]) =>
    [...folded(list)].map(([id, { sessions: _, promises, ...peer }]) => [id, peer, promises.length > 0]).sort()
  fc.assert(
    fc.property(fc.array(told, { maxLength: 40 }), fc.infiniteStream(fc.nat()), (list, dice) => {
      // Which of many open promises are kept may differ; whether one is open may not.
      const shuffled = list.map((one) => ({ one, by: dice.next().value })).sort((a, b) => a.by - b.by)
      expect(known(shuffled.map(({ one }) => one))).toEqual(known(list))
    }),
    RUNS,
  )
})

test('of too many peers those go that were met once and longest ago', () => {
  const once = Array.from({ length: 10 }, (_, at) => ({ peer: `once ${at}`, at: at * DAY }))
  const twice = [0, 1].map((at) => ({ peer: 'twice', at }))
  const kept = withoutQuietest(folded([...once, ...twice]), (peer) => peer === 'once 0', 4)
  expect([...kept.keys()].sort()).toEqual(['once 0', 'once 8', 'once 9', 'twice'])
})
