// Goal: no save that was acknowledged is undone by another one that did not know of it (rows 5 and 6).
// Method: many callers in one process, and 2 and 5 server processes on one home, save at once: different skills, the same
// skill against a version (one may win), the same skill by edits of distinct places (all must survive).
import { expect, test } from 'vitest'
import { z } from 'zod'
import { tempFolder } from '../support/temp-home.ts'
import { type AttachedServer, startStdio } from './support/attached-server.ts'
import { homeFaults } from './support/home-faults.ts'
import { contentOf, createPledges, textOf } from './support/pledges.ts'

const CALLERS = 32
const SAVES = 50
const PROCESSES = [2, 5]
const RACES = 40
const EDITS = 20

test(`one process, ${CALLERS} callers, ${SAVES} saves each: none is lost`, async () => {
  const home = tempFolder()
  const server = await startStdio(home)
  const pledges = createPledges()
  await together(CALLERS, async (caller) => {
    for (let save = 0; save < SAVES; save++) {
      const name = `caller-${caller}/skill-${save}`
      expect(await pledges.save(server, name, textOf(name, save, 20))).toBe(true)
    }
  })
  expect(await pledges.broken(server)).toEqual([])
  expect(homeFaults(home)).toEqual([])
  await server.stop()
  console.log(`lost-updates: 0 of ${pledges.acknowledged()} lost in one process`)
})

for (const processes of PROCESSES) {
  test(`${processes} processes, different skills: none is lost`, async () => {
    const home = tempFolder()
    const servers = await startMany(home, processes)
    const pledges = createPledges()
    await together(processes, async (p) => {
      for (let save = 0; save < SAVES; save++) {
        const name = `shared-folder/skill-${p}-${save}`
        expect(await pledges.save(servers[p]!, name, textOf(name, save, 20))).toBe(true)
      }
    })
    for (const server of servers) expect(await pledges.broken(server)).toEqual([])
    await stopAll(servers)
    expect(homeFaults(home)).toEqual([])
  })

  test(`${processes} processes save one skill against the version they read: one wins, the others are told`, async () => {
    const home = tempFolder()
    const servers = await startMany(home, processes)
    const name = 'contended/skill'
    for (let race = 0; race < RACES; race++) {
      const saves = servers.map((server, p) =>
        server.call('save_skill', { name, content: textOf(`process ${p}`, race, 5), expectedVersion: race }),
      )
      const answers = await Promise.all(saves)
      const winners = answers.flatMap((answer, p) => (answer.refused ? [] : [p]))
      expect(winners, `race ${race}`).toHaveLength(1)
      for (const loser of answers.filter((answer) => answer.refused)) expect(loser.text).toMatch(/^conflict: /)
      const standing = await Promise.all(servers.map((server) => contentOf(server, name)))
      expect(new Set(standing)).toEqual(new Set([textOf(`process ${winners[0]}`, race, 5)]))
    }
    await stopAll(servers)
    expect(homeFaults(home)).toEqual([])
  })

  test(`${processes} processes edit distinct places of one skill: every edit survives`, async () => {
    const home = tempFolder()
    const servers = await startMany(home, processes)
    const name = 'edited/skill'
    const places = servers.flatMap((_, p) => Array.from({ length: EDITS }, (_, i) => `[place ${p}.${i}]`))
    await servers[0]!.call('save_skill', { name, content: places.map((place) => `${place} open`).join('\n') })
    await together(processes, async (p) => {
      for (let i = 0; i < EDITS; i++) {
        const edit = { old_string: `[place ${p}.${i}] open`, new_string: `[place ${p}.${i}] done` }
        const answer = await servers[p]!.call('edit_skill', { name, ...edit })
        expect(answer.refused, answer.text).toBe(false)
      }
    })
    expect(await contentOf(servers[0]!, name)).toBe(places.map((place) => `${place} done`).join('\n'))
    expect(await versionOf(servers[0]!, name)).toBe(1 + processes * EDITS)
    await stopAll(servers)
    expect(homeFaults(home)).toEqual([])
  })
}

function together(count: number, work: (i: number) => Promise<void>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, (_, i) => work(i)))
}

function startMany(home: string, count: number): Promise<AttachedServer[]> {
  return Promise.all(Array.from({ length: count }, () => startStdio(home)))
}

async function stopAll(servers: AttachedServer[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()))
}

async function versionOf(server: AttachedServer, name: string): Promise<number> {
  return z.object({ version: z.number() }).parse((await server.call('get_skill', { name })).data).version
}
