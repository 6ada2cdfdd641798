// How sure recall is and from where on it speaks, to the digit.
import { describe, expect, test } from 'vitest'
import {
  type Calibration,
  CONFIDENCE_MIN,
  confidenceOf,
  type Evidence,
  fitSignal,
  fitThreshold,
} from '../../src/domain/recall-confidence.ts'

describe('the signal', () => {
  const NONE: Evidence = { score: 0, coverage: 0, learned: 0, likenessBest: 0 }
  const ROWS: [what: string, Partial<Evidence>, signal: number][] = [
    ['nothing', {}, 0],
    ['a score counts by what it covers', { score: 4, coverage: 0.5 }, 2],
    ['a score that covers nothing is nothing', { score: 4 }, 0],
    ['the past counts by how like its nearest message is', { learned: 3, likenessBest: 0.5 }, 1.5],
    ['both add up', { score: 4, coverage: 0.5, learned: 3, likenessBest: 0.5 }, 3.5],
    ['the past may speak against it', { score: 4, coverage: 0.5, learned: -2, likenessBest: 0.5 }, 1],
    ['and never below nothing', { score: 1, coverage: 0.5, learned: -4, likenessBest: 1 }, 0],
  ]
  test.each(ROWS)('%s', (_, evidence, signal) => {
    expect(fitSignal({ ...NONE, ...evidence })).toBeCloseTo(signal, 12)
  })
})

describe('the confidence', () => {
  test.each([
    [0, 2, 0],
    [0, 0, 0],
    [1, 2, 1 / 3],
    [2, 2, CONFIDENCE_MIN],
    [6, 2, 0.75],
    [1e9, 2, 1],
    // Without a threshold whatever fits at all fits wholly.
    [1, 0, 1],
  ])('of a signal of %d against a threshold of %d', (signal, threshold, confidence) => {
    expect(confidenceOf(signal, threshold)).toBeCloseTo(confidence, 6)
  })

  test('0.5 is where recall speaks', () => {
    expect(CONFIDENCE_MIN).toBe(0.5)
  })
})

describe('the threshold', () => {
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  // Half of them lie below 51, three quarters below 76.
  const EVERYDAY = numbers(1, 100)
  const ROWS: [what: string, Calibration, threshold: number][] = [
    // A tenth of what a word weighs that none of 10 skills holds: ln(22).
    [
      'where everyday talk matches nothing: a floor by size',
      { skills: 10, foreign: Array(100).fill(0), right: [] },
      0.309104,
    ],
    ['of an empty library is still above 0', { skills: 0, foreign: [], right: [] }, 0.069315],
    ['half of the everyday messages stay below', { skills: 10, foreign: EVERYDAY, right: [] }, 51],
    ['in whatever order they come', { skills: 10, foreign: EVERYDAY.toReversed(), right: [] }, 51],
    ['19 lessons say nothing yet', { skills: 10, foreign: EVERYDAY, right: Array(19).fill(70) }, 51],
    ['20 lessons raise it to what keeps 95% of them', { skills: 10, foreign: EVERYDAY, right: numbers(60, 79) }, 61],
    [
      'yet not beyond three quarters of the everyday messages',
      { skills: 10, foreign: EVERYDAY, right: Array(20).fill(90) },
      76,
    ],
    ['and never lower it', { skills: 10, foreign: EVERYDAY, right: Array(20).fill(1) }, 51],
  ]
  test.each(ROWS)('%s', (_, calibration, threshold) => {
    expect(fitThreshold(calibration)).toBeCloseTo(threshold, 6)
  })

  test('does not change what it is given', () => {
    const foreign = [3, 1, 2]
    fitThreshold({ skills: 1, foreign, right: [] })
    expect(foreign).toEqual([3, 1, 2])
  })
})
