// What a session teaches, as rows: events in their order, and the lessons that stand at the end. What each counts later is
// a second table.
import { describe, expect, test } from 'vitest'
import type { JournalEvent } from '../../src/domain/journal-event.ts'
import {
  type Lesson,
  learnFrom,
  lessonId,
  lessonWeight,
  nothingLearned,
  turnOfLesson,
} from '../../src/domain/lesson.ts'
import { NOW } from '../support/builders.ts'
import { ended, lessonOf, load, minute, outcome, recalled, tool, turn } from '../support/session-events.ts'

/** Each lesson as `turn/skill how verdict: stems`. */
function taught(events: JournalEvent[]): string[] {
  const lessons = new Map<string, Lesson>()
  let state = nothingLearned()
  for (const event of events) {
    const before = JSON.stringify(state)
    const learned = learnFrom(state, event)
    expect(JSON.stringify(state), 'what was handed over is not changed').toBe(before)
    state = learned.state
    const { lesson, verdict } = learned
    if (lesson !== undefined && !lessons.has(lesson.id)) lessons.set(lesson.id, lesson)
    const judged = verdict && lessons.get(verdict.id)
    if (verdict && judged) lessons.set(verdict.id, { ...judged, verdict: verdict.verdict })
  }
  return [...lessons.values()].map(({ id, how, verdict, stems }) => `${id} ${how} ${verdict}: ${stems.join(' ')}`)
}

const STEMS = 'send letter'
const OPEN = 't1/mail by-name open: send letter'

const ROWS: [what: string, events: JournalEvent[], lessons: string[]][] = [
  ['a load after a message teaches its words', [turn('t1', STEMS), load('mail')], [OPEN]],
  [
    'how it was found is kept',
    [turn('t1', STEMS), load('mail', 1, 'recalled')],
    ['t1/mail recalled open: send letter'],
  ],
  ['a load without a message teaches nothing', [load('mail')], []],
  ['a message without a load teaches nothing', [turn('t1', STEMS), recalled(['mail'])], []],
  ['one stem alone says too little', [turn('t1', 'send'), load('mail')], []],
  ['no stems: learning was paused or off', [turn('t1', ''), load('mail')], []],
  ['30 minutes later it still belongs to the message', [turn('t1', STEMS), load('mail', 30)], [OPEN]],
  ['31 minutes later it belongs to something else', [turn('t1', STEMS), load('mail', 31)], []],
  ['a clock that jumped back does no harm', [turn('t1', STEMS, 60), load('mail', 0)], [OPEN]],
  ['a time that is none teaches nothing', [{ ...turn('t1', STEMS), timestamp: 'yesterday' }, load('mail')], []],
  ['a name that no skill can have teaches nothing', [turn('t1', STEMS), load('../mail')], []],
  [
    'two skills for one message are two lessons',
    [turn('t1', STEMS), load('mail'), load('letter')],
    [OPEN, 't1/letter by-name open: send letter'],
  ],
  [
    'what comes after the end of the session belongs to nothing',
    [turn('t1', STEMS), load('mail'), ended(1), load('letter', 2), outcome('mail', 'success', 3)],
    [OPEN],
  ],
  [
    'the last message counts',
    [turn('t1', STEMS), turn('t2', 'write invoic', 1), load('mail', 2)],
    ['t2/mail by-name open: write invoic'],
  ],
  ['the same load twice is one lesson', [turn('t1', STEMS), load('mail'), load('mail', 1, 'searched')], [OPEN]],
  [
    'the same message and load again is one lesson',
    [turn('t1', STEMS), load('mail'), turn('t1', STEMS), load('mail')],
    [OPEN],
  ],
  [
    'success confirms',
    [turn('t1', STEMS), load('mail'), outcome('mail', 'success', 1)],
    ['t1/mail by-name right: send letter'],
  ],
  [
    'a task that does not match speaks against it',
    [turn('t1', STEMS), load('mail'), outcome('mail', 'task_mismatch', 1)],
    ['t1/mail by-name wrong: send letter'],
  ],
  [
    'the last verdict holds',
    [turn('t1', STEMS), load('mail'), outcome('mail', 'task_mismatch'), outcome('mail', 'success')],
    ['t1/mail by-name right: send letter'],
  ],
  [
    'an outcome judges the last load of its skill, hours later, too',
    [
      ...[turn('t1', STEMS), load('mail'), turn('t2', 'write invoic', 5), load('mail', 6)],
      outcome('mail', 'success', 600),
    ],
    [OPEN, 't2/mail by-name right: write invoic'],
  ],
  [
    'an outcome of another skill judges nothing',
    [turn('t1', STEMS), load('mail'), outcome('letter', 'success')],
    [OPEN],
  ],
  [
    'an outcome of what every object knows judges nothing',
    [turn('t1', STEMS), load('mail'), outcome('constructor', 'success')],
    [OPEN],
  ],
  ...(['runtime_error', 'auth_error', 'dependency_missing', 'api_error', 'cancelled', 'unknown'] as const).map(
    (kind): [string, JournalEvent[], string[]] => [
      `${kind} says nothing about what was meant`,
      [turn('t1', STEMS), load('mail'), outcome('mail', kind)],
      [OPEN],
    ],
  ),
  [
    "a load that a client's hook saw teaches the same",
    [turn('t1', STEMS), recalled(['mail']), tool({ skill: 'mail' }), tool({ skill: 'letter' })],
    ['t1/mail recalled open: send letter', 't1/letter by-name open: send letter'],
  ],
  [
    'what an earlier message had shown is not what this one shows',
    [turn('t1', STEMS), recalled(['mail']), turn('t2', 'write invoic'), tool({ skill: 'mail' })],
    ['t2/mail by-name open: write invoic'],
  ],
  [
    'and so does an outcome',
    [turn('t1', STEMS), tool({ skill: 'mail' }), tool({ skill: 'mail', outcome: 'task_mismatch' })],
    ['t1/mail by-name wrong: send letter'],
  ],
  [
    'a call that failed, or of another tool, teaches nothing',
    [turn('t1', STEMS), tool({ skill: 'mail', ok: false }), tool({})],
    [],
  ],
]

describe('what a session teaches', () => {
  test.each(ROWS)('%s', (_, events, lessons) => {
    expect(taught(events)).toEqual(lessons)
  })
})

test.each([
  ['t1', 'mail'],
  ['t/1', 'mcp/email'],
])('a lesson of turn %s and skill %s knows its turn', (id, skill) => {
  expect(turnOfLesson(lessonOf({ id: lessonId(id, skill), skill }))).toBe(id)
})

describe('what a lesson counts', () => {
  const DAY_MINUTES = 24 * 60
  const WEIGHTS: [what: string, over: Partial<Lesson>, weight: number][] = [
    ['in full when the agent knew it by name', { how: 'by-name' }, 1],
    ['in full when the agent searched for it', { how: 'searched' }, 1],
    ['half when recall itself had shown it', { how: 'recalled' }, 0.5],
    ['in full when that was confirmed', { how: 'recalled', verdict: 'right' }, 1],
    ['in full against its skill when it was wrong', { how: 'recalled', verdict: 'wrong' }, -1],
    ['half after 180 days', { at: minute(-180 * DAY_MINUTES) }, 0.5],
    ['a quarter after 360 days, also against it', { at: minute(-360 * DAY_MINUTES), verdict: 'wrong' }, -0.25],
    ['not more than in full when it lies ahead', { at: minute(DAY_MINUTES) }, 1],
  ]
  test.each(WEIGHTS)('%s', (_, over, weight) => {
    expect(lessonWeight(lessonOf(over), new Date(NOW))).toBeCloseTo(weight, 12)
  })
})
