// The same program without a process of its own: for what needs a terminal, or is asked too often to start one each time.
import type { Surroundings } from '../../src/cli/command.ts'
import { runProgram } from '../../src/cli/program.ts'
import { openHome } from '../../src/command-line.ts'
import type { Ended } from './run-program.ts'

/** @param given what this test's surroundings have of their own: an environment, a terminal, a home that refuses. */
export async function inProcess(args: string[], given: Partial<Surroundings> = {}): Promise<Ended> {
  const ended = { out: '', err: '' }
  const around: Surroundings = {
    open: (flags) => openHome(flags, () => undefined),
    settings: () => ({ settings: [], warnings: [] }),
    serve: notHere,
    stdio: notHere,
    env: {},
    isTerminal: false,
    isScreen: false,
    now: () => new Date(),
    writeOut(text) {
      ended.out += text
    },
    writeError(text) {
      ended.err += text
    },
    ...given,
  }
  const exit = await runProgram(args, '0.0.0', around)
  return { exit, ...ended }
}

function notHere(): Promise<number> {
  throw new Error('no test serves in its own process')
}
