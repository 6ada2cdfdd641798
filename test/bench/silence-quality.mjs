// Does recall keep silent when nothing fits, and speak when something does? How well its signal parts the
// two when one chooses the threshold with the labels in hand, and what recall does by itself with the threshold it finds.
import { sampled } from './dice.mjs'
import { quantile } from './figures.mjs'
import { bookOf, halves, lessonsOf, pastMessages, wholeIndex } from './past-use.mjs'
import { atLeast, HITS_JUDGED, isRecalled, rounded } from './ranking-figures.mjs'

/** @typedef {import('./table.mjs').Answer} Answer */

const KEPT_SHARE = 0.95
const BARS = { none: 24, use: 75 }
const PASTS = /** @type {const} */ ([
  { past: 'none', lessonsMax: 0 },
  { past: 'use', lessonsMax: 200 },
])

/** @param {import('./recall-quality.mjs').Judging} judging @returns {Promise<Answer[]>} none when no set has messages that are about no skill */
export async function silenceQuality({ built, sets, messagesMax }) {
  const negatives = sampled(
    sets.flatMap((set) => set.negatives),
    messagesMax,
  )
  if (negatives.length === 0) return []
  const rows = []
  const bars = []
  for (const { set, skills, messages } of sets) {
    const index = wholeIndex(built, skills)
    const { past, asked } = halves(messages, messagesMax)
    const remembered = pastMessages(built, index, past)
    for (const { past: name, lessonsMax } of PASTS) {
      const lessons = lessonsOf(bookOf(built, remembered, { lessonsMax }))
      const isSilent = recallAsIs(built, index, lessons)
      const best = (/** @type {string} */ text) =>
        built.findCandidates(index, lessons.vote, text, HITS_JUDGED).candidates
      const signal = (/** @type {string} */ text) => best(text)[0]?.signal ?? 0
      const answerable = asked.filter(({ text, relevant }) =>
        isRecalled(
          best(text).map((candidate) => candidate.name),
          relevant,
        ),
      )
      const right = answerable.map(({ text }) => signal(text))
      const foreign = negatives.map(signal)
      const chosen = quantile(right, 1 - KEPT_SHARE)
      const kept = await shareOf(answerable, async ({ text }) => !(await isSilent(text)))
      const silentAtChosen = shareBelow(foreign, chosen)
      rows.push({
        set,
        past: name,
        answerable: answerable.length,
        foreign: foreign.length,
        'AUC %': rounded(areaUnderCurve(right, foreign)),
        'silent % at 95% kept': rounded(silentAtChosen),
        'by itself: kept %': rounded(kept),
        'by itself: silent %': rounded(await shareOf(negatives, isSilent)),
      })
      if (set === 'metatool') {
        const what = name === 'none' ? 'without a past' : 'with use'
        bars.push(atLeast(`metatool: silent on no-tool messages at 95% kept, ${what}`, silentAtChosen, BARS[name]))
      }
    }
  }
  const title = `silence on ${negatives.length} messages that need no tool (of metatool), and what is kept of those whose skill comes up`
  return [{ question: 'recall-quality', title, rows, bars }]
}

// Recall as a client gets it, without a session: it finds its threshold alone.
/**
 * @param {import('./built.mjs').BuiltRecall} built
 * @param {import('../../src/recall/skill-index.ts').SkillIndex} index
 * @param {ReturnType<typeof lessonsOf>} book
 * @returns {(message: string) => Promise<boolean>}
 */
function recallAsIs(built, index, book) {
  const lessons = { ...built.NO_LESSONS, ...book }
  const parts = {
    index,
    lessons,
    calibration: built.createCalibration(index, lessons),
    skill: () => ({ summary: '', content: '', seeAlso: [] }),
    sessions: { seen: async () => built.NOTHING_SEEN },
    append: async () => {},
  }
  const request = {
    session: undefined,
    limit: 5,
    bodies: 0,
    force: false,
    why: false,
    actor: /** @type {const} */ ('agent'),
  }
  return async (message) => (await built.recallSkills({ ...request, message }, parts)).silent !== undefined
}

/** In percent. @template Item @param {readonly Item[]} items @param {(item: Item) => Promise<boolean>} holds */
async function shareOf(items, holds) {
  let count = 0
  for (const item of items) if (await holds(item)) count += 1
  return (100 * count) / items.length
}

/** In percent. @param {readonly number[]} signals @param {number} threshold */
function shareBelow(signals, threshold) {
  return (100 * signals.filter((signal) => signal < threshold).length) / signals.length
}

/** How often a right answer's signal is above a foreign one's, in percent; ties are half. @param {readonly number[]} right @param {readonly number[]} foreign */
function areaUnderCurve(right, foreign) {
  const sorted = [...foreign].sort((a, b) => a - b)
  let won = 0
  for (const signal of right) won += (firstAt(sorted, signal, false) + firstAt(sorted, signal, true)) / 2
  return (100 * won) / (right.length * foreign.length)
}

/** How many are below `value`, or up to it. @param {readonly number[]} sorted @param {number} value @param {boolean} orEqual */
function firstAt(sorted, value, orEqual) {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = sorted[middle] ?? Number.NaN
    if (at < value || (orEqual && at === value)) low = middle + 1
    else high = middle
  }
  return low
}
