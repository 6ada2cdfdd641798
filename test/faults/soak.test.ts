// Goal: a server that runs for long does not rot (row 38).
// Method: loads, recalls and saves on one stdio connection; its memory, open files and stderr are watched, and in the end
// it must be gone within a second after its input. SOAK_CALLS=1000000 is the full bar.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { type AttachedServer, startStdio } from './support/attached-server.ts'
import { linux, skipUnless } from './support/needs.ts'
import { textOf } from './support/pledges.ts'

const SOAK_CALLS = Number(process.env.SOAK_CALLS ?? 20_000)
const CALLERS = 8
const SKILLS = 200
const CHECKPOINTS = 30
const EXIT_MS_MAX = 1_000
const RSS_GROWTH_MAX = 0.1

test(`${SOAK_CALLS} calls: memory bounded, files flat, no warnings, exit in time`, async (ctx) => {
  skipUnless(ctx, linux)
  const server = await startStdio(tempFolder())
  for (let i = 0; i < SKILLS; i++) await call(server, i, 'save_skill')
  const rss: number[] = []
  const files: number[] = []
  for (let checkpoint = 0; checkpoint <= CHECKPOINTS; checkpoint++) {
    if (checkpoint > 0) await work(server, checkpoint)
    rss.push(rssMib(server.pid))
    files.push(openFiles(server.pid))
  }
  const began = performance.now()
  await server.stop()
  const exitMs = Math.round(performance.now() - began)
  console.log(`soak: ${SOAK_CALLS} calls, RSS MiB ${rss.join(' ')}, open files ${files.join(' ')}, exit ${exitMs} ms`)

  // Memory breathes with the garbage collector, in breaths as long as a third. A leak raises both peaks and troughs. The
  // first third fills caches.
  const third = CHECKPOINTS / 3
  const [middle, last] = [rss.slice(third + 1, 2 * third + 1), rss.slice(2 * third + 1)]
  const growth = Math.min(Math.max(...last) / Math.max(...middle), Math.min(...last) / Math.min(...middle)) - 1
  expect(growth).toBeLessThanOrEqual(RSS_GROWTH_MAX)
  expect(files.at(-1)!).toBeLessThanOrEqual(files[1]! + 2)
  expect(server.stderr()).not.toMatch(/MaxListeners|warning/i)
  expect(exitMs).toBeLessThanOrEqual(EXIT_MS_MAX)
})

async function work(server: AttachedServer, checkpoint: number): Promise<void> {
  const calls = Math.round(SOAK_CALLS / CHECKPOINTS / CALLERS)
  const caller = async (c: number) => {
    for (let i = 0; i < calls; i++) await call(server, checkpoint * calls * CALLERS + i * CALLERS + c, toolOf(i))
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, c) => caller(c)))
}

// Reading is what a library is for: one save in twenty calls.
function toolOf(i: number): 'save_skill' | 'get_skill' | 'recall_skills' {
  return i % 20 === 0 ? 'save_skill' : i % 2 === 0 ? 'get_skill' : 'recall_skills'
}

async function call(server: AttachedServer, i: number, tool: ReturnType<typeof toolOf>): Promise<void> {
  const name = `soak/skill-${i % SKILLS}`
  const args = {
    // Forced, because the texts are nearly the same.
    save_skill: { name, content: textOf(name, i, 20), force: true },
    get_skill: { name },
    recall_skills: { message: `save line of skill ${i % SKILLS}`, force: i % 3 === 0 },
  }
  const answer = await server.call(tool, args[tool])
  expect(answer.refused, answer.text).toBe(false)
}

function rssMib(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
