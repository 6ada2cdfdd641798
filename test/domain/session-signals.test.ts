// What is read out of a session: its first message, whether a skill was used, what went badly, and the first task of several
// steps that went well.
import { describe, expect, test } from 'vitest'
import type { JournalEvent } from '../../src/domain/journal-event.ts'
import { foldSignals, procedureOf, type SessionSignals } from '../../src/domain/session-signals.ts'
import { ended, load, minute, outcome, turn } from '../support/session-events.ts'

const envelope = (id: string, minutes: number) => ({
  ...{ id, sessionId: 's', timestamp: minute(minutes), seq: 0, actor: 'system' as const },
})
const said = (text: string, minutes = 0): JournalEvent => ({ event: 'turn', ...envelope('t', minutes), text })
const call = (tool: string, more: { ok?: boolean; args?: string; skill?: string } = {}, minutes = 1): JournalEvent => ({
  ...{ event: 'tool-called', ...envelope(`c${tool}`, minutes), tool, ok: true },
  ...more,
})
const feedback = (kind: 'correction' | 'praise' | 'quality', value?: string): JournalEvent => ({
  ...{ event: 'feedback', ...envelope('f', 2), feedback: kind, value },
})
const signalsOf = (...events: JournalEvent[]) =>
  events.reduce<SessionSignals | undefined>(foldSignals, undefined) as SessionSignals
const at = (minutes: number) => new Date(minute(minutes))
const STEPS = [call('Read'), call('Edit'), call('Bash', { args: 'command: npm test' }), call('Bash')]
const procedure = (...events: JournalEvent[]) => procedureOf(signalsOf(...events), at(2))

test('the first message is the first, and a later one never takes its place', () => {
  expect(signalsOf(said('deploy service'), said('restart it', 5)).first).toEqual({
    text: 'deploy service',
    at: minute(0),
  })
  expect(signalsOf(turn('t', 'deploy'), said('restart it', 5)).first?.text).toBe('')
})

describe('a task is worth a procedure', () => {
  test('with four calls of two tools, once it is over', () => {
    expect(procedure(said('deploy service'), ...STEPS)).toBeUndefined()
    const found = procedure(said('deploy service'), ...STEPS, ended(2))
    expect(found).toMatchObject({ said: 'deploy service', moreCalls: 0 })
    expect(found?.calls.map(({ tool, args }) => `${tool} ${args}`)).toEqual([
      'Read ',
      'Edit ',
      'Bash command: npm test',
      'Bash ',
    ])
  })
  test.each<[title: string, end: JournalEvent]>([
    ['the next message', said('thanks', 2)],
    ['the end of the session', ended(2)],
    ['another start', { event: 'session-started', ...envelope('x', 2), source: 'clear' }],
  ])('over is: %s', (_, end) => expect(procedure(said('deploy'), ...STEPS, end)).toBeDefined())
  test.each(['compact', 'resume'])('a task goes on when the session starts anew by %s', (source) => {
    const started: JournalEvent = { event: 'session-started', ...envelope('x', 1), source }
    expect(procedure(said('deploy'), ...STEPS.slice(0, 2), started, ...STEPS.slice(2))).toBeUndefined()
    expect(procedure(said('deploy'), ...STEPS.slice(0, 2), started, ...STEPS.slice(2), ended(2))?.calls).toHaveLength(4)
  })
  test('over is also what nothing followed for half an hour', () => {
    const signals = signalsOf(said('deploy'), ...STEPS)
    expect(procedureOf(signals, at(31))).toBeUndefined()
    expect(procedureOf(signals, at(32))).toBeDefined()
  })
  test('the stems tell what was asked where the words were not kept', () => {
    expect(procedure(turn('t', 'deploy servic'), ...STEPS, ended(2))?.said).toBe('deploy servic')
  })
  test('of two the first', () => {
    const found = procedure(said('one'), ...STEPS, said('two'), ...STEPS, ended(2))
    expect(found?.said).toBe('one')
  })
  test('of thirty-five calls the last is kept and the ones before it are counted', () => {
    const many = Array.from({ length: 34 }, (_, i) => call(i % 2 ? 'Read' : 'Edit'))
    const found = procedure(said('deploy'), ...many, call('Bash'), ended(2))
    expect(found?.calls).toHaveLength(30)
    expect(found?.calls.at(-1)?.tool).toBe('Bash')
    expect(found?.moreCalls).toBe(5)
  })
})

describe('a task is none', () => {
  test.each<[title: string, events: JournalEvent[]]>([
    ['of three calls', STEPS.slice(0, 3)],
    ['of one tool', [call('Bash'), call('Bash'), call('Bash'), call('Bash')]],
    ['whose last call failed', [...STEPS, call('Bash', { ok: false })]],
    [
      'where four calls are only with those that failed',
      [...STEPS.slice(1), call('Read', { ok: false }), call('Bash')].slice(1),
    ],
    ['that was corrected', [...STEPS, feedback('correction')]],
    ['that was poor', [...STEPS, feedback('quality', 'poor')]],
    ['that was fair', [...STEPS, feedback('quality', 'fair')]],
    ['that followed a skill', [load('mail', 1), ...STEPS]],
    ['that followed a skill as a hook saw it', [call('get_skill', { skill: 'mail' }), ...STEPS]],
    ['in which a skill failed', [...STEPS, outcome('mail', 'runtime_error', 2)]],
    [
      'of our own tools',
      ['recall_skills', 'list_skills', 'report_outcome', 'begin_cycle'].map((tool) => call(`mcp__x__${tool}`)),
    ],
  ])('%s', (_, events) => expect(procedure(said('deploy'), ...events, ended(3))).toBeUndefined())
  test('of which nothing is known but its calls', () => {
    expect(procedure(...STEPS, ended(2))).toBeUndefined()
    expect(procedure(turn('t', ''), ...STEPS, ended(2))).toBeUndefined()
  })
  test.each([
    ['praise', feedback('praise')],
    ['a good quality', feedback('quality', 'good')],
    ['a word that only holds one of ours', feedback('quality', 'unfair')],
  ])('not because of %s', (_, event) => {
    expect(procedure(said('deploy'), ...STEPS, event, ended(3))).toBeDefined()
    expect(signalsOf(said('deploy'), event).wentBadly).toBe(false)
  })
})

test('what is said of one task does not fall on the one before it', () => {
  const signals = signalsOf(said('one'), ...STEPS, said('two', 2), call('Bash'), feedback('correction'), ended(3))
  expect(signals).toMatchObject({ wentBadly: true, procedure: { said: 'one' } })
})
