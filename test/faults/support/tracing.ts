// strace on a server that runs: what it asks the kernel for, and faults put into the answers. Attached after the start,
// so that call number one is the first of what the test does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempFolder } from '../../support/temp-home.ts'

/** With this all file work of a server runs on one thread, in an order that can be counted. */
export const ONE_FILE_THREAD = { UV_THREADPOOL_SIZE: '1' }

export type Trace = {
  /** Ends the tracing, and with it every injected fault; the traced process goes on. Returns what was seen. */
  detach(): Promise<string>
}

/** @param expressions strace's `-e` expressions, such as `inject=fsync:error=EIO`. */
export function traceProcess(pid: number, ...expressions: string[]): Promise<Trace> {
  return attach(['-f', '-y', '-p', String(pid)], expressions)
}

/** One thread alone, because `when=N` counts per thread. */
export function traceThread(thread: number, ...expressions: string[]): Promise<Trace> {
  return attach(['-p', String(thread)], expressions)
}

async function attach(target: string[], expressions: string[]): Promise<Trace> {
  const output = join(tempFolder(), 'trace')
  const strace = spawn('strace', [...target, '-s', '64', '-o', output, ...expressions.flatMap((e) => ['-e', e])])
  onTestFinished(() => void strace.kill('SIGKILL'))
  const exited = once(strace, 'exit')
  await attached(strace.stderr)
  return {
    async detach() {
      strace.kill('SIGINT')
      await exited
      return readFileSync(output, 'utf8')
    },
  }
}

async function attached(stderr: NodeJS.ReadableStream): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    stderr.on('data', (chunk) => {
      said += chunk
      if (/ attached/.test(said)) resolve()
    })
    stderr.once('end', () => reject(new Error(`strace could not attach: ${said}`)))
  })
}

/**
 * The thread of a server started with ONE_FILE_THREAD that does what may take long (syncs): the one, beside the main, that
 * has read most, because the modules were loaded through it. Every other call of a save is the main thread's.
 */
export function fileThread(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).filter((thread) => Number(thread) !== pid)
  const read = (thread: string) =>
    Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/task/${thread}/io`, 'utf8'))?.[1])
  return Number(threads.reduce((most, thread) => (read(thread) > read(most) ? thread : most)))
}
