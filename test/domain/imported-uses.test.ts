// Goal: a line of another system's log is one use, however often and from wherever it is read, on the day that it names.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importedSession, type LoggedUse, usesBesideLog, usesOfLog } from '../../src/domain/imported-uses.ts'
import { pastInstant } from '../../src/domain/past-instant.ts'
import { readUsageLine } from '../../src/domain/usage-line.ts'
import { NOW } from '../support/builders.ts'

const use = (over: Partial<LoggedUse> = {}): LoggedUse => ({
  ...{ session: 's', line: '{}', skill: 'tea', at: '2026-05-01T08:00:00.000Z' },
  ...over,
})
const ids = (uses: LoggedUse[]) => usesOfLog(uses).map(({ id }) => id)

test('a session and an id are pinned: another spelling would count everything again', () => {
  expect(importedSession('main')).toBe('imported-0d6e4079e36703ebd37c00722f5891d2')
  expect(ids([use()])).toEqual(['74540a311753ac0280997296176f4842'])
})

test('line, session and skill tell uses apart, and so does how often the line stands there', () => {
  const all = [use(), use(), use({ line: '{"a":1}' }), use({ session: 't' }), use({ skill: 'cup' })]
  expect(new Set(ids(all)).size).toBe(5)
})

test('a log in another order, or a part of it, has no other ids', () => {
  const line = fc.record({
    session: fc.constantFrom('s', 't'),
    line: fc.constantFrom('a', 'b', 'c'),
    skill: fc.constant('tea'),
    at: fc.constant(NOW),
  })
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 20 }),
      fc.infiniteStream(fc.double({ noNaN: true })),
      fc.nat(20),
      (all, dice, cut) => {
        const mixed = all
          .map((each) => ({ each, at: dice.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ each }) => each)
        expect(new Set(ids(mixed))).toEqual(new Set(ids(all)))
        expect(ids(all)).toEqual(expect.arrayContaining(ids(all.slice(cut))))
      },
    ),
    { seed: 20_261_122, numRuns: 500 },
  )
})

test.each<[lastUsed: string, logged: string[], beside: number]>([
  ['2026-05-01T08:00:00.000Z', [], 1],
  ['2026-05-01T08:00:00.000Z', ['2026-05-01T08:00:00.000Z'], 0],
  ['2026-05-01T08:01:00.000Z', ['2026-05-01T08:00:00.000Z'], 0],
  ['2026-05-01T08:01:00.001Z', ['2026-05-01T08:00:00.000Z'], 1],
  ['2026-05-01T08:00:00.000Z', ['2026-04-01T08:00:00.000Z', '2026-06-01T08:00:00.000Z'], 0],
])('last used at %s, logged at %j: so many uses beside the log: %i', (at, logged, beside) => {
  const uses = usesBesideLog(
    [{ skill: 'tea', at }],
    logged.map((each) => ({ skill: 'tea', at: each })),
  )
  expect(uses.map(({ session, skill, at: when }) => [session, skill, when])).toEqual(
    Array(beside).fill([undefined, 'tea', at]),
  )
})

test.each<[given: unknown, instant: string | undefined]>([
  ['2026-02-17T09:30:00.1234567+00:00', '2026-02-17T09:30:00.123Z'],
  ['2026-02-17T09:30:00Z', '2026-02-17T09:30:00.000Z'],
  ['2026-02-17T09:30:00-05:00', '2026-02-17T14:30:00.000Z'],
  ['2026-02-17T09:30:00', '2026-02-17T09:30:00.000Z'],
  [NOW, NOW],
  ['2026-11-21T10:00:00.001Z', undefined],
  ['0001-01-01T00:00:00+00:00', undefined],
  ['2026-02-30T09:30:00Z', undefined],
  ['17 Feb 2026', undefined],
  [1_771_320_600_000, undefined],
])('the instant of %j is %j', (given, instant) => {
  expect(pastInstant(given, NOW)).toBe(instant)
})

test('no line makes the reader throw, and a use always has a skill and a date that is past', () => {
  const value = fc.oneof(
    fc.json().map((json) => JSON.parse(json)),
    fc.constantFrom('tea', NOW, '', null),
  )
  const object = fc.dictionary(
    fc.constantFrom('skillName', 'SkillName', 'sessionId', 'timestamp', 'event', '__proto__'),
    value,
  )
  fc.assert(
    fc.property(
      fc.oneof(
        object.map((each) => JSON.stringify(each)),
        fc.json(),
        fc.string(),
      ),
      (text) => {
        const line = readUsageLine(text, NOW)
        if (line.kind === 'use') expect([line.skill === '', line.at <= NOW]).toEqual([false, true])
      },
    ),
    { seed: 20_261_122, numRuns: 2_000 },
  )
})
