// The lessons that hold: the same ones in whatever order they come, the newest of each skill, and none that was forgotten.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Lesson } from '../../src/domain/lesson.ts'
import { createLessonBook, LESSONS_PER_SKILL_MAX } from '../../src/recall/lesson-book.ts'
import { NOW } from '../support/builders.ts'
import { seeded } from '../support/seed.ts'
import { lessonOf, minute } from '../support/session-events.ts'

const AT = new Date(NOW)

function bookOf(lessons: readonly Lesson[]) {
  const book = createLessonBook()
  for (const lesson of lessons) book.add(lesson)
  return book
}

const ids = (book: { lessons(): Lesson[] }) => book.lessons().map(({ id }) => id)
/** Everything that can be seen of a book. */
function seen(book: ReturnType<typeof createLessonBook>, messages: readonly string[][]) {
  const votes = messages.map((terms) => book.vote(terms, AT))
  return {
    size: book.size(),
    lessons: book.lessons(),
    votes: votes.map(({ bySkill, likenessBest }) => ({ bySkill: [...bySkill].sort(), likenessBest })),
  }
}

const SKILLS = ['mail', 'mcp/calendar', 'letter']
const STEMS = ['send', 'letter', 'write', 'invoic', 'meet', 'book', 'branch']
const lessonArbitrary = fc
  .record({
    turn: fc.integer({ min: 0, max: 15 }).map((n) => `t${n}`),
    skill: fc.constantFrom(...SKILLS),
    session: fc.constantFrom('s1', 's2'),
    at: fc.integer({ min: -400_000, max: 0 }).map(minute),
    how: fc.constantFrom('recalled', 'searched', 'by-name' as const),
    stems: fc.uniqueArray(fc.constantFrom(...STEMS), { minLength: 2 }),
    verdict: fc.constantFrom('open', 'right', 'wrong' as const),
  })
  .map((over): Lesson => lessonOf({ ...over, id: `${over.turn}/${over.skill}` }))
// The same turn and skill is the same lesson.
const lessonsArbitrary = fc.uniqueArray(lessonArbitrary, { selector: ({ id }) => id, minLength: 1, maxLength: 30 })
const messagesArbitrary = fc.array(fc.uniqueArray(fc.constantFrom(...STEMS, 'unheard'), { minLength: 1 }), {
  minLength: 1,
  maxLength: 4,
})

describe('the same lessons make the same book', () => {
  test('in whatever order they come, and however often', () => {
    const given = fc.record({ lessons: lessonsArbitrary, messages: messagesArbitrary }).chain(({ lessons, messages }) =>
      fc.record({
        lessons: fc.constant(lessons),
        messages: fc.constant(messages),
        shuffled: fc.shuffledSubarray([...lessons, ...lessons], { minLength: 2 * lessons.length }),
      }),
    )
    fc.assert(
      fc.property(given, ({ lessons, messages, shuffled }) => {
        expect(seen(bookOf(shuffled), messages)).toEqual(seen(bookOf(lessons), messages))
      }),
      seeded(300),
    )
  })

  test('whether what was forgotten comes before it is forgotten, or after', () => {
    const forgettingArbitrary = fc.record({
      scope: fc.constantFrom('skill', 'session', 'all' as const),
      of: fc.constantFrom(...SKILLS, 's1', 's2'),
      at: fc.integer({ min: -400_000, max: 0 }).map(minute),
    })
    fc.assert(
      fc.property(lessonsArbitrary, messagesArbitrary, forgettingArbitrary, (lessons, messages, forgetting) => {
        const after = bookOf(lessons)
        const { gone, madeRoom } = after.forget(forgetting)
        expect([gone, madeRoom]).toEqual([lessons.length - after.size(), false])
        const before = createLessonBook()
        before.forget(forgetting)
        for (const lesson of lessons.toReversed()) before.add(lesson)
        expect(seen(after, messages)).toEqual(seen(before, messages))
        // As if what is gone had never been.
        const left = bookOf(lessons.filter(({ id }) => after.holds(id)))
        expect(seen(after, messages)).toEqual(seen(left, messages))
      }),
      seeded(300),
    )
  })
})

describe('a book', () => {
  test('lists by skill, then oldest first', () => {
    const book = bookOf([
      lessonOf({ turn: 'a', at: minute(3) }),
      lessonOf({ turn: 'b', skill: 'letter', at: minute(9) }),
      lessonOf({ turn: 'c', at: minute(1) }),
    ])
    expect(ids(book)).toEqual(['b/letter', 'c/mail', 'a/mail'])
  })

  test('takes a verdict, and passes over one of what it does not hold', () => {
    const book = bookOf([lessonOf()])
    book.judge('t/mail', 'wrong')
    book.judge('t/letter', 'right')
    expect(book.lessons()).toEqual([lessonOf({ verdict: 'wrong' })])
    expect(book.vote(['send', 'letter'], AT).bySkill.get('mail')?.share).toBeLessThan(0)
  })

  test('a lesson that comes again keeps its verdict', () => {
    const book = bookOf([lessonOf()])
    book.judge('t/mail', 'right')
    book.add(lessonOf())
    expect(book.lessons()).toEqual([lessonOf({ verdict: 'right' })])
  })

  test('what was forgotten may be learned anew, later', () => {
    const book = bookOf([lessonOf()])
    expect(book.forget({ scope: 'skill', of: 'mail', at: minute(0) })).toEqual({ gone: 1, madeRoom: false })
    book.add(lessonOf())
    expect([book.size(), book.holds('t/mail')]).toEqual([0, false])
    book.add(lessonOf({ turn: 'new', at: minute(1) }))
    expect([ids(book), book.holds('new/mail')]).toEqual([['new/mail'], true])
  })
})

describe('of one skill', () => {
  const MAX = 200
  const lessons = Array.from({ length: MAX + 50 }, (_, i) => lessonOf({ turn: `t${i}`, at: minute(i) }))
  const newest = lessons.slice(50).map(({ id }) => id)

  test(`at most ${MAX} lessons are kept, oldest out, in whatever order they came`, () => {
    expect(LESSONS_PER_SKILL_MAX).toBe(MAX)
    const anyOrder = fc.shuffledSubarray(lessons, { minLength: lessons.length })
    fc.assert(
      fc.property(anyOrder, (shuffled) => {
        expect(ids(bookOf(shuffled))).toEqual(newest)
      }),
      seeded(10),
    )
  })

  test('forgetting says when it made room for what the cap had put out', () => {
    const book = bookOf(lessons)
    expect(book.forget({ scope: 'session', of: 'other', at: minute(500) })).toEqual({ gone: 0, madeRoom: false })
    expect(book.forget({ scope: 'skill', of: 'mail', at: minute(50) })).toEqual({ gone: 1, madeRoom: true })
    expect(book.forget({ scope: 'skill', of: 'mail', at: minute(51) })).toEqual({ gone: 1, madeRoom: false })
  })

  test('the cap of one skill costs another one nothing', () => {
    const other = lessonOf({ skill: 'letter', at: minute(-1_000) })
    expect(bookOf([other, ...lessons]).size()).toBe(MAX + 1)
  })
})

describe('the vote', () => {
  const votes = (book: ReturnType<typeof bookOf>, terms: string, except?: Lesson) => {
    const { bySkill, likenessBest } = book.vote(terms.split(' '), AT, except)
    return { skills: [...bySkill.keys()].sort(), likenessBest: Math.round(likenessBest * 1_000) / 1_000 }
  }
  const MAIL = lessonOf({ turn: 'a', stems: ['send', 'letter'] })
  const BOTH = lessonOf({ turn: 'a', skill: 'letter', stems: ['send', 'letter'] })
  const PULL = lessonOf({ turn: 'b', skill: 'review', stems: ['branch', 'look'] })

  test.each([
    ['an empty book', [], 'send letter', { skills: [], likenessBest: 0 }],
    ['a message of other words', [MAIL], 'write invoic', { skills: [], likenessBest: 0 }],
    ['a message without a word', [MAIL], '', { skills: [], likenessBest: 0 }],
    ['the same message', [MAIL, PULL], 'send letter', { skills: ['mail'], likenessBest: 1 }],
    [
      'the same message in another order, a word twice',
      [MAIL, PULL],
      'letter send letter',
      { skills: ['mail'], likenessBest: 1 },
    ],
    [
      'a message that taught two skills',
      [MAIL, BOTH, PULL],
      'send letter',
      { skills: ['letter', 'mail'], likenessBest: 1 },
    ],
    ['words that every object knows', [MAIL], 'constructor __proto__', { skills: [], likenessBest: 0 }],
  ])('of %s', (_, lessons, terms, expected) => {
    expect(votes(bookOf(lessons), terms)).toEqual(expected)
  })

  test('a message that says more is less like it', () => {
    const { likenessBest } = votes(bookOf([MAIL, PULL]), 'send letter write invoic')
    expect(likenessBest).toBeGreaterThan(0.2)
    expect(likenessBest).toBeLessThan(0.8)
  })

  test('leaves out every lesson of the turn that is held against the others', () => {
    const again = lessonOf({ turn: 'c', stems: ['send', 'letter'] })
    expect(votes(bookOf([MAIL, BOTH, PULL]), 'send letter', MAIL).skills).toEqual([])
    expect(votes(bookOf([MAIL, BOTH, PULL, again]), 'send letter', MAIL).skills).toEqual(['mail'])
  })

  test('only the 20 nearest have a say', () => {
    const near = Array.from({ length: 20 }, (_, i) => lessonOf({ turn: `n${i}`, stems: ['send', 'letter'] }))
    const far = lessonOf({ turn: 'far', skill: 'review', stems: ['send', 'branch', 'look', 'merg'] })
    expect(votes(bookOf([...near, far]), 'send letter').skills).toEqual(['mail'])
    expect(votes(bookOf([...near.slice(1), far]), 'send letter').skills).toEqual(['mail', 'review'])
    // Twice as many are looked at when some may be left out.
    expect(votes(bookOf([...near, far]), 'send letter', near[0]).skills).toEqual(['mail', 'review'])
  })
})
