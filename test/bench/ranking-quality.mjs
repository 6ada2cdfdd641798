// The ranking as it is without any past, beside other engines on the same messages.
import { sampled } from './dice.mjs'
import { atLeast, columns, HITS_JUDGED, mean, qualityOf } from './ranking-figures.mjs'
import {
  FTS5,
  FTS5_STOPS,
  MINISEARCH,
  MINISEARCH_STEMS,
  OUR_WINK,
  OURS,
  PLAIN_WINK,
  searchEngines,
} from './search-engines.mjs'

/** @typedef {import('./retrieval-sets.mjs').LabelledSet} LabelledSet */
/** @typedef {import('./ranking-figures.mjs').Quality} Quality */

const WITH_CONTENT = 'ours, with content'
const ENGINES = [OURS, WITH_CONTENT, OUR_WINK, PLAIN_WINK, MINISEARCH, MINISEARCH_STEMS, FTS5, FTS5_STOPS]
const BARS = [
  { set: 'sealtools', recallAt5Min: 87 },
  { set: 'livemcpbench', recallAt5Min: 34 },
]

/** @param {import('./recall-quality.mjs').Judging} judging @returns {Promise<import('./table.mjs').Answer>} */
export async function rankingQuality({ built, sets, messagesMax }) {
  const engines = await searchEngines(built)
  const rows = []
  const bars = []
  for (const name of ENGINES) {
    const engine = engines[name === WITH_CONTENT ? OURS : name]
    if (engine === undefined) {
      rows.push({ engine: name, set: 'not installed', messages: '', 'R@5': '', 'Hit@1': '', MRR: '' })
      continue
    }
    /** @type {Quality[]} */
    const qualities = []
    for (const { set, skills, messages } of sets) {
      const entries = name === WITH_CONTENT ? skills : skills.map((skill) => ({ ...skill, content: '' }))
      const index = engine.open(entries)
      const asked = sampled(messages, messagesMax)
      const quality = qualityOf(
        asked.map(({ text, relevant }) => ({ hits: index.search(text, HITS_JUDGED), relevant })),
      )
      qualities.push(quality)
      rows.push({ engine: name, set, messages: asked.length, ...columns(quality) })
      const bar = BARS.find((each) => each.set === set)
      if (name === WITH_CONTENT && bar !== undefined) {
        bars.push(atLeast(`${set}: R@5 with content`, quality.recallAt5, bar.recallAt5Min))
      }
    }
    rows.push({ engine: name, set: 'mean of the sets', messages: '', ...columns(meanOf(qualities)) })
  }
  return {
    question: 'recall-quality',
    title: 'ranking, name and summary unless said otherwise (percent)',
    rows,
    bars,
  }
}

/** @param {Quality[]} qualities @returns {Quality} */
function meanOf(qualities) {
  return {
    recallAt5: mean(qualities.map((quality) => quality.recallAt5)),
    hitAt1: mean(qualities.map((quality) => quality.hitAt1)),
    mrr: mean(qualities.map((quality) => quality.mrr)),
  }
}
