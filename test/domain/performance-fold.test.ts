// Goal: every report counts once, for the use it is of, whatever comes twice, late, corrected or forged.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JournalEvent } from '../../src/domain/journal-event.ts'
import type { Outcome } from '../../src/domain/outcomes.ts'
import { noPerformance, performanceSchema } from '../../src/domain/performance-fold.ts'
import { REPORTS_KEPT_MAX } from '../../src/domain/report-shelf.ts'
import { tallyOf } from '../../src/domain/skill-tally.ts'
import { noUsage, usageBook } from '../../src/domain/usage-fold.ts'
import { NOW } from '../support/builders.ts'
import { foldPerformance } from '../support/folds.ts'
import { seeded } from '../support/seed.ts'

type OutcomeEvent = Extract<JournalEvent, { event: 'outcome' }>
type RecalledEvent = Extract<JournalEvent, { event: 'recalled' }>

let made = 0
function outcomeOf(outcome: Outcome, over: Partial<OutcomeEvent> = {}): OutcomeEvent {
  made += 1
  const envelope = { id: `r${made}`, sessionId: `s${made}`, timestamp: NOW, seq: made, actor: 'agent' as const }
  return { event: 'outcome', ...envelope, skill: 'mail', outcome, ...over }
}

function recalledOf(skills: string[], timestamp = NOW): RecalledEvent {
  made += 1
  const envelope = { id: `q${made}`, sessionId: 's', timestamp, seq: made, actor: 'agent' as const }
  return { event: 'recalled', ...envelope, skills, related: ['other'], confidence: 0.9, blockChars: 10 }
}

const isSession = (id: string) => !id.startsWith('stateless')
const fold = (events: JournalEvent[], from = noPerformance()) => foldPerformance(from, events, isSession)
const bookOf = (reported = noPerformance()) => usageBook({ ...noUsage(), reported }, isSession)
const tally = (events: JournalEvent[], name = 'mail') => tallyOf(bookOf(fold(events)), name)

const DAY = { sessionId: 'stateless-2026-11-21' }
const ONE = { sessionId: 'one' }
type Counts = { successes: number; failures: number; streak?: object }
test.each<[what: string, events: () => OutcomeEvent[], counts: Counts]>([
  ['nothing', () => [], { successes: 0, failures: 0 }],
  [
    'a success and both kinds of failure',
    () => [outcomeOf('success'), outcomeOf('task_mismatch'), outcomeOf('runtime_error')],
    { successes: 1, failures: 2, streak: { successes: 0, failures: 2 } },
  ],
  [
    'what says nothing of the skill, and breaks no streak',
    () => [
      outcomeOf('success'),
      ...(['auth_error', 'dependency_missing', 'api_error', 'cancelled', 'unknown'] as const).map((o) => outcomeOf(o)),
      outcomeOf('success'),
    ],
    { successes: 2, failures: 0, streak: { successes: 2, failures: 0 } },
  ],
  [
    'a report sent twice under one id',
    () => [outcomeOf('success', { ...DAY, id: 'e' }), outcomeOf('success', { ...DAY, id: 'e' })],
    { successes: 1, failures: 0 },
  ],
  [
    'another outcome under an id that was used: a repetition corrects nothing',
    () => [outcomeOf('success', { ...ONE, id: 'e' }), outcomeOf('runtime_error', { ...ONE, id: 'e' })],
    { successes: 1, failures: 0 },
  ],
  [
    'one id in two sessions: two reports',
    () => [outcomeOf('success', { ...ONE, id: 'e' }), outcomeOf('success', { sessionId: 'two', id: 'e' })],
    { successes: 2, failures: 0 },
  ],
  [
    'a correction under the same key',
    () => [outcomeOf('success', { ...ONE, key: 'k' }), outcomeOf('runtime_error', { ...ONE, key: 'k' })],
    { successes: 0, failures: 1, streak: { successes: 0, failures: 1 } },
  ],
  [
    'a repetition of what was corrected',
    () => [
      outcomeOf('success', { ...ONE, key: 'k', id: 'e' }),
      outcomeOf('runtime_error', { ...ONE, key: 'k' }),
      outcomeOf('success', { ...ONE, key: 'k', id: 'e' }),
    ],
    { successes: 0, failures: 1 },
  ],
  [
    'two keys: two uses',
    () => [outcomeOf('success', { ...ONE, key: 'k' }), outcomeOf('success', { ...ONE, key: 'l' })],
    { successes: 2, failures: 0 },
  ],
  [
    'a correction after one load, and a use after the next',
    () => [
      outcomeOf('success', { ...ONE, loadId: 'a' }),
      outcomeOf('task_mismatch', { ...ONE, loadId: 'a' }),
      outcomeOf('success', { ...ONE, loadId: 'b' }),
    ],
    { successes: 1, failures: 1 },
  ],
  [
    'two reports in a session that loaded nothing: the last one holds',
    () => [outcomeOf('success', ONE), outcomeOf('task_mismatch', ONE)],
    { successes: 0, failures: 1 },
  ],
  [
    'two reports without a session: nothing ties them together',
    () => [outcomeOf('success', DAY), outcomeOf('task_mismatch', DAY)],
    { successes: 1, failures: 1 },
  ],
  [
    'another skill',
    () => [outcomeOf('success', ONE), outcomeOf('runtime_error', { ...ONE, skill: 'post' })],
    { successes: 1, failures: 0 },
  ],
])('%s', (_, events, counts) => {
  expect(tally(events())).toMatchObject(counts)
})

test('what a hook saw of a report is no second report', () => {
  const seen: JournalEvent = {
    ...{ event: 'tool-called', id: 't', sessionId: 's', timestamp: NOW, seq: 1, actor: 'system' },
    ...{ tool: 'mcp__skill-cortex__report_outcome', ok: true, skill: 'mail', outcome: 'runtime_error' },
  }
  expect(tally([seen, outcomeOf('success', DAY)])).toMatchObject({ successes: 1, failures: 0 })
})

test('the last outcome is the last by order, with its day; contributions are those of successes', () => {
  const [first, last] = [
    outcomeOf('success', { contribution: 'verified' }),
    outcomeOf('auth_error', { contribution: 'mixed' }),
  ]
  expect(tally([last, first])).toMatchObject({
    lastOutcome: { outcome: 'auth_error', at: NOW },
    outcomes: { success: 1, auth_error: 1, runtime_error: 0 },
    contributions: { verified: 1, mixed: 0, unknown: 0 },
  })
})

describe('recalls', () => {
  test('count what was shown, not what goes with it, and are no loads', () => {
    const events = [recalledOf(['mail', 'post']), recalledOf(['mail', 'mail'], '2026-11-20T10:00:00.000Z')]
    expect(tally(events)).toMatchObject({ recalled: 2, lastRecalledAt: NOW, loads: 0, successes: 0 })
    expect(tally(events, 'other')).toMatchObject({ recalled: 0, lastRecalledAt: null })
  })
})

describe('names that are words of the language', () => {
  const events = ['__proto__', 'constructor', 'prototype', 'tostring', '../up'].flatMap((name) => [
    recalledOf([name]),
    outcomeOf('success', { skill: name }),
  ])
  test.each([
    ['constructor', 1],
    ['prototype', 1],
    ['tostring', 1],
    ['__proto__', 0],
    ['../up', 0],
    ['hasownproperty', 0],
  ])('%s', (name, times) => {
    expect(tally(events, name)).toMatchObject({ recalled: times, successes: times })
    // Also when it was kept and read again.
    const kept = performanceSchema.parse(JSON.parse(JSON.stringify(fold(events))))
    expect(tallyOf(bookOf(kept), name)).toEqual(tally(events, name))
  })
})

const anyOutcome = fc
  .record({
    outcome: fc.constantFrom<Outcome>('success', 'task_mismatch', 'api_error'),
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    sessionId: fc.constantFrom('one', 'two', 'stateless-2026-11-21'),
    skill: fc.constantFrom('mail', 'constructor'),
    key: fc.constantFrom(undefined, 'k'),
    loadId: fc.constantFrom(undefined, 'l'),
    seq: fc.nat(5),
  })
  .map(({ outcome, ...over }) => outcomeOf(outcome, over))

test('the order in which events are read, and in how many pieces, changes nothing', () => {
  const events = fc.array(anyOutcome, { maxLength: 30 })
  const shuffled = events.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.nat(all.length)),
  )
  fc.assert(
    fc.property(shuffled, ([all, other, cut]) => {
      const pieces = fold(other.slice(cut), fold(other.slice(0, cut)))
      expect(pieces).toEqual(fold(all))
      // And what comes again adds nothing.
      expect(fold(all, pieces)).toEqual(pieces)
    }),
    seeded(1_000),
  )
})

describe('beyond the reports that are kept', () => {
  const many = (outcome: Outcome) => Array.from({ length: REPORTS_KEPT_MAX }, () => outcomeOf(outcome))

  test('nothing is lost, and the list does not grow', () => {
    const former = fold(many('runtime_error'))
    const state = fold(many('success'), former)
    expect(state.reports).toHaveLength(10_000)
    expect(JSON.stringify(state).length).toBeLessThan(3_000_000)
    expect(tallyOf(bookOf(state), 'mail')).toMatchObject({
      ...{ successes: 10_000, failures: 10_000 },
      streak: { successes: 10_000, failures: 0 },
    })
  })

  test('what was corrected is let go without counting', () => {
    const corrected = [outcomeOf('success', { ...ONE, key: 'k' }), outcomeOf('runtime_error', { ...ONE, key: 'k' })]
    const state = fold(many('success'), fold(corrected))
    expect(tallyOf(bookOf(state), 'mail')).toMatchObject({ successes: 10_000, failures: 1 })
  })

  test('a report that comes later than that counts, and ends no streak', () => {
    const late = outcomeOf('runtime_error')
    const [older, newer] = [many('success'), many('success')]
    const state = fold([late], fold(newer, fold(older)))
    expect(tallyOf(bookOf(state), 'mail')).toMatchObject({
      ...{ successes: 20_000, failures: 1 },
      streak: { successes: 20_000, failures: 0 },
    })
  })
})
