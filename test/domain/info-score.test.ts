// Goal: how much there is to go by is a function of interactions and time alone, with the values that seed 002's issue gives;
// it never falls when evidence is added, and cheap ways to pad it get nowhere.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BURST_MS, countedInteractions, infoScore } from '../../src/domain/info-score.ts'
import { seeded } from '../support/seed.ts'

const DAY = 86_400_000
const MONTH = 30 * DAY
const RUNS = seeded(2_000)

type Row = [why: string, interactions: number, spanMs: number, score: number]
const ROWS: Row[] = [
  ['nobody', 0, 0, 0],
  ['nobody, however long', 0, 10 * MONTH, 0],
  ['1 in no time', 1, 0, 1],
  ['2 in half a day', 2, DAY / 2, 1],
  ['3 within a day', 3, DAY - 1, 2],
  ['3 within a week', 3, 6 * DAY, 2],
  ['5 within a week', 5, 6 * DAY, 3],
  ['6 in a week', 6, 7 * DAY, 4],
  ['15 in four weeks', 15, 28 * DAY, 5],
  ['16 in a month', 16, MONTH, 6],
  ['30 in three months', 30, 3 * MONTH, 6],
  ['31 in a month', 31, MONTH, 7],
  ['50 in six months', 50, 6 * MONTH, 8],
  ['51 in six months', 51, 6 * MONTH, 9],
  ['100 in six months', 100, 6 * MONTH, 10],
  ['any number in years', 100_000, 50 * MONTH, 10],
  // Padding.
  ['50 in a day', 50, DAY - 1, 3],
  ['100 in six days', 100, 6 * DAY, 5],
  ['100 just below a month', 100, MONTH - 1, 7],
  ['100 just below half a year', 100, 180 * DAY - 1, 8],
  ['2 over half a year', 2, 180 * DAY, 1],
  ['a span that a clock made negative', 9, -DAY, 3],
]

test.each(ROWS)('%s', (_why, interactions, spanMs, score) => {
  expect(infoScore(interactions, spanMs)).toBe(score)
})

test('whole, from 0 to 10, and never less for more interactions or more time', () => {
  const counts = fc.integer({ min: 0, max: 2_000 })
  const spans = fc.integer({ min: 0, max: 400 }).map((days) => days * DAY)
  fc.assert(
    fc.property(counts, counts, spans, spans, (count, more, span, longer) => {
      const score = infoScore(count, span)
      expect(Number.isInteger(score) && score >= 0 && score <= 10).toBe(true)
      expect(infoScore(count + more, span + longer)).toBeGreaterThanOrEqual(score)
    }),
    RUNS,
  )
})

describe('what counts as an interaction', () => {
  const SECONDS: [string, number[], number][] = [
    ['none', [], 0],
    ['one', [0], 1],
    ['within 60 seconds once', [0, 30, 59.999], 1],
    ['60 seconds apart twice', [0, 60], 2],
    ['a burst of a hundred', Array.from({ length: 100 }, (_, at) => at * 0.5), 1],
    ['a message every 30 seconds', Array.from({ length: 10 }, (_, at) => at * 30), 5],
  ]
  test.each(SECONDS)('%s', (_why, seconds, count) => {
    expect(countedInteractions(seconds.map((second) => second * 1_000))).toBe(count)
  })

  test('one more never makes it fewer', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 20 * BURST_MS }), { maxLength: 60 })
    const sorted = (list: number[]) => [...list].sort((a, b) => a - b)
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 20 * BURST_MS }), (list, one) => {
        expect(countedInteractions(sorted([...list, one]))).toBeGreaterThanOrEqual(countedInteractions(sorted(list)))
      }),
      RUNS,
    )
  })
})
