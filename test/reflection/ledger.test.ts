// Goal: what passed with whom and what was thought of it is a fold of journal and ledger that any process comes to alike; the
// clamp holds for every source but the operator; what is asked wrongly leaves nothing behind.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { withoutWords } from '../../src/domain/forgetting.ts'
import type { LedgerEvent } from '../../src/domain/journal-event.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { dropOldWords } from '../../src/dream/old-words.ts'
import { tempHome } from '../support/temp-home.ts'
import { type LedgerOn, ledgerOn, START } from './ledger-on.ts'

const linesOf = ({ layout }: LedgerOn) =>
  readFileSync(layout.ledger, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LedgerEvent)

test('a peer is known from what passed, with its words and what it promised', async () => {
  const { ledger, met, pass } = ledgerOn(tempHome())
  expect(await ledger.peer('ann', { interactions: 10 })).toBeUndefined()
  await met('ann', { channel: 'nostr', preview: 'Hello,\nmy key is sk_live_51Hh3xQ8zLp0wTn2Rk7Vb', turnId: 't1' })
  pass(2)
  await met('ann', { direction: 'out', promise: { text: 'the report', due: '2026-11-22T17:00:00+00:00' } }, 'other')
  pass(2)
  expect(await ledger.peer('ann', { interactions: 10 })).toMatchObject({
    ...{ peer_id: 'ann', interactions: 2, incoming: 1, outgoing: 1, info_score: 1, trust: null, unassessed: 2 },
    ...{ first_seen: START, last_seen: '2026-11-22T14:00:00.000Z', promise_overdue_since: null, history: [] },
    recent: [
      { direction: 'in', channel: 'nostr', turn_id: 't1', preview: 'Hello, my key is sk_l[hidden]', promise: null },
      { direction: 'out', channel: null, promise: { text: 'the report', due: '2026-11-22T17:00:00.000Z' } },
    ],
  })
  pass(2)
  expect(await ledger.peer('ann', { interactions: 1 })).toMatchObject({
    ...{ promise_overdue_since: '2026-11-22T17:00:00.000Z', recent: [{ direction: 'out' }] },
  })
})

test('an interaction is a line of its session, without what may not be kept', async () => {
  const { met, journal } = ledgerOn(tempHome())
  const promise = { text: 'Send it to a@b.org', due: '2026-11-22T17:00:00+01:00' }
  await met('ann', { channel: ' nostr\n', preview: `${'long '.repeat(50)}`, turnId: 't1', promise })
  await met('bob')
  const envelope = { id: expect.any(String), sessionId: 's', timestamp: START, seq: expect.any(Number), actor: 'agent' }
  expect((await journal.read('s', 0)).events).toEqual([
    {
      ...{ ...envelope, event: 'interaction', peer: 'ann', direction: 'in', channel: 'nostr', turnId: 't1' },
      preview: `${'long '.repeat(40).slice(0, 199)}…`,
      promise: { text: 'Send it to [address]', due: '2026-11-22T16:00:00.000Z' },
    },
    { ...envelope, event: 'interaction', peer: 'bob', direction: 'in' },
  ])
})

test('an assessment is a line of the ledger, held to the step, with the score of that time', async () => {
  const on = ledgerOn(tempHome())
  await on.met('ann')
  const asked = {
    peerId: 'ann',
    trust: 8,
    rationale: ' Asks clearly.\n<b>Pays</b> at once. ',
    source: 'inline',
  } as const
  const { clamped, ...stored } = await on.ledger.recordAssessment(asked, 'agent')
  expect(clamped).toBe('+8 was proposed: a first assessment is at most 3 from 0')
  expect(stored).toEqual({
    ...{ assessment_id: expect.any(String), peer_id: 'ann', info_score: 1, trust: 3, proposed_trust: 8 },
    ...{ rationale: 'Asks clearly. <b>Pays</b> at once.', source: 'inline', cycle: null, timestamp: START },
  })
  expect(linesOf(on)).toMatchObject([{ event: 'assessed', actor: 'agent', sessionId: '', ...stored }])
  expect(await on.ledger.peer('ann', { interactions: 0 })).toMatchObject({ trust: 3, unassessed: 0, history: [stored] })
})

test('the operator is not held, and nobody else may speak as the operator', async () => {
  const { ledger, met } = ledgerOn(tempHome())
  await met('ann')
  const asked = { peerId: 'ann', trust: -9, rationale: 'Known from before.', source: 'operator' } as const
  await expect(ledger.recordAssessment(asked, 'agent')).rejects.toMatchObject({ code: 'refused' })
  expect(await ledger.recordAssessment(asked, 'operator')).toMatchObject({ trust: -9, clamped: undefined })
})

test('who was judged before is judged from there: +5 that stands lets a cycle store 2 to 8', async () => {
  for (const [proposed, stored] of [
    [10, 8],
    [-10, 2],
  ] as const) {
    const { ledger, met, judged, pass } = ledgerOn(tempHome())
    await met('ann')
    await ledger.recordAssessment({ peerId: 'ann', trust: 5, rationale: 'Before.', source: 'operator' }, 'operator')
    pass(48)
    expect(await judged('ann', proposed, 'c1')).toBe(stored)
  }
})

test('a cycle judges a peer once, and what it stored can be looked up', async () => {
  const { ledger, met, judged } = ledgerOn(tempHome())
  await met('ann')
  await met('bob')
  await judged('ann', 2, 'c1')
  await expect(judged('ann', 5, 'c1')).rejects.toMatchObject({ code: 'conflict' })
  await judged('bob', 1, 'c1')
  expect((await ledger.assessedIn('c1')).map(({ peer_id, trust }) => [peer_id, trust])).toEqual([
    ['ann', 2],
    ['bob', 1],
  ])
  expect(await ledger.assessedIn('c2')).toEqual([])
  expect(await judged('ann', 5, 'c2')).toBe(5)
})

const OK = { peerId: 'ann', trust: 1, rationale: 'It kept its word.', source: 'inline' } as const
test.each([
  ['a fraction', { trust: 1.5 }, 'bad-input', /whole number from -10 to \+10, got 1\.5/],
  ['out of range', { trust: 11 }, 'bad-input', /got 11/],
  ['no number at all', { trust: Number.NaN }, 'bad-input', /got null/],
  ['no rationale', { rationale: ' \n' }, 'bad-input', /1 to 1000 characters, got 0/],
  ['a rationale without end', { rationale: 'x'.repeat(1_001) }, 'bad-input', /got 1001/],
  ['a peer that was never met', { peerId: 'eve' }, 'not-found', /got "eve"/],
])('%s is refused and nothing is written', async (_why, wrong, code, message) => {
  const on = ledgerOn(tempHome())
  await on.met('ann')
  const refused = (async () => on.ledger.recordAssessment({ ...OK, ...wrong }, 'agent'))()
  await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  expect(await on.ledger.peer('ann', { interactions: 0 })).toMatchObject({ trust: null, assessments: 0 })
  expect(() => readFileSync(on.layout.ledger)).toThrow(/ENOENT/)
  expect(on.facts.filter((fact) => fact.kind === 'live-event' && fact.type !== 'ledger.after_record')).toEqual([])
})

test('a clock that jumps back gives nobody a second day, and loses nothing', async () => {
  const { ledger, met, judged, pass } = ledgerOn(tempHome())
  await met('ann')
  expect(await judged('ann', 10)).toBe(3)
  expect(await judged('ann', 10)).toBe(6)
  pass(-72)
  await met('ann')
  expect(await judged('ann', 10)).toBe(6)
  pass(73)
  expect(await judged('ann', 10)).toBe(6)
  expect(await ledger.peer('ann', { interactions: 5 })).toMatchObject({ interactions: 2, assessments: 4 })
})

test('the bus hears of both, in the words of the seed, and of no word of a peer', async () => {
  const { met, judged, facts } = ledgerOn(tempHome())
  await met('ann', { channel: 'nostr', preview: 'the plan' })
  await judged('ann', 1)
  await judged('ann', 2, 'c1')
  const assessment = { peer_id: 'ann', info_score: 1, rationale: 'It kept its word.', timestamp: START }
  expect(facts).toEqual([
    {
      ...{ kind: 'live-event', type: 'ledger.after_record', correlationId: 's' },
      payload: {
        ...{ interaction_id: expect.any(String), peer_id: 'ann', direction: 'in', channel_type: 'nostr' },
        ...{ turn_id: null, timestamp: START },
      },
    },
    {
      ...{ kind: 'live-event', type: 'ledger.after_assess', correlationId: null },
      payload: {
        ...{ ...assessment, trust: 1, proposed_trust: 1, source: 'inline', cycle: null },
        assessment_id: expect.any(String),
      },
    },
    {
      ...{ kind: 'live-event', type: 'cortex.after_assess', correlationId: 'c1' },
      payload: {
        ...{ ...assessment, trust: 2, proposed_trust: 2, source: 'cycle', cycle: 'c1' },
        assessment_id: expect.any(String),
      },
    },
  ])
})

test('a cursor tells what passed since, and nothing is lost that comes while it is read', async () => {
  const { ledger, met, pass } = ledgerOn(tempHome())
  await met('ann')
  await met('bob', {}, 'other')
  const first = await ledger.changesSince({})
  expect(first).toMatchObject({ interactions: 2 })
  pass(1)
  await met('ann', {}, 'third')
  await met('ann')
  const later = {
    peer: 'ann',
    interactions: 2,
    firstAt: '2026-11-22T13:00:00.000Z',
    lastAt: '2026-11-22T13:00:00.000Z',
  }
  expect(await ledger.changesSince(first.cursor)).toMatchObject({ interactions: 2, peers: [later] })
  expect(await ledger.changesSince((await ledger.changesSince(first.cursor)).cursor)).toMatchObject({ peers: [] })
  expect((await ledger.changesSince({})).peers.map(({ peer }) => peer)).toEqual(['ann', 'bob'])
})

test('lists by last met, by trust, by info; who was not judged stands behind', async () => {
  const { ledger, met, judged, pass } = ledgerOn(tempHome())
  for (const peer of ['ann', 'bob', 'cat']) {
    await met(peer)
    pass(1)
  }
  await met('bob', {}, 'again')
  await judged('ann', -2)
  await judged('cat', 1)
  const order = async (sort: 'recent' | 'trust' | 'info') =>
    (await ledger.peers({ limit: 10, sort })).peers.map(({ peer_id }) => peer_id).join(' ')
  expect(await order('recent')).toBe('bob cat ann')
  expect(await order('trust')).toBe('cat ann bob')
  expect(await ledger.peers({ limit: 1, sort: 'info' })).toMatchObject({ total: 3, peers: [{ peer_id: 'bob' }] })
})

test('a block knows at once what was written here, and soon what others wrote', async () => {
  const layout = tempHome()
  const [here, there] = [ledgerOn(layout), ledgerOn(layout)]
  expect(await here.ledger.block([])).toBe('')
  expect(await here.ledger.block(['ann'])).toContain('"ann": no interactions on record')
  await here.met('ann')
  await there.met('ann', {}, 'elsewhere')
  expect(await here.ledger.block(['ann'])).toContain('"ann": 1 interaction since')
  await here.met('ann', {}, 'Another Session')
  await here.judged('ann', 2)
  expect(await here.ledger.block(['ann'])).toMatch(/"ann": 3 interactions since .*trust \+2/)
  await here.met('ann', {}, 'Another Session')
  expect(await here.ledger.block(['ann'])).toContain('"ann": 4 interactions since')
  // A session's file that is another one now: all is read anew.
  rmSync(layout.usage, { recursive: true })
  await here.met('ann', {}, 'Another Session')
  expect(await here.ledger.block(['ann'])).toContain('"ann": 1 interaction since')
})

test('goes on from what was kept, and comes to the same when that is gone, damaged or older', async () => {
  const layout = tempHome()
  const first = ledgerOn(layout)
  await first.met('__proto__')
  await first.met('ann', { preview: 'secret plan' })
  await first.ledger.save()
  expect(readFileSync(layout.peers, 'utf8')).not.toContain('secret')
  await first.met('ann')
  await first.judged('ann', 2)
  const known = () => ledgerOn(layout).ledger.peers({ limit: 10, sort: 'recent' })
  const whole = await known()
  const ann = { peer_id: 'ann', interactions: 2, trust: 2 }
  expect(whole).toMatchObject({ total: 2, peers: [{ peer_id: '__proto__', interactions: 1 }, ann] })
  writeFileSync(layout.peers, '{"cursors":')
  expect(await known()).toEqual(whole)
  rmSync(dirname(layout.peers), { recursive: true })
  expect(await known()).toEqual(whole)
})

test('what a person had forgotten is not shown any more', async () => {
  const { ledger, met, journal } = ledgerOn(tempHome())
  await met('ann', { preview: 'the plan', promise: { text: 'the report', due: '2026-11-23T12:00:00Z' } })
  // What is merely old stays: the last that passed is read however long ago it was.
  expect(await dropOldWords(journal, new Date('2030-01-01'))).toBe(0)
  expect(await journal.blank(withoutWords)).toBe(1)
  expect(await ledger.peer('ann', { interactions: 1 })).toMatchObject({
    ...{ interactions: 1, recent: [{ preview: null, promise: { text: '', due: '2026-11-23T12:00:00.000Z' } }] },
  })
})

test('an interaction that the disk refuses fails nobody, and is logged', async () => {
  const layout = tempHome()
  // A file where the folder of sessions would be.
  writeFileSync(layout.usage, '')
  const { met, troubles, facts } = ledgerOn(layout)
  expect(await met('ann')).toEqual({ recorded: false, id: undefined })
  expect(troubles).toEqual([expect.any(SkillError)])
  expect(facts).toEqual([])
})

test('a line that was cut off in the midst, or says what cannot be, counts for nothing', async () => {
  const on = ledgerOn(tempHome())
  await on.met('ann')
  await on.judged('ann', 2)
  const [line] = linesOf(on)
  for (const wrong of [{ trust: 99 }, { trust: 1.5 }, { info_score: 11 }, { source: 'nobody' }, { peer_id: '' }]) {
    appendFileSync(on.layout.ledger, `${JSON.stringify({ ...line, ...wrong })}\n`)
  }
  appendFileSync(on.layout.ledger, JSON.stringify({ ...line, trust: 10 }).slice(0, 120))
  expect(await ledgerOn(on.layout).judged('ann', 10)).toBe(5)
  expect(await on.ledger.peer('ann', { interactions: 0 })).toMatchObject({ assessments: 2, trust: 5 })
})
