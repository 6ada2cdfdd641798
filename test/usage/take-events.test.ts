// What other programs tell of their sessions, written by the real journal: each event stands alone, counts once, and leaves
// nothing on the disk that a person would not want there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Signals } from '../../src/domain/signal-text.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import { createEventIntake } from '../../src/usage/take-events.ts'
import { tempHome } from '../support/temp-home.ts'

const NOW = new Date('2026-11-22T12:00:00.000Z')

function intake(signals: Signals = { turns: 'first', tools: 'arguments' }, isLearning = true) {
  const layout = tempHome()
  let ids = 0
  const journal = openFileJournal(layout, { now: () => NOW, newId: () => `made-${++ids}` }, (error) => {
    throw error
  })
  onTestFinished(() => journal.close())
  const kept = { signals, previewCharsMax: 200, isLearning: () => isLearning, isLibraryTerm: () => false }
  const parts = { journal, ...kept, now: () => NOW }
  const take = createEventIntake(parts)
  return {
    take: (...events: unknown[]) => take(events, 'agent'),
    lines: async (session = 's') =>
      (await journal.read(session, 0)).events.map(({ sessionId: _s, seq: _q, actor: _a, ...line }) => line),
    bytes: (session = 's') => readFileSync(join(layout.usage, `${session}.jsonl`), 'utf8'),
  }
}
const AT = NOW.toISOString()
const turn = (message: string, more: object = {}) => ({ event: 'turn', session: 's', message, ...more })
const call = (tool: string, more: object = {}) => ({ event: 'tool-called', session: 's', tool, ok: true, ...more })

test('a session as a program tells it', async () => {
  const { take, lines, bytes } = intake()
  const answer = await take(
    { event: 'session-started', session: 's', client: 'mine', source: 'startup' },
    turn('Deploy the billing service for Alice Miller', { id: 't1', timestamp: '2026-11-22T13:30:00+02:00' }),
    call('shell', { ok: false, ms: 12, args: { command: 'docker push registry.acme.example/billing:1.2.3' } }),
    call('shell', { args: { command: 'docker login' } }),
    turn('No, that is wrong', { id: 't2' }),
    { event: 'feedback', session: 's', feedback: 'quality', value: 'poor', skill: 'deploy' },
    { event: 'session-ended', session: 's' },
  )
  expect(answer).toEqual({ taken: 7, repeated: 0, refused: [] })
  expect(await lines()).toEqual([
    { event: 'session-started', id: 'made-1', timestamp: AT, client: 'mine', source: 'startup' },
    {
      event: 'turn',
      id: 't1',
      timestamp: '2026-11-22T11:30:00.000Z',
      stems: ['bill', 'deploy', 'servic'],
      text: 'deploy billing service',
    },
    {
      event: 'tool-called',
      id: 'made-2',
      timestamp: AT,
      tool: 'shell',
      ok: false,
      ms: 12,
      args: 'command: docker push',
    },
    {
      event: 'tool-called',
      id: 'made-3',
      timestamp: AT,
      tool: 'shell',
      ok: true,
      retry: true,
      args: 'command: docker login',
    },
    { event: 'feedback', id: 't2-feedback', timestamp: AT, feedback: 'correction' },
    // Not the first message: stems only.
    { event: 'turn', id: 't2', timestamp: AT, stems: ['wrong'] },
    { event: 'feedback', id: 'made-4', timestamp: AT, feedback: 'quality', value: 'poor', skill: 'deploy' },
    { event: 'session-ended', id: 'made-5', timestamp: AT },
  ])
  expect(bytes()).not.toMatch(/alice|miller|acme|1\.2\.3/i)
})

test('bad ones are named by their place, and the rest is taken', async () => {
  const { take, lines } = intake()
  const answer = await take(
    turn('deploy the service'),
    null,
    { event: 'deleted', session: 's' },
    { event: 'turn', session: '', message: 'x' },
    turn('later', { timestamp: '2026-11-23T00:00:00Z' }),
    { event: 'feedback', session: 's', feedback: 'quality', value: 'unfair' },
    { event: 'outcome', session: 's', skill: 'mail', outcome: 'success' },
    call('x'.repeat(201)),
    call('shell'),
  )
  expect(answer).toMatchObject({ taken: 2, repeated: 0 })
  expect(answer.refused.map(({ index }) => index).sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
  const reasons = new Map(answer.refused.map(({ index, reason }) => [index, reason]))
  expect(reasons.get(4)).toBe('timestamp: expected a time in the past as ISO 8601, got "2026-11-23T00:00:00Z"')
  expect(reasons.get(5)).toBe('value: of quality: expected good, fair, poor')
  expect((await lines()).map(({ event }) => event)).toEqual(['turn', 'tool-called'])
})

describe('an id counts once', () => {
  const BATCH = [turn('No, wrong file', { id: 'a' }), call('shell', { id: 'b' }), call('shell', { id: 'b' })]
  test('in one batch, in the next, and in two at once', async () => {
    const { take, lines } = intake()
    expect(await take(...BATCH)).toEqual({ taken: 2, repeated: 1, refused: [] })
    const both = await Promise.all([take(...BATCH), take(...BATCH)])
    expect(both).toEqual(Array(2).fill({ taken: 0, repeated: 3, refused: [] }))
    expect((await lines()).map(({ id }) => id)).toEqual(['a-feedback', 'a', 'b'])
  })
  test('when two programs send it at the same time', async () => {
    const { take, lines } = intake()
    await Promise.all(Array.from({ length: 10 }, () => take(...BATCH)))
    expect((await lines()).map(({ id }) => id)).toEqual(['a-feedback', 'a', 'b'])
  })
})

test.each<[title: string, signals: Signals, isLearning: boolean, texts: (string | undefined)[], args: boolean]>([
  ['first', { turns: 'first', tools: 'arguments' }, true, ['deploy service', undefined], true],
  ['all', { turns: 'all', tools: 'names' }, true, ['deploy service', 'restart service'], false],
  ['off', { turns: 'off', tools: 'names' }, true, [undefined, undefined], false],
  ['nothing is to be learned', { turns: 'all', tools: 'arguments' }, false, [undefined, undefined], false],
])('what is kept by the setting: %s', async (_title, signals, isLearning, texts, hasArguments) => {
  const { take, lines, bytes } = intake(signals, isLearning)
  await take(turn('Deploy the service'), turn('Restart the service'), call('shell', { args: 'git status' }))
  const kept = await lines()
  expect(kept.slice(0, 2).map((line) => ('text' in line ? line.text : undefined))).toEqual(texts)
  expect(bytes().includes('git')).toBe(hasArguments)
  if (!isLearning) expect(bytes()).not.toMatch(/deploy|restart/i)
})
