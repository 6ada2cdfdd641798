// Goal: nobody waits for a process that is gone (row 2).
// Method: a skill's lock stands on disk in the name of a process that has ended, that has ended and was never asked how (a
// zombie), or whose number has gone to another one. A save must pass it over at once, and a start must clear it away.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { startStdio } from './support/attached-server.ts'
import { placeLock, processStat } from './support/foreign-lock.ts'
import { homeFaults } from './support/home-faults.ts'
import { linux, skipUnless } from './support/needs.ts'
import { becomes } from './support/waiting.ts'

const SAVE_MS_MAX = 1_000
const ZOMBIE_MS_MAX = 5_000

const HOLDERS: [who: string, place: (home: string) => Promise<void>][] = [
  ['has ended', async (home) => placeLock(home, 'held/skill', spawnSync('true').pid, '1')],
  ['is a zombie', async (home) => placeLock(home, 'held/skill', await zombie())],
  ['gave its number to another', async (home) => placeLock(home, 'held/skill', process.pid, '1')],
]

for (const [who, place] of HOLDERS) {
  test(`a lock whose holder ${who} is passed over at once, and cleared away by the next start`, async (ctx) => {
    skipUnless(ctx, linux)
    const home = tempFolder()
    const server = await startStdio(home)
    await place(home)
    const began = performance.now()
    const answer = await server.call('save_skill', { name: 'held/skill', content: 'Saved past the lock.' })
    expect(answer.refused, answer.text).toBe(false)
    expect(performance.now() - began).toBeLessThan(SAVE_MS_MAX)
    await server.stop()

    await place(home)
    const next = await startStdio(home)
    expect(homeFaults(home)).toEqual([])
    await next.stop()
  })
}

/** A process that has ended under a parent that never asks for its end, as careless clients leave their servers. */
async function zombie(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [line] = await once(parent.stdout, 'data')
  const pid = Number(line)
  await becomes(
    async () => processStat(pid).state,
    (state) => state === 'Z',
    ZOMBIE_MS_MAX,
  )
  return pid
}
