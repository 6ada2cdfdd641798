import { expect, test } from 'vitest'
import {
  CHECKOUTS_MAX,
  type Checkout,
  noCheckouts,
  parseRunId,
  runAt,
  withCheckout,
} from '../../src/domain/checkout.ts'

const AT = '2026-11-22T10:00:00.000Z'
const checkout = (runId: string, name: string, dir: string): Checkout => ({
  ...{ runId, name, dir, version: 1, contentHash: '0'.repeat(64), manifest: [], at: AT },
})
const kept = (...all: Checkout[]) => all.reduce((before, each) => withCheckout(before, each).checkouts, noCheckouts())
const at = (dir: string, run?: string) => {
  const all = kept(checkout('r1', 'mail', '/w/a'), checkout('r2', 'mail', '/w/b'), checkout('r2', 'tea', '/v/tea'))
  const { runId, baselines } = runAt(all, dir, run, '/')
  return [runId, ...baselines.keys()]
}

test('a folder belongs to the run that last copied something into it', () => {
  expect(at('/w/a')).toEqual(['r1', 'mail'])
  expect(at('/w')).toEqual(['r2', 'mail', 'tea'])
  expect(at('/w/ab')).toEqual([undefined])
  expect(at('/w/a/deeper')).toEqual([undefined])
})

test('a run that is named is that run, wherever it works, and knows nothing of others', () => {
  expect(at('/elsewhere', 'r1')).toEqual(['r1', 'mail'])
  expect(at('/w/a', 'new')).toEqual(['new'])
})

test('a newer copy of a skill in a run takes the place of the older one', () => {
  const { kept: all } = kept(
    checkout('r1', 'mail', '/w/a'),
    checkout('r1', 'tea', '/w/t'),
    checkout('r1', 'mail', '/w/c'),
  )
  expect(all.map(({ name, dir }) => `${name} ${dir}`)).toEqual(['tea /w/t', 'mail /w/c'])
})

test('the oldest make room, and are named', () => {
  const full = Array.from({ length: CHECKOUTS_MAX }, (_, i) => checkout(`r${i}`, 'mail', '/w'))
  const { checkouts, dropped } = withCheckout({ kept: full }, checkout('new', 'mail', '/w'))
  expect(checkouts.kept).toHaveLength(CHECKOUTS_MAX)
  expect(dropped.map(({ runId }) => runId)).toEqual(['r0'])
})

test.each(['', 'a b', '../x', '-x', 'a/b', 'x'.repeat(65), 'a\n'])('no name of a run: %j', (run) => {
  expect(() => parseRunId(run)).toThrow(expect.objectContaining({ code: 'bad-input' }))
})
