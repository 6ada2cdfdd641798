// Goal: what a person wants forgotten makes no route, no weight, no lesson and no region any more, and what they make of a lesson
// holds from then on, wherever the line between old and newer reports runs.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Forgetting, isForgotten, type Said } from '../../src/domain/forgetting.ts'
import type { JournalEvent } from '../../src/domain/journal-event.ts'
import { noRouting, takeEvents } from '../../src/domain/routing-fold.ts'
import { HISTORY_POINTS_MAX, routeHistory } from '../../src/domain/routing-history.ts'
import { decide, grantKey, noDecisions } from '../../src/domain/routing-ledger.ts'
import { isKeyFor, type LessonEdit } from '../../src/domain/routing-lessons.ts'
import { ROUTING_DEFAULTS as S } from '../../src/domain/routing-settings.ts'
import { learnedFrom, type RoutingUse, settleUses, USES_KEPT_MAX, usesInOrder } from '../../src/domain/routing-uses.ts'
import { seeded } from '../support/seed.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const at = (minute: number) => new Date(START + minute * 60_000).toISOString()
const NOTHING = { until: '', routes: [], lessons: [] }

// Minute by minute: a message of a region, a load for it, a report.
type Step = { session: string; skill: string; outcome: 'success' | 'dependency_missing' }
function eventsOf(steps: Step[]): JournalEvent[] {
  return steps.flatMap(({ session: sessionId, skill, outcome }, i) => {
    const envelope = { sessionId, timestamp: at(i), seq: i, actor: 'agent' as const }
    return [
      { event: 'turn' as const, id: `turn-${i}`, ...envelope, region: 'kitchen' },
      { event: 'loaded' as const, id: `load-${i}`, ...envelope, skillName: skill, version: 1, how: 'by-name' as const },
      { event: 'outcome' as const, id: `out-${i}`, ...envelope, skill, outcome, key: `jq-${i % 2}` },
    ]
  })
}

function learnedOf(events: JournalEvent[], forgettings: Forgetting[]) {
  const fold = noRouting()
  const forgotten = (said: Said) => forgettings.some((one) => isForgotten(said, one))
  takeEvents(fold, events, { isPaused: () => false, isSession: () => true, isForgotten: forgotten })
  return { fold, ...learnedFrom(NOTHING, usesInOrder(fold.uses), { removedAt: () => undefined, edits: [] }, S) }
}

const steps = fc.array(
  fc.record<Step>({
    session: fc.constantFrom('monday', 'tuesday'),
    skill: fc.constantFrom('tea', 'soup'),
    outcome: fc.constantFrom('success', 'dependency_missing'),
  }),
  { minLength: 1, maxLength: 30 },
)

test('forgetting is the same as never having reported: of a skill, a session, or all, up to a moment', () => {
  const scopes = fc.constantFrom<Pick<Forgetting, 'scope' | 'of'>>(
    { scope: 'all', of: undefined },
    { scope: 'skill', of: 'tea' },
    { scope: 'session', of: 'monday' },
  )
  const property = fc.property(steps, scopes, fc.nat(30), (told, what, minute) => {
    const forgetting = { ...what, at: at(minute) }
    const isGone = (step: Step, i: number) =>
      isForgotten({ skill: step.skill, session: step.session, at: at(i) }, forgetting)
    const stays = eventsOf(told).filter((event) => {
      const i = Number(event.id.split('-')[1])
      return event.event !== 'outcome' || !isGone(told[i]!, i)
    })
    const { routes, lessons } = learnedOf(eventsOf(told), [forgetting])
    expect({ routes, lessons }).toEqual((({ routes, lessons }) => ({ routes, lessons }))(learnedOf(stays, [])))
  })
  fc.assert(property, seeded(200))
})

test('of all, not even that there was a region is left, nor that something was asked', () => {
  const { fold, routes } = learnedOf(eventsOf([{ session: 'monday', skill: 'tea', outcome: 'success' }]), [
    { scope: 'all', of: undefined, at: at(5) },
  ])
  expect(routes.size).toBe(0)
  expect([fold.turns.size, fold.sessions.size, fold.hits, fold.searches]).toEqual([0, 0, 0, 0])
})

test('a grant of a skill that is forgotten ends, and those of others stay', () => {
  const decisions = noDecisions()
  const line = { id: 'x', sessionId: '', timestamp: at(1), seq: 1, actor: 'operator' as const }
  for (const name of ['tea', 'soup']) {
    decide(decisions, { ...line, event: 'reflex-granted', name, region: 'kitchen', digest: 'd', version: 1 })
  }
  decide(decisions, { ...line, event: 'wording-forgotten', scope: 'session', of: 'tea' })
  expect(decisions.grants.size).toBe(2)
  decide(decisions, { ...line, event: 'wording-forgotten', scope: 'skill', of: 'tea' })
  expect([...decisions.grants.keys()]).toEqual([grantKey('kitchen', 'soup')])
  decide(decisions, { ...line, event: 'wording-forgotten', scope: 'all' })
  expect(decisions.grants.size).toBe(0)
})

const use = (minute: number, over: Partial<RoutingUse> = {}): RoutingUse => ({
  ...{ id: `id-${minute}`, session: 's', skill: 'tea', use: `key:${minute}`, region: 'kitchen', key: null, env: {} },
  ...{ outcome: 'success', at: at(minute), seq: minute, misleading: false },
  ...over,
})
const missing = (minute: number, key = 'imagemagick') => use(minute, { outcome: 'dependency_missing', key })

describe('a lesson that a person put right', () => {
  const ID = 'dependency_warning:kitchen:imagemagick'
  const lessons = (uses: RoutingUse[], edits: LessonEdit[]) =>
    learnedFrom(NOTHING, usesInOrder(uses), { removedAt: () => undefined, edits }, S).lessons.map(
      ({ id, confidence }) => `${id} ${confidence}`,
    )
  const edit = (minute: number, over: Partial<LessonEdit>): LessonEdit => ({
    ...{ lesson: ID, at: at(minute), key: undefined, confidence: undefined },
    ...over,
  })
  test('has the confidence that they say, and later uses move it on from there', () => {
    const seen = [missing(1), missing(2)]
    expect(lessons(seen, [edit(3, { confidence: 0.9 })])).toEqual([`${ID} 0.9`])
    expect(lessons([...seen, missing(4)], [edit(3, { confidence: 0.9 })])).toEqual([`${ID} 1`])
    expect(lessons([...seen, use(4)], [edit(3, { confidence: 0.9 })])).toEqual([`${ID} 0.8`])
  })
  test('has the key that they say, in the place of what was known of that key', () => {
    const edits = [edit(3, { key: 'magick' })]
    expect(lessons([missing(1), missing(2)], edits)).toEqual(['dependency_warning:kitchen:magick 0.6'])
    expect(lessons([missing(1), missing(2), missing(4, 'magick')], edits)).toEqual([
      'dependency_warning:kitchen:magick 0.7',
    ])
  })
  test('stays so when the reports around it are let go', () => {
    const uses = Array.from({ length: USES_KEPT_MAX + 50 }, (_, i) => (i % 3 === 0 ? missing(i) : use(i)))
    const fitting = [missing(0), missing(1), ...uses.slice(2)]
    for (const minute of [10, 45, 60]) {
      const edits = [edit(minute, { confidence: 0.95 })]
      const { settled, uses: kept } = settleUses(NOTHING, usesInOrder(fitting), edits, S)
      const said = { removedAt: () => undefined, edits }
      expect(learnedFrom(settled, kept, said, S)).toEqual(learnedFrom(NOTHING, usesInOrder(fitting), said, S))
    }
  })
  test.each([
    ['dependency_warning', 'magick', true],
    ['dependency_warning', 'Magick', false],
    ['dependency_warning', '/usr/bin/x', false],
    ['env_ready', 'TEA_API_KEY', true],
    ['env_ready', 'magick', false],
    ['skill_quality_warning', 'tea', false],
  ] as const)('%s may have the key %s: %s', (kind, key, may) => {
    expect(isKeyFor(kind, key)).toBe(may)
  })
})

test('the weights over time are those of the route after each use, the newest of them', () => {
  const uses = [use(0), use(1, { outcome: 'cancelled' }), use(2, { outcome: 'api_error' })]
  const points = routeHistory(NOTHING, usesInOrder(uses), S).get('kitchen')!.get('tea')!
  expect(points).toEqual([
    { at: at(0), weight: 0.575 },
    { at: at(2), weight: 0.575 * 0.9 },
  ])
  const many = Array.from({ length: USES_KEPT_MAX + 100 }, (_, i) => use(i))
  const { settled, uses: kept } = settleUses(NOTHING, usesInOrder(many), [], S)
  const last = routeHistory(settled, kept, S).get('kitchen')!.get('tea')!
  const { routes } = learnedFrom(settled, kept, { removedAt: () => undefined, edits: [] }, S)
  expect(last).toHaveLength(HISTORY_POINTS_MAX)
  expect(last.at(-1)).toEqual({ at: at(USES_KEPT_MAX + 99), weight: routes.get('kitchen')!.get('tea')!.weight })
})
