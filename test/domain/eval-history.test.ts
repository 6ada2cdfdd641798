// Goal: the trend holds the newest runs and the newest places of cases that still are, and nothing that was said.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  evalHistorySchema,
  noEvalHistory,
  PLACES_KEPT_MAX,
  RUNS_KEPT_MAX,
  withRun,
} from '../../src/domain/eval-history.ts'
import { caseFromFile, everydayCases, type Place } from '../../src/domain/recall-case.ts'
import type { CaseTrial } from '../../src/domain/recall-measures.ts'
import { seeded } from '../support/seed.ts'

const AT = new Date('2026-11-22T10:00:00.000Z')
const trial = (message: string, place: Place): CaseTrial => {
  const run = { place, confidence: 1, first: place === null ? null : 'tea' }
  return { case: caseFromFile(message, 'tea'), runs: { static: { ...run, place: null }, withLearning: run } }
}

test('a run is told in numbers, and each case by its place', () => {
  const [everyday] = everydayCases()
  const run = { place: 1, confidence: 1, first: 'tea' }
  const told = withRun(
    noEvalHistory(),
    [trial('a', 1), trial('b', 4), trial('c', null), { case: everyday!, runs: { static: run, withLearning: run } }],
    AT,
  )
  expect(told.runs).toEqual([{ at: AT.toISOString(), cases: 3, at1: 1, at3: 1, at5: 2, staticAt5: 0, falseRecalls: 1 }])
  expect(Object.values(told.places)).toEqual([[1], [4], [null]])
  expect(JSON.stringify(told)).not.toContain('"a"')
})

const messages = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), { minLength: 1 })
const place = fc.option(fc.integer({ min: 1, max: 20 }), { nil: null })

test('whatever runs follow each other, it is bounded, in order, and of the cases of the last run alone', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(messages, place), { minLength: 1, maxLength: 30 }), (runs) => {
      let history = noEvalHistory()
      for (const [said, at] of runs)
        history = withRun(
          history,
          said.map((message) => trial(message, at)),
          AT,
        )
      expect(evalHistorySchema.parse(history)).toEqual(history)
      const [said, at] = runs.at(-1)!
      expect(Object.keys(history.places).sort()).toEqual(said.map((message) => trial(message, at).case.id).sort())
      for (const places of Object.values(history.places)) {
        expect(places.length).toBeLessThanOrEqual(PLACES_KEPT_MAX)
        expect(places.at(-1)).toBe(at)
      }
      expect(history.runs.length).toBe(Math.min(runs.length, RUNS_KEPT_MAX))
    }),
    seeded(200),
  )
})

test('the oldest runs go', () => {
  const before = {
    runs: Array.from({ length: RUNS_KEPT_MAX }, () => withRun(noEvalHistory(), [], AT).runs[0]!),
    places: {},
  }
  expect(withRun(before, [trial('a', 1)], AT).runs).toHaveLength(RUNS_KEPT_MAX)
})
