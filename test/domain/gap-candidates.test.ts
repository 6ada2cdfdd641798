// Which words count as recurring, and which sessions are shown for them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findGap, type Gap, neighbours } from '../../src/domain/gap-candidates.ts'
import type { SessionSignals } from '../../src/domain/session-signals.ts'
import { seeded } from '../support/seed.ts'

const NOW = new Date('2026-11-22T12:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()
type Given = { days?: number; usedSkill?: boolean; wentBadly?: boolean }

function session(
  id: string,
  text: string,
  { days = 1, usedSkill = false, wentBadly = false }: Given = {},
): SessionSignals {
  const at = daysAgo(days)
  return { session: id, first: { text, at }, usedSkill, wentBadly, lastAt: at, task: undefined, procedure: undefined }
}
const none = () => false
const found = (sessions: SessionSignals[], read: string[] = []) => {
  const gap = findGap(sessions, (each) => read.includes(each), NOW)
  if (typeof gap === 'string') throw new Error(gap)
  return gap
}
const words = ({ terms }: Gap) => terms.map(({ term }) => term)
const shown = ({ messages }: Gap) => messages.map((message) => message.session)

test('a word of one session is none, one of two is', () => {
  const gap = found([session('a', 'convert invoice pdf'), session('b', 'send invoice'), session('c', 'water garden')])
  expect(gap.terms).toEqual([{ term: 'invoic', sessions: 2, withoutSkill: 2 }])
  expect(shown(gap)).toEqual(['a', 'b'])
  expect(gap.news).toEqual(['a', 'b', 'c'])
})

describe('what was read before', () => {
  const old = session('old', 'send invoice', { days: 20 })
  test('still counts for a word that comes up again, whenever the last run was', () => {
    expect(words(found([old, session('new', 'pay invoice')], ['old']))).toEqual(['invoic'])
  })
  test('asks for nothing by itself', () => {
    expect(findGap([old, session('b', 'pay invoice')], () => true, NOW)).toBe('no session is new since its last run')
    const other = session('new', 'water garden')
    expect(findGap([old, session('b', 'pay invoice'), other], (each) => each !== 'new', NOW)).toMatch(/^no word/)
  })
  test('is over after 30 days, and what was never read after 90', () => {
    const at = (days: number, read: string[]) => {
      const sessions = [session('past', 'send invoice', { days }), session('new', 'pay invoice')]
      const gap = findGap(sessions, (each) => read.includes(each), NOW)
      return typeof gap === 'string' ? [] : words(gap)
    }
    expect(at(29, ['past'])).toEqual(['invoic'])
    expect(at(31, ['past'])).toEqual([])
    expect(at(89, [])).toEqual(['invoic'])
    expect(at(91, [])).toEqual([])
  })
})

describe('a word', () => {
  test('for which every session had a skill is no gap', () => {
    const used = { usedSkill: true }
    expect(findGap([session('a', 'send invoice', used), session('b', 'pay invoice', used)], none, NOW)).toMatch(
      /^no word/,
    )
    expect(found([session('a', 'send invoice', used), session('b', 'pay invoice')]).terms).toEqual([
      { term: 'invoic', sessions: 2, withoutSkill: 1 },
    ])
  })
  test('that most of many messages hold says nothing', () => {
    const sessions = Array.from({ length: 12 }, (_, i) =>
      session(`s${i}`, `please ${i < 3 ? 'invoice' : `task${'x'.repeat(i)}`}`),
    )
    const common = sessions.map((each) => ({ ...each, first: { ...each.first!, text: `project ${each.first!.text}` } }))
    expect(words(found(common))).toEqual(['invoic'])
  })
  test('that fewer sessions had a skill for comes first', () => {
    const used = { usedSkill: true }
    const gap = found([
      ...[session('a', 'alpha beta'), session('b', 'alpha beta'), session('c', 'beta', used)],
      ...[session('d', 'gamma'), session('e', 'gamma', used), session('f', 'gamma', used)],
    ])
    expect(words(gap)).toEqual(['beta', 'alpha', 'gamma'])
  })
})

test('two sessions that went badly without a skill are looked at though they share no word', () => {
  const bad = { wentBadly: true }
  expect(shown(found([session('a', 'fix printer', bad), session('b', 'water garden', bad)]))).toEqual(['a', 'b'])
  expect(findGap([session('a', 'fix printer', bad), session('b', 'water garden')], none, NOW)).toMatch(/^no word/)
})

test('of a thousand sessions thirty messages and thirty words are shown, in the order of time', () => {
  const text = (i: number) =>
    Array.from({ length: 8 }, (_, k) => `word${'abcdefghij'[(i * 7 + k) % 10]}${'abcdefghij'[k]}`).join(' ')
  const sessions = Array.from({ length: 1_000 }, (_, i) => session(`s${i}`, text(i), { days: 29 - i / 40 }))
  const gap = found(sessions)
  expect(gap.terms.length).toBeLessThanOrEqual(30)
  expect(gap.messages).toHaveLength(30)
  const times = gap.messages.map(({ session: id }) => Number(id.slice(1)))
  expect(times).toEqual([...times].sort((a, b) => a - b))
})

test('the same whatever the order of the sessions', () => {
  const sessions = Array.from({ length: 12 }, (_, i) =>
    session(`s${i}`, ['send invoice', 'pay invoice now', 'fix door'][i % 3]!),
  )
  fc.assert(
    fc.property(fc.shuffledSubarray(sessions, { minLength: 12 }), (shuffled) => {
      expect(findGap(shuffled, none, NOW)).toEqual(findGap(sessions, none, NOW))
    }),
    seeded(30),
  )
})

test('nothing is kept of messages: it says so', () => {
  expect(findGap([session('a', ''), { ...session('b', ''), first: undefined }], none, NOW)).toBe(
    'no message of a session is kept',
  )
})

test('neighbours are skills that hold one of the words, those with most of them first', () => {
  const skills = [
    { name: 'garden', summary: 'Water plants', triggers: [] },
    { name: 'billing/pay', summary: 'Pay an invoice', triggers: [] },
    { name: 'mail', summary: 'Send mail', triggers: ['send an invoice'] },
    { name: 'a/pay', summary: 'Pay', triggers: [] },
  ]
  expect(neighbours(skills, ['invoic', 'pay']).map(({ name }) => name)).toEqual(['billing/pay', 'a/pay', 'mail'])
})
