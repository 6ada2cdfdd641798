// A person before the built program: at a pseudo-terminal where the machine can make one, and with the operator's token and
// lines through a pipe. What is typed is typed when the program has asked, as a person does.
import { spawn, spawnSync } from 'node:child_process'
import { inject } from 'vitest'
import { place } from './run-program.ts'

export const TOKEN = 'token-of-the-operator-0123456789-0123456789-abc'

const CAN_MAKE_TERMINAL = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')

/** @property keys what is pressed, or the signal that comes, when `after` is on the screen. */
export type Typed = { after: string; keys: string } | { after: string; signal: NodeJS.Signals }
export type Way = 'terminal' | 'pipe'
/** Those that this machine has. */
export const WAYS: Way[] = CAN_MAKE_TERMINAL ? ['terminal', 'pipe'] : ['pipe']

/** @param then a shell command that looks at the terminal when the program has ended; not run for a pipe. */
export function asPerson(
  way: Way,
  args: string[],
  home: string,
  typed: Typed[],
  then = 'true',
): Promise<{ exit: number | null; seen: string }> {
  const isTerminal = way === 'terminal'
  const program = [process.execPath, inject('program'), ...args, '--home', home]
  const quoted = program.map((word) => `'${word}'`).join(' ')
  if (!isTerminal) place(home, 'cortex/operator-token', TOKEN)
  const token = isTerminal ? {} : { SKILL_CORTEX_OPERATOR_TOKEN: TOKEN }
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', NO_COLOR: '1', ...token }
  const child = isTerminal
    ? spawn(
        'script',
        ['-qec', `sh -c 'echo pid $$; exec "$@"' sh ${quoted}; code=$?; ${then}; exit $code`, '/dev/null'],
        { env },
      )
    : spawn(program[0]!, program.slice(1), { env })
  return new Promise((resolve) => {
    const left = [...typed]
    let seen = ''
    let searched = 0
    const look = (chunk: Buffer) => {
      seen += String(chunk)
      const [next] = left
      const at = next === undefined ? -1 : seen.indexOf(next.after, searched)
      if (next === undefined || at < 0) return
      left.shift()
      searched = at + next.after.length
      if ('signal' in next) process.kill(Number(/^pid (\d+)/.exec(seen)?.[1] ?? child.pid), next.signal)
      // A terminal takes single keys; a pipe takes lines, and its end is leaving.
      else if (isTerminal) child.stdin.write(next.keys)
      else if (next.keys === '\u0003') child.stdin.end()
      else child.stdin.write(next.keys.endsWith('\n') ? next.keys : `${next.keys}\n`)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('close', (exit) => {
      resolve({ exit, seen: seen.replaceAll('\r\n', '\n') })
    })
  })
}
