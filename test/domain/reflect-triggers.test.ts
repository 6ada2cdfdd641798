// When a reflection is due, as a table; and how long is waited after ones that came to nothing.
import { expect, test } from 'vitest'
import type { Cycle } from '../../src/domain/cycle.ts'
import {
  BACKOFF_MS_MAX,
  backoffReason,
  dueTriggers,
  type ReflectTrigger,
  type TriggerFacts,
  type TriggerRules,
} from '../../src/domain/reflect-triggers.ts'

const NOW = new Date('2026-05-01T12:00:00.000Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()
const RULES: TriggerRules = { interactions: 5, minutes: 30, newPeer: false, promiseOverdue: true }
const NOTHING: TriggerFacts = { unread: 0, newPeers: 0, unreadSince: undefined, lastAt: undefined, overdueAt: [] }

test.each<[what: string, facts: Partial<TriggerFacts>, rules: Partial<TriggerRules>, due: ReflectTrigger[]]>([
  ['nothing at all', {}, {}, []],
  ['four interactions', { unread: 4, unreadSince: ago(1) }, {}, []],
  ['five', { unread: 5, unreadSince: ago(1) }, {}, ['interaction_count']],
  ['five, with the count turned off', { unread: 5, unreadSince: ago(1) }, { interactions: null }, []],
  ['one after 29 minutes', { unread: 1, lastAt: ago(29) }, {}, []],
  ['one after 30 minutes', { unread: 1, lastAt: ago(30) }, {}, ['timer']],
  ['none after a week', { lastAt: ago(7 * 24 * 60) }, {}, []],
  ['one after a week, with the timer turned off', { unread: 1, lastAt: ago(10_000) }, { minutes: null }, []],
  ['the first ever, half an hour ago', { unread: 1, unreadSince: ago(30) }, {}, ['timer']],
  ['the first ever, just now', { unread: 1, unreadSince: ago(0) }, {}, []],
  ['a last one that lies ahead by a day', { unread: 1, lastAt: ago(-24 * 60) }, {}, ['timer']],
  ['a new peer', { unread: 1, newPeers: 1, unreadSince: ago(1) }, {}, []],
  ['a new peer, where that counts', { unread: 1, newPeers: 1, unreadSince: ago(1) }, { newPeer: true }, ['new_peer']],
  ['a promise that fell due since', { lastAt: ago(60), overdueAt: [ago(5)] }, {}, ['promise_overdue']],
  ['one that fell due before', { lastAt: ago(60), overdueAt: [ago(90)] }, {}, []],
  ['one without any reflection yet', { overdueAt: [ago(90)] }, {}, ['promise_overdue']],
  ['one, with promises turned off', { overdueAt: [ago(90)] }, { promiseOverdue: false }, []],
  [
    'everything at once',
    { unread: 9, newPeers: 2, lastAt: ago(60), overdueAt: [ago(5)] },
    { newPeer: true },
    ['interaction_count', 'timer', 'new_peer', 'promise_overdue'],
  ],
])('%s', (_, facts, rules, due) => {
  expect(dueTriggers({ ...NOTHING, ...facts }, { ...RULES, ...rules }, NOW)).toEqual(due)
})

function cycle(status: Cycle['status'], minutesAgo: number, reason: string | null = 'no answer'): Cycle {
  const [at, endedAt] = [ago(minutesAgo + 1), status === 'begun' ? null : ago(minutesAgo)]
  const nothing = { fingerprint: '', seen: {}, state: null, unread: 0, output: null, doing: null, did: [], left: [] }
  return {
    ...nothing,
    id: at,
    at,
    pass: 'reflect',
    executor: 'provider',
    author: null,
    leaseUntil: ago(minutesAgo),
    status,
    report: null,
    reason,
    endedAt,
  }
}

test.each<[what: string, past: Cycle[], waits: boolean]>([
  ['nothing before', [], false],
  ['a good one before', [cycle('applied', 1)], false],
  ['one that failed 4 minutes ago', [cycle('failed', 4)], true],
  ['one that failed 5 minutes ago', [cycle('failed', 5)], false],
  ['two that failed, the last 9 minutes ago', [cycle('failed', 30), cycle('failed', 9)], true],
  ['two that failed, the last 10 minutes ago', [cycle('failed', 30), cycle('failed', 10)], false],
  ['one that nobody answered', [cycle('begun', 4)], true],
  ['failures before a good one', [cycle('failed', 3), cycle('failed', 2), cycle('applied', 1)], false],
  ['a hundred failures', Array.from({ length: 100 }, () => cycle('failed', BACKOFF_MS_MAX / 60_000 - 1)), true],
  [
    'a hundred failures, the last a quarter of a day ago',
    Array.from({ length: 100 }, () => cycle('failed', 360)),
    false,
  ],
  ['a failure that lies ahead by a day', [cycle('failed', -24 * 60)], false],
])('after %s it waits: %#', (_, past, waits) => {
  expect(backoffReason(past, 5 * 60_000, NOW) !== undefined).toBe(waits)
})
