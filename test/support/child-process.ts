// Starts one of the programs in children/ and talks to it by messages. None outlives its test.
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'

export type Child = {
  pid: number
  /** The next message of the child. */
  heard(): Promise<unknown>
  ask(question: string | object): Promise<unknown>
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  /** Resolves with its exit code, or null when it was killed. */
  ended(): Promise<number | null>
}

export function startChild(program: string, ...args: string[]): Child {
  const child = fork(join(inject('childrenFolder'), `${program}.js`), args)
  const exit = once(child, 'exit') as Promise<[number | null]>
  onTestFinished(() => void child.kill('SIGKILL'))
  const heard = async () => (await once(child, 'message'))[0] as unknown
  return {
    pid: pidOf(child),
    heard,
    ask(question) {
      child.send(question)
      return heard()
    },
    signal: (signal) => void child.kill(signal),
    ended: async () => (await exit)[0],
  }
}

/** The pid of a process that has just ended. */
export function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the child did not start')
  return child.pid
}
