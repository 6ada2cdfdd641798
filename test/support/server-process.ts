// The built server as its users start it: a process of its own, on stdio or on a free port of the loopback address.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export const MAIN = join(import.meta.dirname, '../../dist/main.js')
const START_MS_MAX = 20_000

export type ServerProcess = {
  child: ChildProcessWithoutNullStreams
  pid: number
  stdout(): string
  stderr(): string
  /** The exit code, or the signal's name for a process that was killed. */
  ended: Promise<number | string>
  stop(): Promise<void>
}

/** @param env added to a bare environment: what the developer has set must not change a test. */
export function startProcess(args: string[], env: Record<string, string> = {}): ServerProcess {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env.PATH ?? '', ...env } })
  if (child.pid === undefined) throw new Error('the server did not start')
  const out = collected(child.stdout)
  const err = collected(child.stderr)
  // A test may write to a server that has just ended; what it then waits for says more than this error.
  child.stdin.on('error', () => {})
  const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? 'unknown')
  return {
    child,
    pid: child.pid,
    stdout: out,
    stderr: err,
    ended,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export type HttpServer = ServerProcess & { url: string; port: number }

export async function startHttpServer(
  home: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<HttpServer> {
  const server = startProcess(['serve', '--home', home, '--port', '0', ...args], env)
  const url = await addressOf(server)
  return { ...server, url, port: Number(new URL(url).port) }
}

/** Ties the server's life to the test that is running. */
export async function forThisTest<S extends { stop(): Promise<void> }>(starting: S | Promise<S>): Promise<S> {
  const server = await starting
  onTestFinished(server.stop)
  return server
}

function addressOf(server: ServerProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}: ${server.stderr()}`))
    const timer = setTimeout(() => fail('no address was printed'), START_MS_MAX)
    const look = () => {
      const url = / at (http:\/\/\S+)/.exec(`${server.stdout()}\n${server.stderr()}`)?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    }
    server.child.stdout.on('data', look)
    server.child.stderr.on('data', look)
    server.ended.then((code) => fail(`the server ended with ${code}`)).catch(reject)
  })
}

function collected(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return () => text
}
