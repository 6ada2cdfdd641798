// What typos cost: the same messages, with one random edit in some of their longer words.
import { drawn, randomFrom, sampled } from './dice.mjs'
import { wholeIndex } from './past-use.mjs'
import { atMost, HITS_JUDGED, mean, qualityOf, rounded } from './ranking-figures.mjs'
import { PLAIN_WINK, searchEngines } from './search-engines.mjs'

// Recall mends words from five letters on: of a shorter one too many others are a letter away.
const CASES = [
  { typos: '15%', share: 0.15, lettersMin: 4 },
  { typos: '30%', share: 0.3, lettersMin: 4 },
  { typos: '30%, from five letters', share: 0.3, lettersMin: 5 },
]
/** Which share of the words, and how long they are at least. @typedef {{ share: number, lettersMin: number }} Typing */

const LOSS_POINTS_MAX = 1.5
const TYPO_SEED = 41
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** @param {import('./recall-quality.mjs').Judging} judging @returns {Promise<import('./table.mjs').Answer>} */
export async function typoQuality({ built, sets, messagesMax }) {
  const wink = (await searchEngines(built))[PLAIN_WINK]
  const rows = []
  /** @type {Map<string, number[]>} */
  const losses = new Map(CASES.map(({ typos }) => [typos, []]))
  for (const { set, skills, messages } of sets) {
    const asked = sampled(messages, messagesMax)
    const ours = wholeIndex(built, skills)
    const theirs = wink?.open(skills.map((skill) => ({ ...skill, content: '' })))
    /** @type {(search: (text: string) => readonly string[], typing?: Typing) => number} */
    const recall = (search, typing = { share: 0, lettersMin: 4 }) => {
      const random = randomFrom(TYPO_SEED)
      return qualityOf(asked.map(({ text, relevant }) => ({ hits: search(mistyped(text, typing, random)), relevant })))
        .recallAt5
    }
    const searchOurs = (/** @type {string} */ text) => ours.search(text, HITS_JUDGED).hits.map(({ name }) => name)
    const searchTheirs = (/** @type {string} */ text) => theirs?.search(text, HITS_JUDGED) ?? []
    const [clean, theirClean] = [recall(searchOurs), recall(searchTheirs)]
    for (const { typos, ...typing } of CASES) {
      const found = recall(searchOurs, typing)
      losses.get(typos)?.push(clean - found)
      rows.push({
        set,
        messages: asked.length,
        'words mistyped': typos,
        'R@5 clean': rounded(clean),
        'R@5': rounded(found),
        lost: rounded(clean - found),
        'lost by wink': rounded(theirClean - recall(searchTheirs, typing)),
      })
    }
  }
  return {
    question: 'recall-quality',
    title: 'typos: one random edit in a share of the words of four letters or more (percent, ours with content)',
    rows,
    bars: [...losses].map(([typos, each]) =>
      atMost(`R@5 lost, typos in ${typos}, mean of the sets`, mean(each), LOSS_POINTS_MAX, 'points'),
    ),
  }
}

/** @param {string} text @param {Typing} typing @param {() => number} random */
function mistyped(text, { share, lettersMin }, random) {
  return text.replace(/[A-Za-z]+/g, (word) =>
    word.length >= lettersMin && random() < share ? edited(word, random) : word,
  )
}

// A letter too few, too many, wrong, or swapped with the next one; never none of it.
/** @param {string} word @param {() => number} random @returns {string} */
function edited(word, random) {
  const at = Math.floor(random() * word.length)
  const [before, letter, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)]
  const other = drawn([...LETTERS], random)
  const typo = drawn(
    [
      `${before}${after}`,
      `${before}${letter}${other}${after}`,
      `${before}${other}${after}`,
      `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`,
    ],
    random,
  )
  return typo === word ? edited(word, random) : typo
}
