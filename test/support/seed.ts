/** How property tests are run: the same cases every time, others with SEED=..., more of them with RUNS_FACTOR=... */
export function seeded(numRuns: number): { seed: number; numRuns: number } {
  const seed = Number(process.env.SEED ?? 20261121)
  return { seed, numRuns: numRuns * Number(process.env.RUNS_FACTOR ?? 1) }
}
