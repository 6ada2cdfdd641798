// Goal: there is no system call at which SIGKILL does harm (row 3).
// Method: one save is traced to count the calls of each thread; then the same save is made again and again, the server
// killed at the first call, at the second and so on. After each kill the old skill or the new one must be there, whole.
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { type AttachedServer, startStdio } from './support/attached-server.ts'
import { homeFaults } from './support/home-faults.ts'
import { linux, skipUnless, strace } from './support/needs.ts'
import { createPledges, textOf } from './support/pledges.ts'
import { fileThread, ONE_FILE_THREAD, traceThread } from './support/tracing.ts'

// Every call that changes something on the disk or tells a client about it; processors differ in which they have.
const FILE_CALLS = 'openat mkdir mkdirat fsync fdatasync rename renameat renameat2 unlink unlinkat close'
const WRITE_CALLS = 'write writev pwrite64 sendto sendmsg'
const CALLS = [...FILE_CALLS.split(' '), ...WRITE_CALLS.split(' ')]
const LINES = 40

type Save = { kind: 'create' | 'overwrite'; nameOf: (point: number) => string }
type ThreadOf = (server: AttachedServer) => number

const SAVES: Save[] = [
  // A folder of its own each time, so that making the folders is among the points.
  { kind: 'create', nameOf: (point) => `created-${point}/skill` },
  { kind: 'overwrite', nameOf: () => 'overwritten/skill' },
]
const THREADS: [name: string, threadOf: ThreadOf][] = [
  ['file', (server) => fileThread(server.pid)],
  ['main', (server) => server.pid],
]

for (const save of SAVES) {
  for (const [threadName, threadOf] of THREADS) {
    test(`${save.kind}, killed at every call of the ${threadName} thread`, async (ctx) => {
      skipUnless(ctx, linux, strace)
      const { points, kills } = await killAtEachCall(save, threadOf)
      console.log(
        `crash-points: ${save.kind}, ${threadName} thread: ${kills} kills at ${points} points, 0 lost, 0 torn`,
      )
      expect(kills).toBeGreaterThan(0)
    })
  }
}

/** Some points pass without a kill, because not every run makes the same number of calls. */
async function killAtEachCall(save: Save, threadOf: ThreadOf): Promise<{ points: number; kills: number }> {
  const home = tempFolder()
  const pledges = createPledges()
  const start = () => startStdio(home, { env: ONE_FILE_THREAD })
  const saveAt = (point: number) => {
    const name = save.nameOf(point)
    return pledges.save(server, name, textOf(name, point, LINES))
  }
  let server = await start()
  if (save.kind === 'overwrite') await saveAt(0)
  const injections = await pointsOf(threadOf(server), () => saveAt(1))
  let kills = 0
  for (const [i, injection] of injections.entries()) {
    const point = i + 2
    const trace = await traceThread(threadOf(server), injection)
    const died = await saveAt(point).then(
      () => false,
      () => true,
    )
    await trace.detach()
    // The last calls come after the answer: whoever is doomed there dies a moment later and is gone when asked.
    if (died || !(await answers(server))) {
      kills++
      server = await start()
    }
    expect(await pledges.broken(server), injection).toEqual([])
    expect(homeFaults(home), injection).toEqual([])
  }
  await server.stop()
  return { points: injections.length, kills }
}

/** One injection for each call that the thread makes while `work` is done. */
async function pointsOf(thread: number, work: () => Promise<unknown>): Promise<string[]> {
  const trace = await traceThread(thread)
  await work()
  const seen = (await trace.detach()).split('\n')
  return CALLS.flatMap((call) => {
    const made = seen.filter((line) => line.startsWith(`${call}(`))
    return made.map((_, i) => `inject=${call}:signal=KILL:when=${i + 1}`)
  })
}

async function answers(server: AttachedServer): Promise<boolean> {
  return server.call('list_skills', { limit: 1 }).then(
    () => true,
    () => false,
  )
}
