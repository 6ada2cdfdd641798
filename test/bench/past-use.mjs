// A past for a library: messages of a labelled set turned into lessons by the filter and the book that recall itself uses.
import { drawn, randomFrom, sampled } from './dice.mjs'

/** @typedef {import('./retrieval-sets.mjs').Asked} Asked */
/** @typedef {import('../../src/recall/skill-index.ts').SkillIndex} SkillIndex */
/** @typedef {import('../../src/recall/lesson-book.ts').LessonBook} LessonBook */
/** @typedef {import('../../src/domain/lesson.ts').Lesson} Lesson */
/** @typedef {{ stems: string[], relevant: string[], shown: string[] }} PastMessage what is kept of it, what it was about, what was shown */

/** Lessons are all of this day and asked on it: age is not in question here. */
export const TODAY = new Date('2026-11-22T12:00:00.000Z')
const SHOWN = 5
const WRONG_SEED = 29

/** @param {import('./built.mjs').BuiltRecall} built @param {SkillIndex} index @param {readonly Asked[]} messages @returns {PastMessage[]} */
export function pastMessages(built, index, messages) {
  return messages.map(({ text, relevant }) => ({
    stems: built.turnStems(text, (term) => index.holds(term)),
    relevant,
    shown: index.search(text, SHOWN).hits.map(({ name }) => name),
  }))
}

/**
 * @typedef {{
 *   lessonsMax: number,
 *   wrongShare?: number,
 *   shownCountHalf?: boolean,
 * }} Use at most so many lessons a skill; how many of them name another of the skills that were shown; and whether loads
 *   of what had been shown weigh half, as they do until a success is reported.
 */

/** @param {import('./built.mjs').BuiltRecall} built @param {readonly PastMessage[]} past @param {Use} use @returns {LessonBook} */
export function bookOf(built, past, { lessonsMax, wrongShare = 0, shownCountHalf = false }) {
  const random = randomFrom(WRONG_SEED)
  const book = built.createLessonBook()
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const [turn, { stems, relevant, shown }] of past.entries()) {
    const others = shown.filter((name) => !relevant.includes(name))
    for (const right of relevant) {
      const skill = others.length > 0 && random() < wrongShare ? drawn(others, random) : right
      const count = counts.get(skill) ?? 0
      if (count >= lessonsMax || stems.length < 2) continue
      counts.set(skill, count + 1)
      book.add({
        id: `${turn}/${skill}`,
        skill,
        session: 'bench',
        at: TODAY.toISOString(),
        how: shownCountHalf && shown.includes(skill) ? 'recalled' : 'searched',
        stems,
        verdict: 'open',
      })
    }
  }
  return book
}

/** A book as recall asks it. @param {LessonBook} book */
export function lessonsOf(book) {
  return {
    vote: (/** @type {readonly string[]} */ terms, /** @type {Lesson | undefined} */ except = undefined) =>
      book.vote(terms, TODAY, except),
    all: book.lessons,
    size: book.size,
  }
}

/** An index of whole skills, as recall has it. @param {import('./built.mjs').BuiltRecall} built @param {readonly import('./retrieval-sets.mjs').Entry[]} skills */
export function wholeIndex(built, skills) {
  const index = built.createSkillIndex('bm25f')
  for (const skill of skills) index.upsert({ ...skill, triggers: [], tags: [] })
  return index
}

/**
 * Every other message of the file is the past, the rest is asked; both mixed, so that the first lessons of a skill are any.
 * @template Item @param {readonly Item[]} messages in the order of the file @param {number} messagesMax of each half
 */
export function halves(messages, messagesMax) {
  const past = messages.filter((_, i) => i % 2 === 0)
  const asked = messages.filter((_, i) => i % 2 === 1)
  return { past: sampled(past, messagesMax), asked: sampled(asked, messagesMax) }
}
