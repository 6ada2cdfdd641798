import { expect, test } from 'vitest'
import type { JournalEvent } from '../../src/domain/journal-event.ts'
import { OPTIMIZED_SKILLS_MAX, optimizeCandidates, TROUBLES_SHOWN_MAX } from '../../src/domain/optimize-candidates.ts'
import { SHOWN_TOKENS_MAX } from '../../src/domain/showcase.ts'
import { bareSkill } from '../../src/domain/skill.ts'
import {
  foldTroubles,
  type SessionTroubles,
  TROUBLE_CHARS_MAX,
  TROUBLES_KEPT_MAX,
} from '../../src/domain/skill-troubles.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const LONG = 'a'.repeat(300)
const skill = (name: string, content = LONG, createdAt = '2026-01-01T00:00:00.000Z') =>
  bareSkill(name, content, createdAt)

type Happened = Record<string, unknown> & { event: string; at?: string }

function session(id: string, ...happened: Happened[]): SessionTroubles {
  const events = happened.map(({ at = '2026-02-20T10:00:00.000Z', ...event }, seq) => {
    const envelope = { id: `${id}-${seq}`, sessionId: id, timestamp: at, seq, actor: 'agent' }
    return { ...envelope, ...event } as unknown as JournalEvent
  })
  return events.reduce((state: SessionTroubles | undefined, event) => foldTroubles(state, event), undefined)!
}
const load = (skillName: string): Happened => ({ event: 'loaded', skillName, version: 1, how: 'by-name' })
const call = (tool: string, ok: boolean, args?: string): Happened => ({ event: 'tool-called', tool, ok, args })
const failure = (name: string, at?: string): Happened => ({
  ...{ event: 'outcome', skill: name, outcome: 'runtime_error', note: 'it stopped' },
  ...(at === undefined ? {} : { at }),
})
const success = (name: string, at: string): Happened => ({ event: 'outcome', skill: name, outcome: 'success', at })

function weakOf(
  sessions: SessionTroubles[],
  skills = ['a', 'b', 'c'].map((name) => skill(name)),
  isRead = () => false,
) {
  return optimizeCandidates(skills, sessions, isRead, () => 0, NOW)
}
const names = ({ weak }: ReturnType<typeof weakOf>) => weak.map((each) => each.skill.name)

type Row = [what: string, sessions: SessionTroubles[], weak: string[]]
const ROWS: Row[] = [
  [
    'a correction counts against what was loaded',
    [session('s', load('a'), { event: 'feedback', feedback: 'correction' })],
    ['a'],
  ],
  ['before the load it does not', [session('s', { event: 'feedback', feedback: 'correction' }, load('a'))], []],
  [
    'nor after the session began anew',
    [session('s', load('a'), { event: 'session-started' }, { event: 'feedback', feedback: 'correction' })],
    [],
  ],
  [
    'one that names a skill counts against that',
    [session('s', load('a'), { event: 'feedback', feedback: 'correction', skill: 'b' })],
    ['b'],
  ],
  ['poor quality', [session('s', load('a'), { event: 'feedback', feedback: 'quality', value: 'poor' })], ['a']],
  ['fair quality', [session('s', load('a'), { event: 'feedback', feedback: 'quality', value: 'fair' })], ['a']],
  [
    'good quality, and words that merely hold "fair"',
    [
      session(
        's',
        load('a'),
        { event: 'feedback', feedback: 'quality', value: 'good' },
        { event: 'feedback', feedback: 'quality', value: 'unfair' },
      ),
    ],
    [],
  ],
  ['praise', [session('s', load('a'), { event: 'feedback', feedback: 'praise' })], []],
  ['one failure happens', [session('s', failure('a'))], []],
  ['two in a row are a series', [session('s', failure('a')), session('t', failure('a'))], ['a']],
  [
    'a success ends a series',
    [
      session(
        's',
        failure('a', '2026-02-01T10:00:00.000Z'),
        success('a', '2026-02-02T10:00:00.000Z'),
        failure('a', '2026-02-03T10:00:00.000Z'),
      ),
    ],
    [],
  ],
  [
    'a failure of the surroundings is none',
    [
      session(
        's',
        { event: 'outcome', skill: 'a', outcome: 'auth_error' },
        { event: 'outcome', skill: 'a', outcome: 'api_error' },
      ),
    ],
    [],
  ],
  ['one retry happens', [session('s', load('a'), call('mail', false), call('mail', true))], []],
  ['two retries', ['s', 't'].map((id) => session(id, load('a'), call('mail', false), call('mail', true))), ['a']],
  [
    'another tool that works is no retry',
    ['s', 't'].map((id) => session(id, load('a'), call('mail', false), call('post', true))),
    [],
  ],
  [
    'what is more than 90 days old',
    [session('s', load('a'), { event: 'feedback', feedback: 'correction', at: '2025-11-01T10:00:00.000Z' })],
    [],
  ],
  ['what is told of no skill here', [session('s', load('gone'), { event: 'feedback', feedback: 'correction' })], []],
]

test.each(ROWS)('at risk: %s', (_what, sessions, weak) => {
  expect(names(weakOf(sessions))).toEqual(weak)
})

test('the context says what was told, short and in one line', () => {
  const note = `wrong\nport \u001b[31m${'x'.repeat(500)}`
  const told = session(
    's',
    load('a'),
    { event: 'feedback', feedback: 'correction', note },
    call('mail', false, 'to list'),
    call('mail', true, 'to all'),
  )
  const [weak] = weakOf([told]).weak
  expect(weak!.troubles.map(({ kind }) => kind)).toEqual(['retry', 'correction'])
  expect(weak!.troubles[0]!.said).toBe('mail: "to list" failed, "to all" worked')
  expect(weak!.troubles[1]!.said).toMatch(/^wrong port <U\+001B>\[31mx+$/)
  expect(weak!.troubles[1]!.said.length).toBe(TROUBLE_CHARS_MAX)
})

test('a key that somebody reported is not passed on', () => {
  const note = 'it needs ghp_Zq8vT2mKp4Lw9Xr6Bn1Dc7Fg3Hj5Ys0Aue2R to work'
  const [weak] = weakOf([session('s', load('a'), { event: 'feedback', feedback: 'correction', note })]).weak
  expect(weak!.troubles[0]!.said).toBe('it needs ghp_[hidden] to work')
})

test('sparse skills are looked at without any trouble, the used ones first, and new ones not', () => {
  const skills = [skill('a', 'Short.'), skill('b', 'Short.'), skill('long'), skill('new', 'Short.', NOW.toISOString())]
  const found = optimizeCandidates(
    skills,
    [],
    () => false,
    (name) => (name === 'b' ? 3 : 0),
    NOW,
  )
  expect(names(found)).toEqual(['b', 'a'])
  expect(found.weak.every(({ sparse, troubles }) => sparse && troubles.length === 0)).toBe(true)
})

test('what was looked at is not looked at again, and what is new is', () => {
  const told = session('s', load('a'), { event: 'feedback', feedback: 'correction' })
  expect(names(weakOf([told], undefined, () => true))).toEqual([])
})

test('the worst come first, and a thousand weak skills are bounded', () => {
  const skills = Array.from({ length: 1_000 }, (_, i) => skill(`s${i}`, 'a'.repeat(i < 30 ? 8_000 : 300)))
  const sessions = skills.flatMap(({ name }, i) => {
    const corrections = Array.from(
      { length: 1 + (i % 40) },
      (): Happened => ({ event: 'feedback', feedback: 'correction' }),
    )
    return session(`session-${i}`, load(name), ...corrections)
  })
  const { weak } = weakOf(sessions, skills)
  expect(weak.length).toBeLessThanOrEqual(OPTIMIZED_SKILLS_MAX)
  expect(weak.reduce((sum, each) => sum + each.skill.content.length / 4, 0)).toBeLessThanOrEqual(SHOWN_TOKENS_MAX)
  expect(weak[0]!.more + weak[0]!.troubles.length).toBe(TROUBLES_KEPT_MAX)
  expect(weak[0]!.troubles).toHaveLength(TROUBLES_SHOWN_MAX)
  expect(weakOf(sessions.toReversed(), skills.toReversed())).toEqual(weakOf(sessions, skills))
})

test('a skill that is too long to be shown whole is left out and named', () => {
  const skills = [skill('huge', 'a'.repeat(SHOWN_TOKENS_MAX * 4 + 8)), skill('a')]
  const told = session('s', load('huge'), load('a'), { event: 'feedback', feedback: 'correction' })
  const found = weakOf([told], skills)
  expect(names(found)).toEqual(['a'])
  expect(found.tooLong).toEqual(['huge'])
})
