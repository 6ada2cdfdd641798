// Whether a binding fires: each reason why not, the cooldown at its edges, and what is too early or too late.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cooldownUntil, inFiringOrder, isInTime, whyNot } from '../../src/domain/binding-due.ts'
import { firedEvents, foldFirings, noFirings } from '../../src/domain/binding-fold.ts'
import { bindingText } from '../../src/domain/binding-text.ts'
import { binding } from '../support/fire-home.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')
const EVENT = { id: 'e', type: 'tool.called', session: 's', fields: { tool: 'Bash' }, path: [] as string[], root: 'e' }
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString()
const state = (last?: string) => ({ lastFiredAt: () => last, now: NOW })
const bound = (over: object = {}) => binding('b', 'tool.called', { kind: 'notify', text: null }, over)

test.each([
  ['fires', {}, {}, undefined, undefined],
  ['another type', { event: 'skill.saved' }, {}, undefined, 'it waits for skill.saved'],
  ['switched off', { enabled: false }, {}, undefined, 'it is switched off'],
  ['its own', {}, { path: ['a', 'b'] }, undefined, 'the event came of its own firing'],
  ['of another one', {}, { path: ['a'] }, undefined, undefined],
  [
    'a condition',
    { conditions: [{ field: 'tool', op: 'equals', value: 'Read' }] },
    {},
    undefined,
    'tool equals "Read" does not hold',
  ],
  ['in cooldown', { cooldownSeconds: 60 }, {}, ago(59_999), `it has fired a moment ago and waits until ${ago(-1)}`],
  ['after it', { cooldownSeconds: 60 }, {}, ago(60_000), undefined],
  ['with a clock that was put back', { cooldownSeconds: 60 }, {}, ago(-5_000), undefined],
])('%s', (_, over, event, last, why) => {
  expect(whyNot(bound(over), { ...EVENT, ...event }, state(last))).toBe(why)
})

test('within a cooldown it never fires, after it always', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 2e9 }), (cooldownSeconds, sinceMs) => {
      const until = cooldownUntil({ id: 'b', cooldownSeconds }, state(ago(sinceMs)))
      expect(until !== undefined).toBe(sinceMs < cooldownSeconds * 1_000)
    }),
  )
})

test.each([
  ['just now', ago(0), NOW.getTime(), true],
  ['written before', ago(0), NOW.getTime() - 3_600_001, false],
  ['happened before, told now', ago(3_600_001), NOW.getTime(), false],
])('since an hour: %s', (_, at, seq, inTime) => {
  expect(isInTime({ since: ago(3_600_000) }, { ...EVENT, at, seq }, NOW)).toBe(inTime)
})

test('what is a day old concerns nobody', () => {
  const old = { ...EVENT, at: ago(86_400_001), seq: NOW.getTime() }
  expect(isInTime({ since: '2020-01-01T00:00:00.000Z' }, old, NOW)).toBe(false)
})

test('by priority, then by age', () => {
  const all = [
    bound({ id: 'young', createdAt: ago(1) }),
    bound({ id: 'first', priority: 3 }),
    bound({ id: 'old', createdAt: ago(2) }),
    bound({ id: 'last', priority: -1 }),
  ]
  expect(inFiringOrder(all).map(({ id }) => id)).toEqual(['first', 'old', 'young', 'last'])
})

test('firings add up, the last ones are kept by event, and a removed binding counts no more', () => {
  const line = (id: string, eventId: string, ok: boolean) => ({
    ...{ event: 'binding-fired' as const, id, sessionId: '', timestamp: ago(0), seq: 0, actor: 'system' as const },
    ...{ binding: 'b', skill: 'deploy', eventId, eventType: 'turn', session: 's', action: 'notify', ok, result: 'r' },
    ...{ path: ['b'], root: eventId },
  })
  const some = foldFirings(noFirings(), [line('1', 'e1', true), line('2', 'e2', false), line('3', 'e1', true)])
  expect(some.tallies).toEqual({ b: { fired: 3, failed: 1, lastFiredAt: ago(0) } })
  expect(firedEvents(some, 10).map(({ eventId, fired }) => [eventId, fired.length])).toEqual([
    ['e2', 1],
    ['e1', 2],
  ])
  const many = foldFirings(
    some,
    Array.from({ length: 500 }, (_, i) => line(`m${i}`, `x${i}`, true)),
  )
  expect([many.recent.length, many.recent.at(-1)?.id]).toEqual([200, 'm499'])
  const { id, timestamp, seq, sessionId } = line('4', 'e4', true)
  const removed = { event: 'binding-removed' as const, id, timestamp, seq, sessionId, actor: 'operator' as const }
  expect(foldFirings(some, [{ ...removed, binding: 'b', name: 'deploy', what: '' }]).tallies).toEqual({})
})

test('a binding in words holds everything, on one line that can be read', () => {
  const over = {
    ...{ priority: 2, cooldownSeconds: 60, enabled: false },
    conditions: [{ field: 'tool', op: 'contains' as const, value: 'a"\n\u202eb' }],
  }
  expect(bindingText({ ...bound(over), action: { kind: 'call_tool', tool: 'x', arguments: { a: 1 } } })).toBe(
    String.raw`"deploy" on tool.called where tool contains "a\"\n<U+202E>b" to suggest calling "x" with {"a":1} with priority 2 at most every 60 s (switched off)`,
  )
})
