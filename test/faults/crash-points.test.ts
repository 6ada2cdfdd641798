// Goal: there is no system call at which SIGKILL does harm (row 3).
// Method: one save is traced to count the calls of each thread; then the same save is made again and again, the server
// killed at the first call, at the second and so on. After each kill the old skill or the new one must be there, whole.
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { type AttachedServer, startStdio } from './support/attached-server.ts'
import { homeFaults } from './support/home-faults.ts'
import { linux, skipUnless, strace } from './support/needs.ts'
import { contentOf, createPledges, textOf } from './support/pledges.ts'
import { fileThread, ONE_FILE_THREAD, traceThread } from './support/tracing.ts'

// Every call that changes something on the disk or tells a client about it; processors differ in which they have.
const CALLS = [
  'openat',
  'mkdir',
  'mkdirat',
  'write',
  'writev',
  'pwrite64',
  'sendto',
  'sendmsg',
  'fsync',
  'fdatasync',
  'rename',
  'renameat',
  'renameat2',
  'unlink',
  'unlinkat',
  'close',
]
const LINES = 40

type Victim = { server: AttachedServer; thread: (server: AttachedServer) => number }
type Save = { kind: 'create' | 'overwrite'; nameOf: (point: number) => string }

const SAVES: Save[] = [
  // A folder of its own each time, so that making the folders is among the points.
  { kind: 'create', nameOf: (point) => `created-${point}/skill` },
  { kind: 'overwrite', nameOf: () => 'overwritten/skill' },
]
const THREADS: [name: string, thread: Victim['thread']][] = [
  ['file', (server) => fileThread(server.pid)],
  ['main', (server) => server.pid],
]

const start = (home: string) => startStdio(home, { env: ONE_FILE_THREAD })

for (const save of SAVES) {
  for (const [threadName, thread] of THREADS) {
    test(`${save.kind}, killed at every call of the ${threadName} thread`, async (ctx) => {
      skipUnless(ctx, linux, strace)
      const home = tempFolder()
      const pledges = createPledges()
      let server = await start(home)
      if (save.kind === 'overwrite') await pledges.save(server, save.nameOf(0), textOf('the first', 0, LINES))
      const counts = await countCalls({ server, thread }, () =>
        pledges.save(server, save.nameOf(0), textOf('the traced', 0, LINES)),
      )
      let points = 0
      let kills = 0
      for (const [call, count] of counts) {
        for (let when = 1; when <= count; when++) {
          points++
          const name = save.nameOf(points)
          const killed = await killedAt({ server, thread }, `inject=${call}:signal=KILL:when=${when}`, () =>
            pledges.save(server, name, textOf(name, points, LINES)),
          )
          if (killed) {
            kills++
            server = await start(home)
          }
          expect(await pledges.broken(server), `${call} ${when}`).toEqual([])
          expect(homeFaults(home), `${call} ${when}`).toEqual([])
          if (!killed) expect(await contentOf(server, name)).toBe(textOf(name, points, LINES))
        }
      }
      await server.stop()
      console.log(
        `crash-points: ${save.kind}, ${threadName} thread: ${kills} kills at ${points} points, 0 lost, 0 torn`,
      )
      expect(kills).toBeGreaterThan(0)
    })
  }
}

async function countCalls(victim: Victim, work: () => Promise<unknown>): Promise<[call: string, count: number][]> {
  const trace = await traceThread(victim.thread(victim.server))
  await work()
  const seen = await trace.detach()
  const count = (call: string) => seen.split('\n').filter((line) => line.startsWith(`${call}(`)).length
  return CALLS.map((call) => [call, count(call)])
}

/** @returns false when the save came through before its thread had made that many calls: not every run makes the same. */
async function killedAt(victim: Victim, injection: string, work: () => Promise<unknown>): Promise<boolean> {
  const trace = await traceThread(victim.thread(victim.server), injection)
  const survived = await work().then(
    () => true,
    () => false,
  )
  await trace.detach()
  // The last calls come after the answer: whoever is doomed there dies a moment later and is gone when asked.
  return !survived || !(await answers(victim.server))
}

async function answers(server: AttachedServer): Promise<boolean> {
  return server.call('list_skills', { limit: 1 }).then(
    () => true,
    () => false,
  )
}
