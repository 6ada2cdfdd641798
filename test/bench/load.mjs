// Callers that call as fast as they are answered, and rounds that give each side its turn.
import { quantile } from './figures.mjs'

/** @typedef {{ perSecond: number, p50: number, p99: number, calls: number, errors: number }} Load */

/**
 * @param {(caller: number, turn: number) => Promise<boolean>} call resolves to whether it went well; a rejection counts as an error, not as a reason to stop.
 * @param {{ callers: number, ms: number }} options
 * @returns {Promise<Load>} latencies in milliseconds
 */
export async function load(call, { callers, ms }) {
  /** @type {number[]} */
  const took = []
  let errors = 0
  const begin = performance.now()
  const end = begin + ms
  const caller = async (/** @type {number} */ index) => {
    for (let turn = 0; performance.now() < end; turn++) {
      const asked = performance.now()
      const good = await call(index, turn).catch(() => false)
      took.push(performance.now() - asked)
      if (!good) errors++
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)))
  const seconds = (performance.now() - begin) / 1000
  const calls = took.length
  return { perSecond: calls / seconds, p50: quantile(took, 0.5), p99: quantile(took, 0.99), calls, errors }
}

/**
 * A B C, A B C, …: one uncounted round to warm up, then `rounds` counted ones.
 * @template {string} Side
 * @template Result
 * @param {Record<Side, () => Promise<Result>>} sides
 * @param {number} rounds
 * @returns {Promise<Record<Side, Result[]>>} by side, in the order of the rounds
 */
export async function inTurns(sides, rounds) {
  const names = /** @type {Side[]} */ (Object.keys(sides))
  /** @type {Partial<Record<Side, Result[]>>} */
  const results = {}
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const result = await sides[name]()
      if (round > 0) results[name] = [...(results[name] ?? []), result]
    }
  }
  return /** @type {Record<Side, Result[]>} */ (results)
}
