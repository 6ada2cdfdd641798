// What learning from use adds: every other message is the past, the rest is asked. Whole skills, with content.
import { bookOf, halves, lessonsOf, pastMessages, wholeIndex } from './past-use.mjs'
import { atLeast, columns, HITS_JUDGED, qualityOf, rounded } from './ranking-figures.mjs'

/** @typedef {import('./ranking-figures.mjs').Quality} Quality */

// The book keeps at most 200 a skill.
const PASTS = [
  { past: 'none', use: { lessonsMax: 0 } },
  { past: '1 a skill', use: { lessonsMax: 1 } },
  { past: 'to 5 a skill', use: { lessonsMax: 5 } },
  { past: 'to 50 a skill', use: { lessonsMax: 50 } },
  { past: 'to 200 a skill', use: { lessonsMax: 200 } },
  { past: 'to 200, 30% wrong', use: { lessonsMax: 200, wrongShare: 0.3 } },
  { past: 'to 200, shown ones half', use: { lessonsMax: 200, shownCountHalf: true } },
]
const ALL = 'to 200 a skill'
const WRONG = 'to 200, 30% wrong'

/** @param {import('./recall-quality.mjs').Judging} judging @returns {import('./table.mjs').Answer} */
export function learningQuality({ built, sets, messagesMax }) {
  const rows = []
  /** @type {Record<string, Record<string, Quality>>} */
  const bySet = {}
  for (const { set, skills, messages } of sets) {
    const index = wholeIndex(built, skills)
    const { past, asked } = halves(messages, messagesMax)
    const remembered = pastMessages(built, index, past)
    /** @type {Record<string, Quality>} */
    const byPast = {}
    bySet[set] = byPast
    for (const { past: name, use } of PASTS) {
      const { vote, size } = lessonsOf(bookOf(built, remembered, use))
      const quality = qualityOf(
        asked.map(({ text, relevant }) => {
          const { candidates } = built.findCandidates(index, vote, text, HITS_JUDGED)
          return { hits: candidates.map((candidate) => candidate.name), relevant }
        }),
      )
      byPast[name] = quality
      const gain = quality.recallAt5 - (byPast.none?.recallAt5 ?? Number.NaN)
      rows.push({
        set,
        'asked/skills': `${asked.length}/${skills.length}`,
        past: name,
        lessons: size(),
        ...columns(quality),
        'R@5 gained': rounded(gain),
      })
    }
  }
  return {
    question: 'recall-quality',
    title: 'learning from use: every other message is the past, the rest is asked (percent, with content)',
    rows,
    bars: [...metatoolBars(bySet.metatool), ...Object.entries(bySet).map(([set, byPast]) => lossBar(set, byPast))],
  }
}

/** @param {Record<string, Quality> | undefined} byPast */
function metatoolBars(byPast) {
  const [none, all] = [byPast?.none, byPast?.[ALL]]
  if (none === undefined || all === undefined) return []
  return [
    atLeast('metatool: R@5 without a past', none.recallAt5, 68),
    atLeast('metatool: Hit@1 without a past', none.hitAt1, 48),
    atLeast('metatool: R@5 with use', all.recallAt5, 91),
    atLeast('metatool: Hit@1 with use', all.hitAt1, 76),
  ]
}

// The promise of learning beside the text: however small the past, it takes nothing away. Wrong labels are told, not held
// against it.
/** @param {string} set @param {Record<string, Quality>} byPast */
function lossBar(set, byPast) {
  const none = byPast.none?.recallAt5 ?? Number.NaN
  const gains = Object.entries(byPast).flatMap(([past, { recallAt5 }]) => (past === WRONG ? [] : [recallAt5 - none]))
  return atLeast(`${set}: least R@5 gained by any past`, Math.min(...gains), 0, 'points')
}
