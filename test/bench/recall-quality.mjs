// Does recall bring up what people meant? Five answers on public sets of real messages with labels: the ranking beside
// other engines, learning from use, silence, and typos. All of it in this process, with the parts that recall is made of.
import { builtRecall } from './built.mjs'
import { learningQuality } from './learning-quality.mjs'
import { rankingQuality } from './ranking-quality.mjs'
import { LABELLED_SETS, readLabelledSet } from './retrieval-sets.mjs'
import { silenceQuality } from './silence-quality.mjs'
import { typoQuality } from './typo-quality.mjs'

/** @typedef {import('./table.mjs').Answer} Answer */
/** @typedef {{ built: import('./built.mjs').BuiltRecall, sets: import('./retrieval-sets.mjs').LabelledSet[], messagesMax: number }} Judging */

const QUICK_MESSAGES_MAX = 200

/** @param {import('./run.mjs').Setting} setting @returns {Promise<Answer[]>} */
export async function measureRecallQuality({ dist, data, quick }) {
  const found = LABELLED_SETS.map((set) => ({ set, read: readLabelledSet(data, set) }))
  const sets = found.flatMap(({ read }) => read ?? [])
  const absent = found.filter(({ read }) => read === undefined).map(({ set }) => set)
  const notes = absent.length === 0 ? [] : [`not in ${data}: ${absent.join(', ')}; --data names the folder of the sets`]
  if (sets.length === 0) return [{ question: 'recall-quality', title: 'skipped', rows: [], bars: [], notes }]
  const judging = {
    built: await builtRecall(dist),
    sets,
    messagesMax: quick ? QUICK_MESSAGES_MAX : Number.POSITIVE_INFINITY,
  }
  const ranking = await rankingQuality(judging)
  return [
    { ...ranking, notes },
    learningQuality(judging),
    ...(await silenceQuality(judging)),
    await typoQuality(judging),
  ]
}
