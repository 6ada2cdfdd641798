// Goal: a report becomes the events it means, and half a report is refused with what is missing.
import { expect, test } from 'vitest'
import type { NewEvent } from '../../src/domain/journal-event.ts'
import { type LastLoad, type OutcomeReport, reportOutcome } from '../../src/usage/report-outcome.ts'

// Only mail was loaded.
const lastLoad: LastLoad = async (session, name) => {
  expect(session).toBe('s')
  return name === 'mail' ? 'load-1' : undefined
}

async function written(report: OutcomeReport): Promise<NewEvent[]> {
  const events: NewEvent[] = []
  const append = async (session: string, event: NewEvent) => {
    expect(session).toBe('s')
    events.push(event)
    return { id: event.id ?? `made-${events.length}` }
  }
  await reportOutcome(report, 's', 'agent', append, lastLoad)
  return events
}

const OUTCOME = { event: 'outcome', actor: 'agent', skill: 'mail', outcome: 'success' }
const FEEDBACK = { event: 'feedback', actor: 'agent', feedback: 'praise' }

test.each<[title: string, report: OutcomeReport, events: object[]]>([
  ['an outcome', { name: 'mail', outcome: 'success', key: 'k', note: 'n' }, [{ ...OUTCOME, key: 'k', note: 'n' }]],
  [
    'what the skill had to do with it',
    { name: 'mail', outcome: 'success', contribution: 'verified' },
    [{ ...OUTCOME, contribution: 'verified' }],
  ],
  ['which load it is of', { name: 'mail', outcome: 'success' }, [{ ...OUTCOME, loadId: 'load-1' }]],
  ['no load, of what was not loaded', { name: 'post', outcome: 'success' }, [{ skill: 'post', loadId: undefined }]],
  [
    'no load beside a key, which says it better',
    { name: 'mail', outcome: 'success', key: 'k' },
    [{ ...OUTCOME, loadId: undefined }],
  ],
  ['feedback on no skill', { feedback: 'praise', note: 'good' }, [{ ...FEEDBACK, value: 'good' }]],
  [
    'how good it was, with a word on it',
    { name: 'mail', feedback: 'quality', quality: 'poor', note: 'unfair to the reader' },
    [{ event: 'feedback', feedback: 'quality', skill: 'mail', value: 'poor', note: 'unfair to the reader' }],
  ],
  ['both', { name: 'mail', outcome: 'success', feedback: 'praise' }, [OUTCOME, { ...FEEDBACK, skill: 'mail' }]],
  [
    'both under one id of the caller: two ids, so that neither is taken for the other',
    { name: 'mail', outcome: 'success', feedback: 'praise', eventId: 'e' },
    [
      { ...OUTCOME, id: 'e' },
      { ...FEEDBACK, id: 'e-feedback' },
    ],
  ],
  ['feedback alone under an id', { feedback: 'praise', eventId: 'e' }, [{ ...FEEDBACK, id: 'e' }]],
])('%s', async (_, report, events) => {
  expect(await written(report)).toMatchObject(events)
  expect(await written(report)).toHaveLength(events.length)
})

test.each<[title: string, report: OutcomeReport, message: string]>([
  ['nothing', {}, 'expected an outcome or feedback, got neither'],
  ['a name alone', { name: 'mail' }, 'expected an outcome or feedback, got neither'],
  [
    'quality without which',
    { feedback: 'quality' },
    'quality: expected one of good, fair, poor with feedback "quality", and with it alone',
  ],
  [
    'a quality of something else',
    { feedback: 'praise', quality: 'good' },
    'quality: expected one of good, fair, poor with feedback "quality", and with it alone',
  ],
  ['an outcome of nothing', { outcome: 'success' }, 'name: expected the skill that the outcome is of, got nothing'],
])('%s is refused', async (_, report, message) => {
  await expect(written(report)).rejects.toMatchObject({ code: 'bad-input', message })
})

test('the ids that were written come back', async () => {
  const ids = await reportOutcome(
    { name: 'mail', outcome: 'success', feedback: 'praise' },
    's',
    'agent',
    async (_, e) => ({ id: e.event }),
    async () => undefined,
  )
  expect(ids).toEqual(['outcome', 'feedback'])
})
