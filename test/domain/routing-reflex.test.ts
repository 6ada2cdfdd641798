// Goal: reflex is granted, fires and ends by the rows of seed 000 as the design mends them; and whatever happens, a skill
// that may write, or says nothing of what it does, never fires one.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OUTCOMES } from '../../src/domain/outcomes.ts'
import {
  type ReflexSkill,
  reflexEligible,
  reflexFires,
  reflexGrantsItself,
  reflexRevoked,
} from '../../src/domain/routing-reflex.ts'
import { freshRoute, type Route, routeAfter } from '../../src/domain/routing-route.ts'
import { ROUTING_DEFAULTS as S } from '../../src/domain/routing-settings.ts'
import { seeded } from '../support/seed.ts'

const NOW = '2026-06-01T10:00:00.000Z'
const DIGEST = 'a'.repeat(64)
const SKILL: ReflexSkill = { digest: DIGEST, version: 3, sideEffects: ['read:mail'], executable: true }
const GRANT = { at: '2026-05-01T00:00:00.000Z', digest: DIGEST, version: 3 }
const ROUTE: Route = { ...freshRoute('mail', NOW, S), weight: 0.9, successes: 5, streak: 5 }
const tags = (...sideEffects: string[]) => ({ ...SKILL, sideEffects })

describe('promotion', () => {
  test.each<[string, Partial<Route>, ReflexSkill, boolean]>([
    ['five successes in a row at 0.90', {}, SKILL, true],
    ['four in a row', { streak: 4, successes: 40 }, SKILL, false],
    ['weight 0.899', { weight: 0.899 }, SKILL, false],
    ['write:', {}, tags('read:mail', 'write:mail'), false],
    ['delete:', {}, tags('delete:mail'), false],
    ['shell:', {}, tags('shell:git'), false],
    ['a verb that nobody knows', {}, tags('read:mail', 'exec:rm'), false],
    ['a verb in capitals', {}, tags('WRITE:mail'), false],
    ['no side effect declared', {}, tags(), false],
    ['reading, the network and a variable', {}, tags('read:mail', 'network:a.example', 'read:env:TOKEN'), true],
    ['bytes that nobody approved', {}, { ...SKILL, executable: false }, false],
  ])('%s', (_what, route, skill, isEligible) => {
    expect(reflexEligible({ ...ROUTE, ...route }, skill, S)).toBe(isEligible)
  })
})

describe('firing', () => {
  test('a granted route of 0.90 fires on the day of its last use, and not on the next', () => {
    expect(reflexFires(ROUTE, GRANT, SKILL, NOW, S)).toBe(true)
    expect(reflexFires(ROUTE, GRANT, SKILL, '2026-06-02T10:00:00.000Z', S)).toBe(false)
  })
  test('after seven days the stored weight must be 0.9364', () => {
    const later = '2026-06-08T10:00:00.000Z'
    const fires = (weight: number) => reflexFires({ ...ROUTE, weight }, GRANT, SKILL, later, S)
    expect([fires(0.9363), fires(0.9365)]).toEqual([false, true])
  })
  test('what nobody granted does not fire', () => {
    expect(reflexFires(ROUTE, undefined, SKILL, NOW, S)).toBe(false)
  })
})

describe('demotion', () => {
  const failed = (kind: (typeof OUTCOMES)[number], at: string) => ({ lastFailure: { kind, at, key: null } })
  test.each(['task_mismatch', 'runtime_error', 'auth_error', 'dependency_missing', 'api_error'] as const)(
    '%s ends it',
    (kind) => {
      expect(reflexRevoked(GRANT, failed(kind, NOW), SKILL)).toBe(true)
    },
  )
  test('a failure before the grant does not', () => {
    expect(reflexRevoked(GRANT, failed('api_error', '2026-04-01T00:00:00.000Z'), SKILL)).toBe(false)
  })
  test('another version ends it, and so do other bytes under the same version', () => {
    expect(reflexRevoked(GRANT, ROUTE, { ...SKILL, version: 4 })).toBe(true)
    expect(reflexRevoked(GRANT, ROUTE, { ...SKILL, digest: 'b'.repeat(64) })).toBe(true)
    expect(reflexRevoked(GRANT, ROUTE, SKILL)).toBe(false)
  })
})

test('a skill that may write, or declares nothing, never fires whatever its reports', () => {
  const harm = fc.tuple(fc.constantFrom('write', 'delete', 'shell'), fc.stringMatching(/^[a-z0-9.:/*-]{0,20}$/))
  const harmful = fc
    .tuple(fc.array(fc.constantFrom('read:mail', 'network:a.example', 'read:env:KEY')), harm, fc.nat(10))
    .map(([others, [verb, what], at]): string[] =>
      (others as string[]).toSpliced(at % (others.length + 1), 0, `${verb}:${what}`),
    )
  const uses = fc.array(fc.tuple(fc.constantFrom(...OUTCOMES), fc.integer({ min: 0, max: 40 })), { maxLength: 60 })
  const property = fc.property(
    fc.oneof(harmful, fc.constant([])),
    uses,
    fc.boolean(),
    (sideEffects, story, isProven) => {
      let route: Route = isProven ? { ...ROUTE, weight: 0.999, streak: 500 } : freshRoute('mail', GRANT.at, S)
      let at = Date.parse(GRANT.at)
      for (const [outcome, days] of story) {
        at += days * 86_400_000
        route = routeAfter(route, { outcome, at: new Date(at).toISOString(), key: null }, S)
        expect(reflexFires(route, GRANT, { ...SKILL, sideEffects }, new Date(at).toISOString(), S)).toBe(false)
      }
    },
  )
  fc.assert(property, { numRuns: 300 })
})

describe('granting itself', () => {
  const AUTOMATIC = { ...S, reflex: 'automatic' as const }
  const none = { grant: undefined, isWithdrawn: false }
  const failedSince = { ...ROUTE, lastFailure: { kind: 'api_error' as const, at: NOW, key: null } }
  test('is by the setting alone', () => {
    expect(reflexGrantsItself(ROUTE, SKILL, none, AUTOMATIC)).toBe(true)
    expect(reflexGrantsItself(ROUTE, SKILL, none, S)).toBe(false)
  })
  test('gives nothing twice, and nothing that a person took back', () => {
    expect(reflexGrantsItself(ROUTE, SKILL, { ...none, grant: GRANT }, AUTOMATIC)).toBe(false)
    expect(reflexGrantsItself(ROUTE, SKILL, { ...none, isWithdrawn: true }, AUTOMATIC)).toBe(false)
  })
  test('is earned anew after a failure; after a change of the skill a person has to look', () => {
    expect(reflexGrantsItself(failedSince, SKILL, { ...none, grant: GRANT }, AUTOMATIC)).toBe(true)
    expect(reflexGrantsItself(ROUTE, { ...SKILL, version: 4 }, { ...none, grant: GRANT }, AUTOMATIC)).toBe(false)
    expect(reflexGrantsItself(ROUTE, { ...SKILL, digest: 'b'.repeat(64) }, { ...none, grant: GRANT }, AUTOMATIC)).toBe(
      false,
    )
  })
  test('never comes to what may write, delete or run, declares nothing, or is not approved, whatever was reported', () => {
    const verbs = fc.constantFrom('write:', 'delete:', 'shell:', 'WRITE:', 'exec:', 'read:', 'network:')
    const sideEffects = fc.array(
      fc.tuple(verbs, fc.string({ maxLength: 5 })).map((parts) => parts.join('')),
      { maxLength: 4 },
    )
    const numbers = fc.record({ weight: fc.double({ min: 0, max: 1, noNaN: true }), streak: fc.nat(200) })
    const property = fc.property(
      sideEffects,
      fc.boolean(),
      numbers,
      fc.boolean(),
      (tags, executable, route, isWithdrawn) => {
        const skill = { ...SKILL, sideEffects: tags, executable }
        const isHarmless = tags.length > 0 && tags.every((tag) => /^(?:read|network):/.test(tag))
        const granted = reflexGrantsItself({ ...ROUTE, ...route }, skill, { grant: undefined, isWithdrawn }, AUTOMATIC)
        if (granted) expect([isHarmless, executable, isWithdrawn]).toEqual([true, true, false])
        if (!isHarmless || !executable) expect(granted).toBe(false)
      },
    )
    fc.assert(property, seeded(2_000))
  })
})
