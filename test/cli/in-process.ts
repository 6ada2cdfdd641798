// The same program without a process of its own: for what needs a terminal, or is asked too often to start one each time.
import type { Surroundings } from '../../src/cli/command.ts'
import type { Dialog } from '../../src/cli/dialog.ts'
import { runProgram } from '../../src/cli/program.ts'
import { clientPlans } from '../../src/clients/client-plans.ts'
import { openHome } from '../../src/command-line.ts'
import type { Ended } from './run-program.ts'

/** @param given what this test's surroundings have of their own: an environment, a terminal, a home that refuses. */
export async function inProcess(args: string[], given: Partial<Surroundings> = {}): Promise<Ended> {
  const ended = { out: '', err: '' }
  const around: Surroundings = {
    open: (flags) => openHome(flags, () => undefined),
    installation: () => {
      throw new Error('no client is attached here')
    },
    clientPlans: () => Promise.resolve(clientPlans),
    fetcher: notHere,
    ask: () => Promise.resolve(false),
    dialog: () => scripted([]),
    endable: (work) => work(new AbortController().signal),
    settings: () => ({ settings: [], warnings: [] }),
    serve: notHere,
    stdio: notHere,
    operatorToken: () => Promise.resolve(undefined),
    openInBrowser: () => undefined,
    newNonce: () => 'n'.repeat(24),
    env: {},
    isTerminal: false,
    isScreen: false,
    now: () => new Date(),
    writeOut(text) {
      ended.out += text
    },
    writeBytes(bytes) {
      ended.out += Buffer.from(bytes).toString('latin1')
    },
    writeError(text) {
      ended.err += text
    },
    ...given,
  }
  const exit = await runProgram(args, '0.0.0', around)
  return { exit, ...ended }
}

/**
 * A person who answers so, one after another, and then leaves. An answer may be a function: what happens while the person
 * looks at the question.
 */
export function scripted(answers: (string | (() => Promise<string>))[], asked: string[] = []): Dialog {
  const left = [...answers]
  const next = async (question: string) => {
    asked.push(question)
    const answer = left.shift()
    return typeof answer === 'function' ? answer() : answer
  }
  return { key: next, line: next, close: () => undefined }
}

function notHere(): Promise<never> {
  throw new Error('no test serves in its own process')
}
