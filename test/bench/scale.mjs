// Row 37: what grows with the library. Start to the first tools/list beside the official skills loader on the same texts,
// a page of the list, recall, one edit by hand until recall shows it, one save, and memory.
import { spawn } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, pairedRatio, quantile } from './figures.mjs'
import { generatedSkill, messageFor } from './generated-skills.mjs'
import { generatedSkills, settleDisk, temporaryFolder, writeHome, writeSkillFolders } from './homes.mjs'
import { inTurns } from './load.mjs'
import { rssMiB } from './mcp-servers.mjs'
import { startRaw } from './raw-stdio.mjs'

const START_RATIO_MAX = 1
const CHANGE_MS_MAX = 100
const RSS_MIB_MAX = 300
const SHOWN_MS_MAX = 15_000

/** @typedef {ReturnType<typeof startRaw>} Raw */

/** @param {import('./run.mjs').Setting} setting @returns {Promise<import('./table.mjs').Answer>} */
export async function measureScale({ dist, disk, quick }) {
  const sizes = quick ? [100, 500] : [100, 1_000, 10_000]
  const pace = quick ? { starts: 1, recalls: 20, changes: 3 } : { starts: 5, recalls: 200, changes: 9 }
  const rows = []
  for (const skills of sizes) rows.push(await measured(skills, pace, dist, disk))
  return {
    question: 'scale',
    title: 'the same with more skills of 3 KB (milliseconds unless said otherwise)',
    rows,
    bars: rows.flatMap(barsOf),
  }
}

/** @param {number} size @param {{ starts: number, recalls: number, changes: number }} pace @param {string} dist @param {string} disk */
async function measured(size, pace, dist, disk) {
  const folder = temporaryFolder(disk)
  const home = join(folder, 'home')
  const catalog = join(folder, 'catalog')
  const skills = generatedSkills(size)
  await writeHome(home, skills, dist)
  writeSkillFolders(catalog, skills)
  settleDisk()
  const args = [join(dist, 'main.js'), 'stdio', '--home', home]
  const starts = await inTurns(
    { ours: () => startedOurs(args), loader: () => startedLoader(catalog, size) },
    pace.starts,
  )
  const row = {
    skills: size,
    startOfLoader: pairedRatio(
      starts.ours.map((s) => s.ms),
      starts.loader.map((s) => s.ms),
    ),
    startMs: median(starts.ours.map((s) => s.ms)),
    loaderMs: median(starts.loader.map((s) => s.ms)),
    ...(await running(args, home, size, pace)),
    loaderRssMiB: median(starts.loader.map((s) => s.rssMiB)),
  }
  return row
}

/** @param {string[]} args @returns {Promise<{ ms: number, rssMiB: number }>} from spawn to the answer to tools/list */
async function startedOurs(args) {
  const begin = performance.now()
  const server = startRaw(args)
  await server.initialize()
  await server.ask('tools/list')
  const ms = performance.now() - begin
  const rss = rssMiB(server.pid)
  await server.end()
  return { ms, rssMiB: rss }
}

/** @param {string} catalog @param {number} size @returns {Promise<{ ms: number, rssMiB: number }>} from spawn to the loaded catalog */
async function startedLoader(catalog, size) {
  const begin = performance.now()
  const args = [join(import.meta.dirname, 'load-catalog.mjs'), catalog]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const text = await new Promise((resolve) => child.stdout.once('data', (data) => resolve(String(data))))
  const ms = performance.now() - begin
  await gone
  const { skills, rssMiB } = JSON.parse(text)
  if (skills !== size) throw new Error(`the loader took ${skills} of ${size} skills, so the two are not comparable`)
  return { ms, rssMiB }
}

/** @param {string[]} args @param {string} home @param {number} size @param {{ recalls: number, changes: number }} pace */
async function running(args, home, size, pace) {
  const server = startRaw(args)
  await server.initialize()
  const startRssMiB = rssMiB(server.pid)
  const recalls = await repeated(pace.recalls, (i) =>
    call(server, 'recall_skills', { message: messageFor((i * 7919) % size), force: true }),
  )
  const lists = await repeated(pace.changes * 3, () => call(server, 'list_skills', {}))
  const inPlace = await repeated(pace.changes, (i) =>
    edited(server, home, i, (path, text) => writeFileSync(path, text)),
  )
  const replaced = await repeated(pace.changes, (i) =>
    edited(server, home, pace.changes + i, (path, text) => {
      writeFileSync(`${path}.swap`, text)
      renameSync(`${path}.swap`, path)
    }),
  )
  const saves = await repeated(pace.changes, (i) =>
    // Forced, because generated skills are nearly the same.
    call(server, 'save_skill', { name: `bench/saved-${i}`, content: generatedSkill(size + i).content, force: true }),
  )
  const rss = rssMiB(server.pid)
  await server.end()
  return {
    recallP50: median(recalls),
    recallP95: quantile(recalls, 0.95),
    listP50: median(lists),
    editInPlace: median(inPlace),
    editReplaced: median(replaced),
    saveP50: median(saves),
    startRssMiB,
    rssMiB: rss,
  }
}

/** @param {number} times @param {(index: number) => Promise<unknown>} work @returns {Promise<number[]>} milliseconds each */
async function repeated(times, work) {
  const took = []
  for (let i = 0; i < times; i++) {
    const begin = performance.now()
    await work(i)
    took.push(performance.now() - begin)
  }
  return took
}

/** @param {Raw} server @param {string} name @param {object} args @returns {Promise<any>} */
async function call(server, name, args) {
  const result = await server.ask('tools/call', { name, arguments: args })
  if (result === undefined || result.isError) throw new Error(`${name} failed: ${JSON.stringify(result)}`)
  return result.structuredContent
}

/**
 * Puts a word nobody else uses into a skill's file and asks until recall brings that skill up.
 * @param {Raw} server @param {string} home @param {number} number which skill
 * @param {(path: string, text: string) => void} write
 */
async function edited(server, home, number, write) {
  const skill = generatedSkill(number)
  const word = `xylo${'abcdefghijklmnopqrstuvwxyz'[number % 26]}qua${Date.now().toString(36)}`
  const summary = `${skill.summary} and ${word}`
  write(join(home, 'skills', `${skill.name}.json`), JSON.stringify({ ...skill, summary }, null, 2))
  for (const deadline = performance.now() + SHOWN_MS_MAX; performance.now() < deadline; ) {
    const { hits } = await call(server, 'recall_skills', { message: `please show the ${word} procedure`, force: true })
    if (hits.some((/** @type {{ name: string }} */ hit) => hit.name === skill.name)) return
  }
  throw new Error(`the edit of ${skill.name} did not show within ${SHOWN_MS_MAX} ms`)
}

/** @param {Awaited<ReturnType<typeof measured>>} row @returns {import('./table.mjs').Bar[]} */
function barsOf(row) {
  const most = (/** @type {string} */ what, /** @type {number} */ measured, /** @type {number} */ max, unit = '') => ({
    promise: `${row.skills} skills: ${what}`,
    bar: `<= ${max}${unit}`,
    measured,
    met: measured <= max,
  })
  return [
    most('start beside the official loader', row.startOfLoader, START_RATIO_MAX, ' x'),
    most('an edit in place until recall shows it', row.editInPlace, CHANGE_MS_MAX, ' ms'),
    most('a replaced file until recall shows it', row.editReplaced, CHANGE_MS_MAX, ' ms'),
    most('a save', row.saveP50, CHANGE_MS_MAX, ' ms'),
    most('memory after all that', row.rssMiB, RSS_MIB_MAX, ' MiB'),
  ]
}
