// Goal: each line counts once, on its own day, under what it is; a day without any is a row of zeros.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDayBook, lastDays, standingOn } from '../../src/domain/day-counts.ts'
import type { JournalEvent, LedgerEvent } from '../../src/domain/journal-event.ts'
import type { Outcome } from '../../src/domain/outcomes.ts'
import { loaded } from '../support/builders.ts'
import { seeded } from '../support/seed.ts'

const NOW = new Date('2026-03-01T23:59:59.000Z')
const at = (day: string) => `${day}T10:00:00.000Z`
let ids = 0
const envelope = (day: string) => ({
  ...{ id: `id-${++ids}`, sessionId: 's', timestamp: at(day), seq: 0, actor: 'agent' as const },
})
const recalled = (day: string, ...skills: string[]): JournalEvent => ({
  ...{ event: 'recalled', ...envelope(day), skills, related: [], confidence: 1, blockChars: 1 },
})
const outcome = (day: string, skill: string, of: Outcome): JournalEvent => ({
  ...{ event: 'outcome', ...envelope(day), skill, outcome: of },
})
const change = (event: 'skill-saved' | 'skill-archived', day: string): LedgerEvent => ({
  ...{ event, ...envelope(day), name: 'mail', version: 1, digest: 'd' },
})
const stepped = (lifecycle: 'degraded' | 'released', day: string): LedgerEvent => ({
  ...{ event: 'skill-stepped', ...envelope(day), name: 'mail', version: 1, digest: 'd', lifecycle },
})

function counted(events: (JournalEvent | LedgerEvent)[], name?: string) {
  const book = createDayBook('2025-01-01', (session) => !session.startsWith('stateless'))
  book.add(events)
  return book.days({ days: 2, name }, NOW)
}
const NONE = {
  ...{ sessions: 0, recalls: 0, silent: 0, loads: 0, successes: 0, failures: 0 },
  ...{ saved: 0, drafted: 0, approved: 0, archived: 0, degraded: 0 },
}

test('sessions: recalls and silence, loads, and what was reported well or ill', () => {
  const day = '2026-03-01'
  const events = [
    recalled(day, 'mail', 'post'),
    recalled(day),
    loaded('mail', { timestamp: at(day) }),
    loaded('mail', { timestamp: at(day), sessionId: 'stateless-2026-03-01' }),
    ...(['success', 'runtime_error', 'cancelled'] as const).map((of) => outcome(day, 'mail', of)),
  ]
  const all = { ...NONE, day, sessions: 1, recalls: 1, silent: 1, loads: 2, successes: 1, failures: 1 }
  expect(counted(events)).toEqual([{ ...NONE, day: '2026-02-28' }, all])
  expect(counted(events, 'post')[1]).toMatchObject({ recalls: 1, silent: 0, loads: 0, successes: 0 })
})

test('the library: saved, archived, degraded', () => {
  const day = '2026-02-28'
  const events = [change('skill-saved', day), change('skill-archived', day), stepped('degraded', day)]
  const [before, today] = counted([...events, stepped('released', day)])
  expect(before).toEqual({ ...NONE, day, saved: 1, archived: 1, degraded: 1 })
  expect(today).toEqual({ ...NONE, day: '2026-03-01' })
})

test('a line that comes twice counts once, and one of no day or of a day before all others not at all', () => {
  const once = recalled('2026-03-01', 'mail')
  const odd = { ...recalled('2026-03-01', 'mail'), timestamp: 'yesterday' }
  const old = recalled('2024-12-31', 'mail')
  expect(counted([once, once, odd, old])[1]).toMatchObject({ recalls: 1 })
})

test('days follow each other over months, the last one today', () => {
  expect(lastDays(3, NOW)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
})

test('what stood on a day came before its end and did not go before it', () => {
  const spans = [
    { from: at('2026-02-27'), until: null },
    { from: at('2026-02-28'), until: at('2026-03-01') },
  ]
  expect(standingOn(lastDays(4, NOW), spans)).toEqual([0, 1, 2, 1])
})

test('no order of the lines changes what is counted', () => {
  const lines = fc.array(fc.tuple(fc.constantFrom('2026-02-28', '2026-03-01'), fc.subarray(['mail', 'post'])), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(lines, (days) => {
      const events = days.map(([day, skills]) => recalled(day, ...skills))
      expect(counted(events.toReversed())).toEqual(counted(events))
      const sum = counted(events).reduce((total, { recalls, silent }) => total + recalls + silent, 0)
      expect(sum).toBe(events.length)
    }),
    seeded(100),
  )
})
