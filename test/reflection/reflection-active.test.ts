// Goal: an agent judges peers itself exactly where nobody else does.
import { expect, test } from 'vitest'
import type { Cycle } from '../../src/domain/cycle.ts'
import type { PassName } from '../../src/domain/pass-change.ts'
import { reflectionActive } from '../../src/reflection/reflection-active.ts'

const NOW = new Date('2026-11-22T12:00:00.000Z')
const cycle = (pass: PassName, status: Cycle['status'], endedAt: string | null): Cycle => ({
  ...{
    id: 'c',
    at: '2026-11-20T00:00:00.000Z',
    pass,
    executor: 'order',
    author: null,
    leaseUntil: '',
    fingerprint: '',
  },
  ...{ seen: {}, state: null, status, unread: 0, output: null, doing: null, did: [], left: [], report: null },
  ...{ reason: null, endedAt },
})

type Row = [
  why: string,
  over: { cycles?: Cycle[]; passes?: PassName[]; hasProvider?: boolean; isEnabled?: boolean },
  active: boolean,
]
const ROWS: Row[] = [
  ['nobody reflects', {}, false],
  ['a provider is set', { hasProvider: true }, true],
  ['a provider is set, but the pass is off', { hasProvider: true, isEnabled: false }, false],
  ['a provider is set, but nobody serves the pass', { hasProvider: true, passes: ['gap'] }, false],
  ['a reflection was handed in today', { cycles: [cycle('reflect', 'applied', '2026-11-21T12:00:00.001Z')] }, true],
  ['a day ago', { cycles: [cycle('reflect', 'applied', '2026-11-21T12:00:00.000Z')] }, false],
  ['one failed', { cycles: [cycle('reflect', 'failed', '2026-11-22T11:00:00.000Z')] }, false],
  ['one is under way', { cycles: [cycle('reflect', 'begun', null)] }, false],
  ['another pass was done', { cycles: [cycle('gap', 'applied', '2026-11-22T11:00:00.000Z')] }, false],
  [
    'an earlier one among others',
    { cycles: [cycle('gap', 'failed', null), cycle('reflect', 'applied', NOW.toISOString())] },
    true,
  ],
]

test.each(ROWS)('%s', async (_why, over, active) => {
  const { cycles = [], passes = ['gap', 'reflect'], hasProvider = false, isEnabled = true } = over
  const asked = reflectionActive({
    cycles: { passes, cycles: async () => cycles },
    hasProvider,
    isEnabled,
    now: () => NOW,
  })
  expect(await asked()).toBe(active)
})
