// Dice that can be thrown again: every test that uses them prints the seed, and SEED=n repeats the run.

export type Dice = {
  seed: number
  /** From 0 up to, not including, `below`. */
  below(below: number): number
}

export function dice(seed = Number(process.env.SEED ?? Date.now() % 2 ** 32)): Dice {
  console.log(`seed ${seed} (repeat with SEED=${seed})`)
  let state = seed >>> 0
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
  return { seed, below: (below) => next() % below }
}
