// What a hook may say without the journal: never a belief that the journal would call over, and each that is too young for
// that; and what was judged of a peer supersedes a belief or does not, whoever asks.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeMs, SLOT_MS } from '../../src/domain/active-time.ts'
import { aged, judgedPeer, surelyStanding } from '../../src/domain/belief-standing.ts'
import { seeded } from '../support/seed.ts'

const MINUTE_MS = 60_000
const at = (ms: number) => new Date(ms).toISOString()

test('what surely stands also stands by the journal, whatever is in it; a pinned one always does', () => {
  const minute = fc.integer({ min: 0, max: 24 * 60 })
  const belief = fc.record({ lastConfirmedAt: minute.map((n) => at(n * MINUTE_MS + 1)), pinned: fc.boolean() })
  const slots = fc.uniqueArray(fc.integer({ min: 0, max: 24 * 12 }))
  const some = fc.tuple(fc.array(belief), slots, minute, fc.integer({ min: 5, max: 300 }))
  fc.assert(
    fc.property(some, ([beliefs, active, nowMinute, minutes]) => {
      const now = new Date(nowMinute * MINUTE_MS)
      const sure = surelyStanding(beliefs, now, minutes)
      const { standing } = aged(beliefs, (since) => activeMs(new Set(active), [], since, now), minutes)
      for (const each of sure) expect(standing).toContain(each)
      for (const each of beliefs) if (each.pinned) expect(sure).toContain(each)
    }),
    seeded(500),
  )
})

test.each<[minutesAgo: number, minutes: number, isSure: boolean]>([
  [0, 5, true],
  [60, 120, true],
  [114, 120, true],
  // The slot that has begun counts whole: a clock on the wall would still give it five minutes.
  [117, 120, false],
  [120, 120, false],
  [600, 120, false],
  // A clock that went back.
  [-600, 5, true],
])('confirmed %i minutes ago, lasting %i: %s', (minutesAgo, minutes, isSure) => {
  const now = 1_000 * SLOT_MS + MINUTE_MS
  const belief = { lastConfirmedAt: at(now - minutesAgo * MINUTE_MS), pinned: false }
  expect(surelyStanding([belief], new Date(now), minutes)).toEqual(isSure ? [belief] : [])
})

test('only a belief about a peer, formed under a judgement of it, can be superseded', () => {
  expect(judgedPeer({ peerId: 'bob', trust: 2 })).toBe('bob')
  expect(judgedPeer({ peerId: 'bob', trust: 0 })).toBe('bob')
  expect(judgedPeer({ peerId: 'bob', trust: null })).toBeUndefined()
  expect(judgedPeer({ peerId: null, trust: 2 })).toBeUndefined()
})
