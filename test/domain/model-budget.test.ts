import fc from 'fast-check'
import { expect, test } from 'vitest'
import { budgetFault, type DayCalls, dayOf, foldUsage, moneyOf, type UsageLine } from '../../src/domain/model-budget.ts'

const NOW = new Date('2026-12-31T23:30:00.000Z')
const DAY = '2026-12-31'
const line = (event: UsageLine['event'], id: string, tokens: number, at = NOW.toISOString()): UsageLine => ({
  ...{ event, id, at, model: 'm', inputTokens: tokens, outputTokens: 0, money: tokens / 1_000 },
})
const tokensOf = (calls: DayCalls) => [...calls].map(([id, { tokens }]) => [id, tokens])

test('what a call used replaces what it reserved, whether the lines are taken at once or in parts', () => {
  const lines = [line('reserved', 'a', 100), line('reserved', 'b', 50), line('used', 'a', 30)]
  const folded = foldUsage(new Map(), lines, DAY)
  expect(tokensOf(folded)).toEqual([
    ['a', 30],
    ['b', 50],
  ])
  expect(foldUsage(foldUsage(new Map(), lines.slice(0, 2), DAY), lines.slice(2), DAY)).toEqual(folded)
})

test('lines of other days count nothing, also those that stood among the calls', () => {
  const calls = foldUsage(new Map(), [line('reserved', 'a', 1)], DAY)
  const tomorrow = line('reserved', 'b', 2, '2027-01-01T00:00:00.000Z')
  expect(tokensOf(foldUsage(calls, [tomorrow], '2027-01-01'))).toEqual([['b', 2]])
})

test.each([
  [{ tokens: null, money: null }, undefined],
  [{ tokens: 150, money: null }, undefined],
  [
    { tokens: 149, money: null },
    'It begins anew at 2027-01-01T00:00:00.000Z; raise provider.tokensPerDay to go on before.',
  ],
  [{ tokens: 49, money: null }, 'Raise provider.tokensPerDay: this call alone is beyond it.'],
  [{ tokens: 150, money: 0.15 }, undefined],
  [
    { tokens: 150, money: 0.14 },
    'It begins anew at 2027-01-01T00:00:00.000Z; raise provider.moneyPerDay to go on before.',
  ],
])('the second of two calls of 100 and 50 tokens within %j', (budget, fix) => {
  const calls = foldUsage(new Map(), [line('reserved', 'a', 100), line('reserved', 'b', 50)], DAY)
  expect(budgetFault(calls, 'b', budget, NOW)?.fix).toBe(fix)
})

test('money is counted for a million tokens, and a day is that of UTC', () => {
  expect(moneyOf({ inputTokens: 2_000_000, outputTokens: 500_000 }, { input: 3, output: 15 })).toBe(13.5)
  expect(dayOf(new Date('2026-12-31T23:59:59-01:00'))).toBe('2027-01-01')
})

test('whoever reserves, looks and settles in whatever order: what may begin never adds up to more than the limit', () => {
  const call = fc.record({ tokens: fc.integer({ min: 0, max: 60 }), takes: fc.double({ min: 0, max: 1, noNaN: true }) })
  fc.assert(
    fc.property(
      fc.array(call, { maxLength: 30 }),
      fc.integer({ min: 0, max: 200 }),
      fc.infiniteStream(fc.nat()),
      (asked, limit, dice) => {
        // Each call takes three steps in order; the dice say whose step is next.
        const file: UsageLine[] = []
        const steps = asked.map(() => 0)
        const mayBegin = asked.map(() => false)
        const waiting = asked.map((_, n) => n)
        while (waiting.length > 0) {
          const at = dice.next().value! % waiting.length
          const n = waiting[at]!
          const { tokens, takes } = asked[n]!
          if (steps[n] === 0) file.push(line('reserved', `${n}`, tokens))
          if (steps[n] === 1) {
            const calls = foldUsage(new Map(), file, DAY)
            mayBegin[n] = budgetFault(calls, `${n}`, { tokens: limit, money: null }, NOW) === undefined
          }
          if (steps[n] === 2) {
            file.push(line('used', `${n}`, mayBegin[n] ? tokens * takes : 0))
            waiting.splice(at, 1)
          }
          steps[n]! += 1
          const begun = asked.map((one, i) =>
            mayBegin[i] ? (steps[i] === 3 ? one.tokens * one.takes : one.tokens) : 0,
          )
          expect(begun.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(limit + 1e-9)
        }
      },
    ),
    { seed: 7, numRuns: 300 },
  )
})
