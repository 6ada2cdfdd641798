// The command line of hooks, beside command-line.ts: a client runs one at every message, so nothing but the hook is
// loaded. `npm run build` makes one file of it and all that it imports (build/bundle.mjs).
import { beliefMinutes, findHome, gateOf, mayLearn, nativeSkills, signalsOf } from './home-location.ts'
import { runHook } from './hooks/run-hook.ts'

export function runHookLine(args: readonly string[]): Promise<void> {
  return runHook(args, {
    home: (flag) => findHome(flag, process.env).home,
    mayLearn: (home) => mayLearn(home, process.env),
    gate: (home) => gateOf(home, process.env),
    nativeSkills,
    signals: (home) => signalsOf(home, process.env),
    beliefMinutes: (home) => beliefMinutes(home, process.env),
    now: () => new Date(),
  })
}
