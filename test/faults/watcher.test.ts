// Goal: the library equals the disk, also when nobody tells the server of a change (rows 12 and 13).
// Method: people's programs write, rename and delete skill files in a storm, swap the whole folder, and take away the
// kernel's watches; list_skills, get_skill and recall_skills must show what stands on the disk.
import { mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { tempFolder } from '../support/temp-home.ts'
import { type AttachedServer, startStdio } from './support/attached-server.ts'
import { linux, root, skipUnless, writable } from './support/needs.ts'
import { contentOf } from './support/pledges.ts'
import { dice as throwDice } from './support/random.ts'
import { becomes } from './support/waiting.ts'

const STORM_CHANGES = 3_000
const STORM_SKILLS = 150
const STORM_MS_MAX = 1_000
const SWAP_MS_MAX = 10_000
// Of the skills, how many are also asked for by their newest words.
const RECALLED = 20
const WATCHES_MAX = '/proc/sys/fs/inotify/max_user_watches'

const listSchema = z.object({ skills: z.array(z.object({ name: z.string(), summary: z.string() })) })
const recallSchema = z.object({ hits: z.array(z.object({ name: z.string() })) })

/** What ought to be there: name to save number. */
type Disk = Map<string, number>

test(`a storm of ${STORM_CHANGES} changes is level ${STORM_MS_MAX} ms after the last one`, async () => {
  const dice = throwDice()
  const home = tempFolder()
  const server = await startStdio(home)
  const skills = join(home, 'skills/storm')
  mkdirSync(skills)
  const disk: Disk = new Map()
  for (let change = 1; change <= STORM_CHANGES; change++) {
    const name = skillName(dice.below(STORM_SKILLS))
    const path = join(skills, `${name}.json`)
    const kind = dice.below(3)
    if (kind === 2 && disk.delete(name)) unlinkSync(path)
    else {
      disk.set(name, change)
      if (kind === 0) writeFileSync(path, fileOf(name, change))
      else {
        writeFileSync(`${path}.part`, fileOf(name, change))
        renameSync(`${path}.part`, path)
      }
    }
    if (change % 50 === 0) await breathe()
  }
  const ms = await level(server, disk, STORM_MS_MAX)
  await server.stop()
  console.log(`watcher: ${STORM_CHANGES} changes, ${disk.size} skills left, level after ${ms} ms`)
})

test('an edit in place shows up in recall', async () => {
  const home = tempFolder()
  const disk = placeSkills(home, 3, 1)
  const server = await startStdio(home)
  await level(server, disk, STORM_MS_MAX)
  const path = join(home, 'skills/storm', `${skillName(0)}.json`)
  // The same number of bytes in the same file, as an editor that writes in place would.
  writeFileSync(path, fileOf(skillName(0), 2))
  disk.set(skillName(0), 2)
  const ms = await level(server, disk, STORM_MS_MAX)
  await server.stop()
  console.log(`watcher: an edit in place is level after ${ms} ms`)
})

const SWAPS: [how: string, swap: (home: string) => void][] = [
  [
    'renamed away and replaced by another',
    (home) => {
      mkdirSync(join(home, 'elsewhere/skills/storm'), { recursive: true })
      placeSkills(join(home, 'elsewhere'), 100, 2)
      renameSync(join(home, 'skills'), join(home, 'skills-before'))
      renameSync(join(home, 'elsewhere/skills'), join(home, 'skills'))
    },
  ],
  [
    'deleted and made anew',
    (home) => {
      rmSync(join(home, 'skills'), { recursive: true })
      placeSkills(home, 100, 2)
    },
  ],
]

for (const [how, swap] of SWAPS) {
  test(`the skills folder ${how}: nothing stale after ${SWAP_MS_MAX} ms, and later edits are seen too`, async () => {
    const home = tempFolder()
    const before = placeSkills(home, 200, 1)
    const server = await startStdio(home)
    await level(server, before, STORM_MS_MAX)
    swap(home)
    const after: Disk = new Map(Array.from({ length: 100 }, (_, i) => [skillName(i), 2]))
    const swapped = await level(server, after, SWAP_MS_MAX)
    for (let i = 0; i < 100; i++)
      writeFileSync(join(home, 'skills/storm', `${skillName(i)}.json`), fileOf(skillName(i), 3))
    const edited = await level(server, new Map([...after.keys()].map((name) => [name, 3])), SWAP_MS_MAX)
    expect(await server.call('save_skill', { name: 'storm/saved', content: 'Saved after the swap.' })).toMatchObject({
      refused: false,
    })
    await server.stop()
    console.log(`watcher: folder ${how}: level after ${swapped} ms, later edits after ${edited} ms`)
  })
}

test(`no watches left: nothing stale after ${SWAP_MS_MAX} ms, and a warning`, async (ctx) => {
  skipUnless(ctx, linux, root, writable(WATCHES_MAX))
  const before = readFileSync(WATCHES_MAX, 'utf8')
  onTestFinished(() => writeFileSync(WATCHES_MAX, before))
  writeFileSync(WATCHES_MAX, '1')
  const home = tempFolder()
  const first = placeSkills(home, 60, 1)
  const server = await startStdio(home)
  await level(server, first, STORM_MS_MAX)
  for (let i = 0; i < 60; i++)
    writeFileSync(join(home, 'skills/storm', `${skillName(i)}.json`), fileOf(skillName(i), 2))
  const ms = await level(server, new Map([...first.keys()].map((name) => [name, 2])), SWAP_MS_MAX)
  expect(server.stderr()).toMatch(/watch/i)
  await server.stop()
  console.log(`watcher: without watches level after ${ms} ms; warned: ${server.stderr().trim().split('\n')[0]}`)
})

function skillName(i: number): string {
  return `skill-${i}`
}

// One word of letters for each save of each skill, so that recall can find it; always as long, so that only time and
// bytes tell of a rewrite.
function saveWord(name: string, save: number): string {
  const number = Number(name.slice('skill-'.length)) * 10_000 + save
  const letters = [...String(number).padStart(7, '0')].map((digit) => 'abcdefghij'[Number(digit)])
  return `zq${letters.join('')}vox`
}
const SAVE_WORD = /zq[a-j]{7}vox/

function fileOf(name: string, save: number): string {
  const summary = `Handle the ${name} of ${saveWord(name, save)}`
  return JSON.stringify({ name: `storm/${name}`, summary, content: `# ${summary}` })
}

function placeSkills(home: string, count: number, save: number): Disk {
  const folder = join(home, 'skills/storm')
  mkdirSync(folder, { recursive: true })
  for (let i = 0; i < count; i++) writeFileSync(join(folder, `${skillName(i)}.json`), fileOf(skillName(i), save))
  return new Map(Array.from({ length: count }, (_, i) => [skillName(i), save]))
}

/** Waits until the server shows exactly what is on the disk, in every way it shows skills. @returns the milliseconds. */
async function level(server: AttachedServer, disk: Disk, msMax: number): Promise<number> {
  const expected = [...disk].map(([name, save]) => `storm/${name}: ${saveWord(name, save)}`).sort()
  const same = (shown: string[]) => JSON.stringify(shown) === JSON.stringify(expected)
  const ms = await becomes(() => listed(server), same, msMax)
  for (const [name, save] of disk) expect(await contentOf(server, `storm/${name}`)).toContain(saveWord(name, save))
  for (const [name, save] of [...disk].slice(0, RECALLED)) {
    const message = `Handle the ${saveWord(name, save)}`
    const { hits } = recallSchema.parse((await server.call('recall_skills', { message, force: true })).data)
    expect(hits.map((hit) => hit.name)).toContain(`storm/${name}`)
  }
  return ms
}

/** Each listed skill of the storm with the save that its summary tells of. */
async function listed(server: AttachedServer): Promise<string[]> {
  const { data } = await server.call('list_skills', { prefix: 'storm/', limit: 500 })
  const { skills } = listSchema.parse(data)
  return skills.map((skill) => `${skill.name}: ${SAVE_WORD.exec(skill.summary)?.[0]}`).sort()
}
