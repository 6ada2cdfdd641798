// Libraries of any size for the speed of engines, and the messages they are asked. Real names and summaries where the
// public sets are at hand, made longer by mixing; generated skills otherwise. The same arguments give the same library.
import { drawn, randomFrom, shuffled } from './dice.mjs'
import { generatedSkill, messageFor } from './generated-skills.mjs'
import { LABELLED_SETS, readLabelledSet, readRegistry } from './retrieval-sets.mjs'

/** @typedef {import('./retrieval-sets.mjs').Entry} Entry */

export const CONTENT_CHARS = 3_000
const MESSAGES = 850
const MESSAGE_WORDS_MIN = 4
const MESSAGE_WORDS_MAX = 60
const MIX_SEED = 17
const MESSAGE_SEED = 19

/** @param {string} data @returns {'real' | 'generated'} */
export function kindOfSkills(data) {
  return readRegistry(data).length > 0 ? 'real' : 'generated'
}

/** @param {string} data @param {number} count @param {{ withContent: boolean }} options @returns {Entry[]} each with a name of its own */
export function speedLibrary(data, count, { withContent }) {
  const registry = readRegistry(data)
  return Array.from({ length: count }, (_, number) =>
    registry.length > 0 ? mixed(registry, number, withContent) : generated(number, withContent),
  )
}

/** @param {string} data @returns {string[]} 850 messages of 4 to 60 words, in an order that mixes short and long */
export function chatMessages(data) {
  const texts = LABELLED_SETS.flatMap((set) => {
    const read = readLabelledSet(data, set)
    return read === undefined ? [] : [...read.messages.map(({ text }) => text), ...read.negatives]
  })
  const all = texts.length > 0 ? texts : Array.from({ length: MESSAGES }, (_, i) => messageFor(i * 11))
  return shuffled(all, MESSAGE_SEED)
    .filter((text) => {
      const words = text.trim().split(/\s+/).length
      return words >= MESSAGE_WORDS_MIN && words <= MESSAGE_WORDS_MAX
    })
    .slice(0, MESSAGES)
}

// The first ones are as they are; later ones join the halves of two, so that the words go together as people put them.
/** @param {readonly Entry[]} registry @param {number} number @param {boolean} withContent @returns {Entry} */
function mixed(registry, number, withContent) {
  const random = randomFrom(Math.imul(MIX_SEED, number + 1))
  const own = registry[number] ?? joined(drawn(registry, random), drawn(registry, random))
  return {
    // Registries have many skills of one name.
    name: `${own.name}-${number.toString(36)}`,
    summary: own.summary,
    content: withContent ? textOf(registry, random) : '',
  }
}

/** @param {Entry} first @param {Entry} second @returns {Entry} */
function joined(first, second) {
  const half = (/** @type {string} */ text, /** @type {string} */ between) => {
    const parts = text.split(between)
    const middle = Math.ceil(parts.length / 2)
    return [parts.slice(0, middle).join(between), parts.slice(middle).join(between)]
  }
  const [name, summary] = [half(first.name, '-')[0], half(first.summary, ' ')[0]]
  return {
    name: `${name}-${half(second.name, '-')[1] || second.name}`,
    summary: `${summary} ${half(second.summary, ' ')[1]}`,
    content: '',
  }
}

/** @param {readonly Entry[]} registry @param {() => number} random */
function textOf(registry, random) {
  let text = ''
  while (text.length < CONTENT_CHARS) text += `${drawn(registry, random).summary}\n`
  return text.slice(0, CONTENT_CHARS)
}

/** @param {number} number @param {boolean} withContent @returns {Entry} */
function generated(number, withContent) {
  const { name, summary, content } = generatedSkill(number, { chars: CONTENT_CHARS })
  return { name, summary, content: withContent ? content : '' }
}
