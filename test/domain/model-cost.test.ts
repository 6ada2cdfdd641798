// Goal: every call is paid for on its day, and by at most one cycle: the one that the provider was at when it began.
import { expect, test } from 'vitest'
import type { Cycle } from '../../src/domain/cycle.ts'
import { callsOf, costByCycle, costByDay } from '../../src/domain/model-cost.ts'

const at = (time: string) => `2026-11-21T${time}:00.000Z`
const line = (event: 'reserved' | 'used', id: string, time: string, tokens: number) => ({
  ...{ event, id, at: at(time), model: 'm', inputTokens: tokens, outputTokens: 1, money: tokens / 1_000 },
})
const cycle = (id: string, begin: string, end: string | null, over: Partial<Cycle> = {}): Cycle => ({
  ...{ id, at: at(begin), pass: 'consolidate', executor: 'provider', author: null, leaseUntil: at('23:00') },
  ...{ fingerprint: '', seen: {}, state: null, status: 'applied', unread: 0, output: null, doing: null },
  ...{ did: [], left: [], report: null, reason: null, endedAt: end === null ? null : at(end), ...over },
})

test('what was used replaces what was reserved; what is no line counts nothing', () => {
  const calls = callsOf([line('reserved', 'a', '10:00', 900), 'noise', line('used', 'a', '10:00', 100)])
  expect(costByDay(calls, ['2026-11-20', '2026-11-21'])).toEqual([
    { day: '2026-11-20', calls: 0, inputTokens: 0, outputTokens: 0, money: 0 },
    { day: '2026-11-21', calls: 1, inputTokens: 100, outputTokens: 1, money: 0.1 },
  ])
})

test('a call belongs to the cycle that was answered when it began, and a dry run to none', () => {
  const calls = callsOf([
    line('used', 'before', '09:00', 1),
    line('used', 'first', '10:00', 10),
    line('used', 'again', '10:05', 20),
    line('used', 'between', '10:30', 40),
    line('used', 'second', '11:00', 80),
  ])
  const cycles = [cycle('b', '11:00', '11:10'), cycle('a', '10:00', '10:10'), cycle('idle', '12:00', '12:10')]
  expect(costByCycle(calls, cycles)).toEqual([
    { id: 'a', calls: 2, inputTokens: 30, outputTokens: 2, money: 0.03 },
    { id: 'b', calls: 1, inputTokens: 80, outputTokens: 1, money: 0.08 },
  ])
})

test('an agent costs nothing here, and a cycle that was undone later pays for none of those after it', () => {
  const calls = callsOf([line('used', 'first', '10:00', 10), line('used', 'second', '11:00', 80)])
  const undone = cycle('a', '10:00', '20:00', { status: 'undone', leaseUntil: at('10:15') })
  expect(costByCycle(calls, [undone, cycle('o', '10:30', '11:30', { executor: 'order' })])).toEqual([
    { id: 'a', calls: 1, inputTokens: 10, outputTokens: 1, money: 0.01 },
  ])
  expect(costByCycle(calls, [cycle('a', '10:00', null), cycle('b', '11:00', '11:05')]).map(({ id }) => id)).toEqual([
    'a',
    'b',
  ])
})
