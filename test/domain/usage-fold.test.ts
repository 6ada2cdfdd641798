// Goal: loads are counted once each, whatever comes twice, late or with a wrong clock.
import { describe, expect, test } from 'vitest'
import type { JournalEvent } from '../../src/domain/journal-event.ts'
import { noUsage, usageReport } from '../../src/domain/usage-fold.ts'
import { loaded } from '../support/builders.ts'
import { foldUsage } from '../support/folds.ts'

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`
const isSession = (id: string) => !id.startsWith('stateless')
const fold = (...events: JournalEvent[]) => foldUsage(noUsage(), events, 0, isSession)
const report = (events: JournalEvent[], days = 30) =>
  usageReport(fold(...events), new Date(at(21)), { days }, isSession)

describe('totals', () => {
  test('count each event id once, in one fold and over several', () => {
    const load = loaded('mail', { id: 'one' })
    const once = fold(load, load, loaded('mail', { id: 'two' }))
    expect(once.totals).toEqual({ mail: { loads: 2, lastUsedAt: '2026-11-21T10:00:00.000Z' } })
    expect(foldUsage(once, [load], 0, isSession).totals).toEqual(once.totals)
  })

  test('keep the latest use when the clock jumps back', () => {
    const jumped = fold(loaded('mail', { timestamp: at(20) }), loaded('mail', { timestamp: at(3) }))
    expect(jumped.totals).toEqual({ mail: { loads: 2, lastUsedAt: at(20) } })
  })

  test('take nothing but loads of what can be a skill', () => {
    const outcome: JournalEvent = {
      ...{ event: 'outcome', id: 'o', sessionId: 's', timestamp: at(1), seq: 0, actor: 'agent' },
      ...{ skill: 'mail', outcome: 'success' },
    }
    const forged = [loaded('__proto__'), loaded('../mail'), loaded('constructor')]
    expect(fold(outcome, ...forged).totals).toEqual({
      constructor: { loads: 1, lastUsedAt: '2026-11-21T10:00:00.000Z' },
    })
  })

  test('add up skipped lines', () => {
    expect(foldUsage(foldUsage(noUsage(), [], 2, isSession), [], 3, isSession).skipped).toBe(5)
  })

  test('outlive the cap on single loads, which keeps the newest', () => {
    const events = Array.from({ length: 50_001 }, (_, i) => loaded('mail', { id: String(i) }))
    const { totals, recent } = fold(...events)
    expect(totals.mail?.loads).toBe(50_001)
    expect(recent).toHaveLength(50_000)
    expect([recent[0]?.id, recent.at(-1)?.id]).toEqual(['1', '50000'])
  })
})

describe('the report', () => {
  test('counts loads and sessions of the last days, most loaded first, then by name', () => {
    const events = [
      ...[loaded('b', { sessionId: 's1' }), loaded('a', { sessionId: 's1' })],
      ...[loaded('c', { id: '1', sessionId: 's1', timestamp: at(20) }), loaded('c', { id: '2', sessionId: 's2' })],
      loaded('old', { timestamp: at(10) }),
    ]
    expect(report(events, 7)).toMatchObject({
      ...{ days: 7, sessions: 2, loads: 4 },
      skills: [
        { name: 'c', loads: 2, sessions: 2, lastUsedAt: at(21) },
        { name: 'a', loads: 1, sessions: 1 },
        { name: 'b', loads: 1, sessions: 1 },
      ],
    })
  })

  test('pairs what one session loaded, once a session, in either order', () => {
    const pair = (sessionId: string, ...names: string[]) =>
      names.map((name, i) => loaded(name, { sessionId, id: `${sessionId}${i}` }))
    const events = [...pair('s1', 'a', 'b', 'a'), ...pair('s2', 'b', 'a'), ...pair('s3', 'a', 'c')]
    expect(report(events).together).toEqual([
      { skills: ['a', 'b'], sessions: 2 },
      { skills: ['a', 'c'], sessions: 1 },
    ])
  })

  test('pairs nothing that was called without a session, and counts no session there', () => {
    const events = ['a', 'b'].map((name) => loaded(name, { sessionId: 'stateless-2026-11-21' }))
    expect(report(events)).toMatchObject({ loads: 2, sessions: 0, together: [] })
  })

  test('shows the ten most frequent pairs', () => {
    const events = 'abcdef'.split('').map((name) => loaded(name))
    expect(report(events).together).toHaveLength(10)
  })
})
