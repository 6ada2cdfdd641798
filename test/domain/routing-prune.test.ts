// Goal: the table of seed 000, "Pruning Strategy", row by row, and ties that go the same way everywhere.
import { describe, expect, test } from 'vitest'
import type { RoutingLesson } from '../../src/domain/routing-lessons.ts'
import { pruneRouting } from '../../src/domain/routing-prune.ts'
import { freshRoute, type Route } from '../../src/domain/routing-route.ts'
import { ROUTING_DEFAULTS as S } from '../../src/domain/routing-settings.ts'

const NOW = '2026-06-30T10:00:00.000Z'
const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * 86_400_000).toISOString()
const route = (skill: string, weight = 0.5, days = 0): Route => ({ ...freshRoute(skill, daysAgo(days), S), weight })
const lesson = (id: string, over: Partial<RoutingLesson> = {}): RoutingLesson => ({
  ...{ id, kind: 'dependency_warning', region: 'images', key: 'jq', skill: 'resize', sightings: 2, confidence: 0.6 },
  ...{ createdAt: NOW, seenAt: NOW },
  ...over,
})
const memory = (regions: Record<string, Route[]>, lessons: RoutingLesson[] = []) => ({
  routes: new Map(Object.entries(regions).map(([name, own]) => [name, new Map(own.map((one) => [one.skill, one]))])),
  lessons,
})
const pruned = (regions: Record<string, Route[]>, lessons: RoutingLesson[] = []) =>
  pruneRouting(memory(regions, lessons), NOW, S)

describe('regions', () => {
  test('at most 80 stay, and the oldest use goes', () => {
    const regions = Object.fromEntries(Array.from({ length: 82 }, (_, i) => [`r${i}`, [route('mail', 0.9, i)]]))
    const { routes } = pruned(regions)
    expect(routes.size).toBe(80)
    expect([routes.has('r79'), routes.has('r80'), routes.has('r81')]).toEqual([true, false, false])
  })
  test('of equally old ones the name decides', () => {
    const regions = Object.fromEntries(Array.from({ length: 81 }, (_, i) => [`r${100 + i}`, [route('mail')]]))
    expect(pruned(regions).routes.has('r180')).toBe(false)
    expect(pruned(Object.fromEntries(Object.entries(regions).reverse())).routes.has('r180')).toBe(false)
  })
})

describe('routes', () => {
  test('at most five stay in a region, and the lowest effective weight goes', () => {
    const own = [
      ['a', 0.5, 0],
      ['b', 0.6, 0],
      ['c', 0.9, 100],
      ['d', 0.4, 0],
      ['e', 0.7, 0],
      ['f', 0.8, 0],
    ] as const
    const { routes } = pruned({ images: own.map(([name, weight, days]) => route(name, weight, days)) })
    // 0.9 after 100 days counts 0.4: with the same effective weight the one used last stays.
    expect([...routes.get('images')!.keys()]).toEqual(['f', 'e', 'b', 'a', 'd'])
  })
  test('below an effective weight of 0.1 one is dropped, and an empty region with it', () => {
    expect(pruned({ images: [route('a', 0.0999)], mail: [route('b', 0.1)] }).routes).toEqual(
      new Map([['mail', new Map([['b', route('b', 0.1)]])]]),
    )
    expect(pruned({ images: [route('a', 0.3, 180)] }).routes.size).toBe(0)
  })
  test('one between 0.1 and 0.3 is hidden elsewhere and stays here', () => {
    expect(
      pruned({ images: [route('a', 0.5, 180)] })
        .routes.get('images')!
        .has('a'),
    ).toBe(true)
  })
})

describe('lessons', () => {
  test('at most 30 stay, and the least certain go', () => {
    const lessons = Array.from({ length: 32 }, (_, i) =>
      lesson(`l${i}`, { confidence: i === 7 ? 0.4 : i === 9 ? 0.5 : 0.6 }),
    )
    const ids = pruned({ images: [route('a')] }, lessons).lessons.map(({ id }) => id)
    expect(ids).toHaveLength(30)
    expect(ids.filter((id) => id === 'l7' || id === 'l9')).toEqual([])
  })
  test.each([
    [0.3, 1],
    [0.29, 0],
    [0, 0],
  ])('with confidence %d %i of one stay', (confidence, count) => {
    expect(pruned({ images: [route('a')] }, [lesson('l', { confidence })]).lessons).toHaveLength(count)
  })
  test('one of a region that went goes with it, one on a skill stays', () => {
    const lessons = [
      lesson('gone', { region: 'mail' }),
      lesson('kept', { region: null, kind: 'skill_quality_warning' }),
    ]
    expect(pruned({ images: [route('a')] }, lessons).lessons.map(({ id }) => id)).toEqual(['kept'])
  })
})
