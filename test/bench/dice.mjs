// Chance from a seed, so that every machine draws the same samples, the same typos and the same libraries.

/** A small generator (mulberry32) whose whole state is one number. @param {number} seed @returns {() => number} 0 to below 1 */
export function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** @template Item @param {readonly Item[]} items @param {number} seed @returns {Item[]} a new array */
export function shuffled(items, seed) {
  const random = randomFrom(seed)
  const mixed = [...items]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const held = /** @type {Item} */ (mixed[i])
    mixed[i] = /** @type {Item} */ (mixed[j])
    mixed[j] = held
  }
  return mixed
}

/** @template Item @param {readonly Item[]} items at least one @param {() => number} random @returns {Item} */
export function drawn(items, random) {
  return /** @type {Item} */ (items[Math.floor(random() * items.length)])
}

const SAMPLE_SEED = 11

/** So many of them at most, in an order that always is the same and has nothing to do with theirs. @template Item @param {readonly Item[]} items @param {number} countMax @returns {Item[]} */
export function sampled(items, countMax) {
  return shuffled(items, SAMPLE_SEED).slice(0, countMax)
}
