// A whole run: the passes one after another, answered by the provider. One that fails stops no other; only what stops all of
// them (the budget of the day, the end of the server) is said of the rest without asking the model again.
import type { PassName } from '../domain/pass-change.ts'
import type { Log } from '../events/log.ts'
import type { Provider } from '../llm/provider.ts'
import type { Engine } from './engine.ts'
import { type PassRun, type RunOptions, runPass } from './run-pass.ts'

/** Told before a pass begins and when it has ended. */
export type RunStep = { pass: PassName; at: number; of: number; run?: PassRun }
export type RunAsked = RunOptions & { passes: readonly PassName[]; onStep?: (step: RunStep) => void }

type RunPassesParts = {
  engine: Engine
  providerOf: (pass: PassName) => Provider
  /** Why no call of the model may begin any more today, if so. */
  spent: () => Promise<string | undefined>
  log: Log
}

/** Never rejects for what one pass does wrong: that is its outcome. */
export async function runPasses({ passes, onStep, ...options }: RunAsked, parts: RunPassesParts): Promise<PassRun[]> {
  const runs: PassRun[] = []
  for (const [at, pass] of passes.entries()) {
    onStep?.({ pass, at, of: passes.length })
    const run = await runOne(pass, options, parts)
    runs.push(run)
    onStep?.({ pass, at, of: passes.length, run })
  }
  return runs
}

async function runOne(pass: PassName, options: RunOptions, parts: RunPassesParts): Promise<PassRun> {
  if (options.signal?.aborted === true) return { pass, kind: 'skipped', reason: 'the run was ended before it' }
  try {
    const spent = await parts.spent()
    if (spent !== undefined) return { pass, kind: 'skipped', reason: spent }
    return await runPass(pass, options, { ...parts, provider: parts.providerOf(pass) })
  } catch (error) {
    parts.log('passes', `${pass}: failed`, error instanceof Error ? (error.stack ?? error) : error)
    return { pass, kind: 'failed', cycleId: null, reason: 'the server failed; its log says why' }
  }
}
