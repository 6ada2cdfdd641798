// Lessons that were frozen speak as the book did that they came from, to the last bit.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Lesson } from '../../src/domain/lesson.ts'
import { frozenLessons } from '../../src/recall/frozen-lessons.ts'
import { createLessonBook } from '../../src/recall/lesson-book.ts'
import { seeded } from '../support/seed.ts'
import { minute } from '../support/session-events.ts'

const RUN = seeded(300)
const LATER = new Date(minute(60 * 24 * 100))

const stem = fc.constantFrom('mail', 'send', 'letter', 'invoic', 'deploy', '发送', 'naïv', 'k8s')
const lesson: fc.Arbitrary<Lesson> = fc
  .record({
    turn: fc.constantFrom('t1', 't2', 't3', 't4', 't5', 't6', 'ü/1'),
    skill: fc.constantFrom('mail', 'mcp/email', 'docker/deploy'),
    minutes: fc.nat(1_000_000),
    how: fc.constantFrom('recalled' as const, 'searched' as const, 'by-name' as const),
    verdict: fc.constantFrom('open' as const, 'right' as const, 'wrong' as const),
    stems: fc.uniqueArray(stem, { minLength: 1, maxLength: 6 }),
  })
  .map(({ turn, skill, minutes, ...more }) => {
    return { id: `${turn}/${skill}`, skill, session: `s-${turn}\ud800`, at: minute(minutes), ...more }
  })

function bookOf(lessons: Lesson[]) {
  const book = createLessonBook()
  for (const each of lessons) book.add(each)
  return book
}

const plain = ({ bySkill, likenessBest }: { bySkill: ReadonlyMap<string, unknown>; likenessBest: number }) => {
  return { bySkill: [...bySkill], likenessBest }
}

describe(`frozen lessons, seed ${RUN.seed}`, () => {
  test('vote as the book does, also with one of them left out', () => {
    fc.assert(
      fc.property(fc.array(lesson, { maxLength: 40 }), fc.array(stem, { maxLength: 6 }), (lessons, terms) => {
        const book = bookOf(lessons)
        const frozen = frozenLessons(book.freeze())!
        expect(plain(frozen.vote(terms, LATER))).toEqual(plain(book.vote(terms, LATER)))
        for (const each of book.lessons().slice(0, 3)) {
          expect(plain(frozen.vote(each.stems, LATER, each))).toEqual(plain(book.vote(each.stems, LATER, each)))
        }
        expect(frozen.size()).toBe(book.size())
        const byId = (a: Lesson, b: Lesson) => (a.id < b.id ? -1 : 1)
        expect(frozen.all()).toEqual(book.lessons().sort(byId))
      }),
      RUN,
    )
  })

  test('are the same bytes however the book came by them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(lesson, { selector: ({ id }) => id, maxLength: 20 }), (lessons) => {
        expect(bookOf(lessons.toReversed()).freeze()).toEqual(bookOf(lessons).freeze())
      }),
      RUN,
    )
  })
})

test('a book that goes on learning leaves them as they were', () => {
  const [first, second] = [lessonAt('t1', 'mail'), lessonAt('t2', 'docker/deploy')]
  const book = bookOf([first])
  const frozen = frozenLessons(book.freeze())!
  book.add(second)
  book.judge(first.id, 'wrong')
  expect(frozen.all()).toEqual([first])
})

test.each([
  ['nothing', new Uint8Array(0)],
  ['something else', Buffer.from('{"lessons":[]}')],
  [
    'half of them',
    bookOf([lessonAt('t1', 'mail')])
      .freeze()
      .subarray(0, 60),
  ],
])('%s is no frozen lessons', (_, bytes) => {
  expect(frozenLessons(bytes)).toBeUndefined()
})

function lessonAt(turn: string, skill: string): Lesson {
  const more = { how: 'searched' as const, stems: ['mail', 'send'], verdict: 'open' as const }
  return { id: `${turn}/${skill}`, skill, session: 's', at: minute(0), ...more }
}
