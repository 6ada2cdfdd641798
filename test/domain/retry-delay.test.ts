import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RETRY_AFTER_MS_MAX, retryDelayMs, TRIES_MAX } from '../../src/domain/retry-delay.ts'

test.each([
  [1, undefined, 0, 0],
  [1, undefined, 0.999, 999],
  [2, undefined, 0.5, 1_000],
  [3, undefined, 0.5, 2_000],
  [4, undefined, 0.5, undefined],
  [1, 10_000, 0, 10_000],
  [2, 10_000, 0.5, 11_000],
  [1, 60_000, 0, 60_000],
  [1, 60_001, 0, undefined],
  [4, 1, 0, undefined],
])('after %i tries, asked to wait %s ms, with dice %d: %s ms', (tries, retryAfterMs, dice, delayMs) => {
  expect(retryDelayMs(tries, retryAfterMs, dice)).toBe(delayMs)
})

test('a pause is never shorter than asked for, and all of them together are bounded', () => {
  const tries = fc.integer({ min: 1, max: 2 * TRIES_MAX })
  const asked = fc.option(fc.nat(2 * RETRY_AFTER_MS_MAX), { nil: undefined })
  fc.assert(
    fc.property(
      tries,
      asked,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (n, retryAfterMs, dice) => {
        const delayMs = retryDelayMs(n, retryAfterMs, dice)
        if (delayMs === undefined) return
        expect(delayMs).toBeGreaterThanOrEqual(retryAfterMs ?? 0)
        expect(delayMs).toBeLessThanOrEqual(RETRY_AFTER_MS_MAX + 30_000)
      },
    ),
    { seed: 7 },
  )
})
