// Goal: the three kinds of lessons of seed 000 begin, grow, shrink and end as told, and keep no text of anybody.
import { describe, expect, test } from 'vitest'
import { type LessonEvent, lessonsFromEvents, type RoutingLesson } from '../../src/domain/routing-lessons.ts'
import { ROUTING_DEFAULTS as S } from '../../src/domain/routing-settings.ts'

const AT = '2026-06-01T10:00:00.000Z'
const event = (over: Partial<LessonEvent>): LessonEvent => ({
  ...{ skill: 'resize', region: 'images', outcome: 'success', key: null, at: AT, env: {}, misleading: false },
  ...over,
})
const missing = (key: string, over: Partial<LessonEvent> = {}) => event({ outcome: 'dependency_missing', key, ...over })
const learned = (...events: LessonEvent[]): RoutingLesson[] =>
  lessonsFromEvents([], events, S).filter(({ confidence }) => confidence > 0)
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

describe('dependency_warning', () => {
  test('comes with the second miss of the same name in the same region', () => {
    expect(learned(missing('imagemagick'))).toEqual([])
    expect(learned(missing('imagemagick'), missing('ffmpeg'))).toEqual([])
    expect(learned(missing('imagemagick'), missing('imagemagick', { region: 'mail' }))).toEqual([])
    expect(learned(missing('imagemagick'), missing('imagemagick'))).toMatchObject([
      { kind: 'dependency_warning', region: 'images', key: 'imagemagick', confidence: 0.6, sightings: 2 },
    ])
  })
  test('grows by 0.1 to 1', () => {
    expect(learned(...times(3, missing('jq')))[0]!.confidence).toBe(0.7)
    expect(learned(...times(20, missing('jq')))[0]!.confidence).toBe(1)
  })
  test('shrinks with each success of that skill there, and ends below 0.3', () => {
    const seen = times(2, missing('jq'))
    const confidences = [1, 2, 3, 4].map((count) => learned(...seen, ...times(count, event({})))[0]?.confidence)
    expect(confidences).toEqual([0.5, 0.4, 0.3, undefined])
    expect(learned(...seen, event({ skill: 'other' }), event({ region: 'mail' }))[0]!.confidence).toBe(0.6)
  })
  test.each(['/usr/bin/jq', 'a b', 'alice@example.org', 'https://x.example', '', 'x'.repeat(65)])(
    'is never about "%s"',
    (key) => expect(learned(...times(3, missing(key)))).toEqual([]),
  )
})

describe('skill_quality_warning', () => {
  const misled = event({ outcome: 'task_mismatch', misleading: true })
  test('comes with a mismatch whose description misled', () => {
    expect(learned(event({ outcome: 'task_mismatch' }))).toEqual([])
    expect(learned(misled)).toMatchObject([
      { id: 'skill_quality_warning:resize', region: null, skill: 'resize', confidence: 0.6 },
    ])
  })
  test('grows with another and shrinks with a success anywhere', () => {
    expect(learned(misled, misled)[0]!.confidence).toBe(0.7)
    expect(learned(misled, event({ region: 'mail' }))[0]!.confidence).toBe(0.5)
  })
})

describe('env_ready', () => {
  const set = event({ env: { TODO_API_KEY: true } })
  test('comes with the second use in a row with the variable set', () => {
    expect(learned(set)).toEqual([])
    expect(learned(set, event({ env: { TODO_API_KEY: false } }), set)).toEqual([])
    expect(learned(set, set)).toMatchObject([
      { kind: 'env_ready', region: 'images', key: 'TODO_API_KEY', confidence: 0.6 },
    ])
  })
  test('shrinks when it is not set, and when it is refused', () => {
    expect(learned(set, set, event({ env: { TODO_API_KEY: false } }))[0]!.confidence).toBe(0.5)
    const refused = event({ outcome: 'auth_error', key: 'TODO_API_KEY', env: { TODO_API_KEY: true } })
    expect(learned(set, set, refused)[0]!.confidence).toBe(0.5)
  })
  test('is never about what looks like a value', () => {
    expect(learned(...times(3, event({ env: { AKIAIOSFODNN7EXAMPLE: true } })))).toEqual([])
  })
})

test('the same events in two parts teach the same', () => {
  const events = [missing('jq'), missing('jq'), event({}), missing('jq'), event({ env: { A_KEY: true } })]
  for (let i = 0; i <= events.length; i++) {
    const first = lessonsFromEvents([], events.slice(0, i), S)
    expect(lessonsFromEvents(first, events.slice(i), S)).toEqual(lessonsFromEvents([], events, S))
  }
})
