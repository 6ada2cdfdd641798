// Goal: no sequence of assessments, in whatever order and by whomever but the operator, moves the trust of a peer faster than
// DESIGN 3.5 lets it; and the rows of seed 002's simulation plan that speak of the clamp hold to the number.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AssessmentSource,
  clampTrust,
  NO_TRUST_PAST,
  parseRationale,
  parseTrust,
  type TrustPast,
  trustAfter,
} from '../../src/domain/peer-trust.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { seeded } from '../support/seed.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2026-11-01T00:00:00.000Z')
const RUNS = seeded(2_000)

type Step = { at: number; trust: number; source?: AssessmentSource }

/** What is stored of each, one after the other; `at` in hours. */
function stored(steps: readonly Step[]): number[] {
  let past: TrustPast = NO_TRUST_PAST
  return steps.map(({ at, trust: proposed, source = 'cycle' }) => {
    const nowMs = START + at * HOUR
    const { trust } = clampTrust(proposed, past, { source, nowMs })
    past = trustAfter(past, { trust, source, atMs: nowMs })
    return trust
  })
}

type Row = [why: string, steps: [atHours: number, proposed: number, source?: AssessmentSource][], stored: number[]]
const ROWS: Row[] = [
  ['a first assessment of +8', [[0, 8]], [3]],
  ['a first assessment of -9', [[0, -9]], [-3]],
  ['a first assessment within the range', [[0, 2]], [2]],
  [
    '+7 from 0, not the first: a second cycle is needed to reach +6',
    [
      [0, 0],
      [1, 7],
      [2, 7],
    ],
    [0, 3, 6],
  ],
  [
    'from +4 one cycle reaches +1, the next -2',
    [
      [0, 4, 'operator'],
      [48, -10],
      [49, -10],
    ],
    [4, 1, -2],
  ],
  [
    '+5 that stands already: [2, 8]',
    [
      [0, 5, 'operator'],
      [48, 9],
      [96, 5],
      [144, -9],
    ],
    [5, 8, 5, 2],
  ],
  [
    'within the step it is stored as it is',
    [
      [0, 1],
      [1, 4],
      [2, 2],
    ],
    [1, 4, 2],
  ],
  [
    'a talkative peer gets no further than +6 in a day',
    [
      [0, 10],
      [1, 10],
      [2, 10],
      [3, 10],
    ],
    [3, 6, 6, 6],
  ],
  [
    'and goes on when the day is over',
    [
      [0, 10],
      [1, 10],
      [2, 10],
      [24.5, 10],
      [25.5, 10],
    ],
    [3, 6, 6, 9, 10],
  ],
  [
    'downwards alike',
    [
      [0, -10],
      [1, -10],
      [2, -10],
      [24.5, -10],
      [48.5, -10],
    ],
    [-3, -6, -6, -9, -10],
  ],
  [
    'of two swings in a day the second is held against both ends',
    [
      [0, -3],
      [1, -6],
      [2, -3],
      [3, 0],
      [4, 3],
    ],
    [-3, -6, -3, 0, 0],
  ],
  [
    'inline assessments are held as cycles are',
    [
      [0, 9, 'inline'],
      [0, 9, 'inline'],
      [0, 9, 'inline'],
    ],
    [3, 6, 6],
  ],
  [
    'sources do not add up',
    [
      [0, 9, 'inline'],
      [1, 9, 'cycle'],
      [2, 9, 'inline'],
    ],
    [3, 6, 6],
  ],
  [
    'the operator is not held',
    [
      [0, 3],
      [1, -10, 'operator'],
      [2, 10, 'operator'],
    ],
    [3, -10, 10],
  ],
  [
    "from the operator's word all begins anew",
    [
      [0, 3],
      [1, 6],
      [2, -2, 'operator'],
      [3, -9],
      [4, -9],
      [5, -9],
    ],
    [3, 6, -2, -5, -8, -8],
  ],
  [
    'a clock that jumped back gives nobody a second day',
    [
      [240, 9],
      [241, 9],
      [48, 9],
      [242, 9],
    ],
    [3, 6, 6, 6],
  ],
  [
    'a clock that was ahead for once ends no day early',
    [
      [0, 9],
      [9_000, 3],
      [1, 9],
      [2, 9],
    ],
    [3, 3, 6, 6],
  ],
]

test.each(ROWS)('%s', (_why, steps, expected) => {
  expect(stored(steps.map(([at, trust, source]) => ({ at, trust, ...(source && { source }) })))).toEqual(expected)
})

const clamping = (proposed: number, past: TrustPast) => clampTrust(proposed, past, { source: 'inline', nowMs: START })

test('says why less was stored', () => {
  const at4: TrustPast = { current: 4, stoodUntil: new Map() }
  const at6: TrustPast = { current: 6, stoodUntil: new Map([[0, START - HOUR]]) }
  expect(clamping(8, NO_TRUST_PAST).clamped).toBe('+8 was proposed: a first assessment is at most 3 from 0')
  expect(clamping(-8, at4).clamped).toBe('-8 was proposed: one assessment moves it by at most 3, and it was +4')
  expect(clamping(9, at6).clamped).toBe('+9 was proposed: within 24 hours it moves by at most 6')
  expect(clamping(5, at4)).toEqual({ trust: 5, clamped: undefined })
})

describe('for any sequence', () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 30 }),
    trust: fc.integer({ min: -10, max: 10 }),
    source: fc.constantFrom<AssessmentSource>('inline', 'cycle', 'operator'),
  })
  const sequence = fc.array(step, { minLength: 1, maxLength: 40 }).map((steps) => {
    let at = 0
    return steps.map(({ wait, trust, source }) => {
      at += wait
      return { at, trust, source }
    })
  })
  /** Of the value stored at `index`: the one that stood a day before, or what the operator said since. */
  const dayBefore = (steps: readonly Step[], values: readonly number[], index: number): number => {
    const since = steps.slice(0, index).findLastIndex(({ at, source }) => {
      return source === 'operator' || at <= steps[index]!.at - DAY / HOUR
    })
    return since < 0 ? 0 : values[since]!
  }

  test('one step, the day and the range are kept, and the operator is obeyed', () => {
    fc.assert(
      fc.property(sequence, (steps) => {
        const values = stored(steps)
        for (const [index, { trust, source }] of steps.entries()) {
          const value = values[index]!
          expect(Number.isInteger(value) && Math.abs(value) <= 10).toBe(true)
          if (source === 'operator') expect(value).toBe(trust)
          else {
            expect(Math.abs(value - (values[index - 1] ?? 0))).toBeLessThanOrEqual(3)
            expect(Math.abs(value - dayBefore(steps, values, index))).toBeLessThanOrEqual(6)
          }
        }
      }),
      RUNS,
    )
  })

  test('never further from where it stood than was proposed, nor the other way', () => {
    fc.assert(
      fc.property(sequence, (steps) => {
        const values = stored(steps)
        for (const [index, { trust }] of steps.entries()) {
          const [before, after] = [values[index - 1] ?? 0, values[index]!]
          expect(Math.abs(after - before)).toBeLessThanOrEqual(Math.abs(trust - before))
          expect(Math.sign(after - before) * Math.sign(trust - before)).toBeGreaterThanOrEqual(0)
        }
      }),
      RUNS,
    )
  })

  test('what the next one is held against stays as small as the range', () => {
    let past: TrustPast = NO_TRUST_PAST
    for (let at = 0; at < 5_000; at++) {
      const nowMs = START + at
      const { trust } = clampTrust(((at * 7) % 21) - 10, past, { source: 'inline', nowMs })
      past = trustAfter(past, { trust, source: 'inline', atMs: nowMs })
    }
    expect(past.stoodUntil.size).toBeLessThanOrEqual(21)
  })
})

test.each([1.5, 11, -11, Number.NaN, Number.POSITIVE_INFINITY])('a trust of %s is refused', (trust) => {
  expect(() => parseTrust(trust)).toThrow(/^trust: expected a whole number from -10 to \+10, got /)
})

test('a rationale without words, or with too many, is refused', () => {
  expect(() => parseRationale(' \n ')).toThrow(SkillError)
  expect(() => parseRationale('x'.repeat(1_001))).toThrow('rationale: expected 1 to 1000 characters, got 1001')
  expect(parseRationale(` ${'x'.repeat(1_000)} `)).toHaveLength(1_000)
})
