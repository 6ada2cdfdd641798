// Row 36: a save that survives a power cut beside the least that such a save can cost. The same pair twice, in process and
// behind stdio, so that the disk's share and the protocol's can be told apart; new skills and new texts for old ones.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { median, pairedRatio } from './figures.mjs'
import { generatedSkill } from './generated-skills.mjs'
import { generatedSkills, settleDisk, temporaryFolder, writeHome } from './homes.mjs'
import { inTurns, load } from './load.mjs'
import { oursOnStdio, smallestOnStdio } from './mcp-servers.mjs'
import { openRefStore } from './ref-store.mjs'

const RATIO_MAX = 1.5
const P50_MS_MAX = 5
const PER_SECOND_MIN_32 = 1_000

/** @typedef {import('./load.mjs').Load} Load */
/** @typedef {(name: string, content: string) => Promise<boolean>} Save */
/** @typedef {'ref store' | 'library' | 'ref store on stdio' | 'save_skill on stdio'} Side */

/** @param {import('./run.mjs').Setting} setting @returns {Promise<import('./table.mjs').Answer>} */
export async function measureSaves({ dist, disk, quick }) {
  const folder = temporaryFolder(disk)
  const pace = quick ? { rounds: 2, ms: 200 } : { rounds: 5, ms: 1_000 }
  const skills = generatedSkills(quick ? 100 : 1_000)
  const opened = await openAll(folder, dist, skills)
  try {
    const rows = []
    for (const kind of /** @type {const} */ (['new text', 'new skill']))
      for (const callers of [1, 32]) rows.push(...(await measured(kind, callers, pace, opened.saves)))
    return {
      question: 'saves',
      title: `a durable save among ${skills.length} skills beside a bare write, fsync, rename, fsync of the folder`,
      rows,
      bars: rows.filter((row) => row.store === 'save_skill on stdio').flatMap(barsOf),
    }
  } finally {
    await opened.close()
  }
}

/** @param {string} folder @param {string} dist @param {import('./generated-skills.mjs').GeneratedSkill[]} skills @returns {Promise<{ saves: Record<Side, Save>, close(): Promise<void> }>} */
async function openAll(folder, dist, skills) {
  await writeHome(join(folder, 'stdio-home'), skills, dist)
  await writeHome(join(folder, 'library-home'), skills, dist)
  const ref = await openRefStore(join(folder, 'ref'))
  const app = await openLibrary(join(folder, 'library-home'), dist)
  const smallest = await smallestOnStdio(join(folder, 'ref-stdio'))
  const ours = await oursOnStdio(dist, join(folder, 'stdio-home'))
  const caller = { actor: 'agent', via: 'save_skill', author: 'bench' }
  settleDisk()
  return {
    saves: {
      'ref store': (name, content) => ref.save(`${name}.json`, content).then(() => true),
      // Forced, here and below, because generated skills are nearly the same.
      library: (name, content) => app.library.save(name, { content }, caller, { force: true }).then(() => true),
      'ref store on stdio': (name, content) => smallest.call('save', { name: `${name}.json`, content }),
      'save_skill on stdio': (name, content) => ours.call('save_skill', { name, content, force: true }),
    },
    async close() {
      await app.close()
      await smallest.close()
      await ours.close()
    },
  }
}

/** @param {string} home @param {string} dist @returns {Promise<any>} the app that a server opens, without its surfaces. */
async function openLibrary(home, dist) {
  const { openApp } = await import(pathToFileURL(join(dist, 'app.js')).href)
  return openApp({ flags: { home }, log: () => undefined, serving: true })
}

/** @param {'new text' | 'new skill'} kind @param {number} callers @param {{ rounds: number, ms: number }} pace @param {Record<Side, Save>} saves */
async function measured(kind, callers, { rounds, ms }, saves) {
  let serial = 0
  /** @type {(save: Save) => () => Promise<Load>} */
  const side = (save) => () =>
    load(
      (caller) => {
        const number = serial++
        const { name, content } = generatedSkill(caller)
        return save(kind === 'new skill' ? `bench/s${callers}-${number}` : name, `${content}\n\nSave ${number}.\n`)
      },
      { callers, ms },
    )
  const runs = await inTurns(
    {
      'ref store': side(saves['ref store']),
      library: side(saves.library),
      'ref store on stdio': side(saves['ref store on stdio']),
      'save_skill on stdio': side(saves['save_skill on stdio']),
    },
    rounds,
  )
  return /** @type {Side[]} */ (Object.keys(runs)).map((store) => ({
    what: kind,
    callers,
    store,
    p50OfRef: pairedRatio(
      runs[store].map((l) => l.p50),
      runs['ref store'].map((l) => l.p50),
    ),
    p50OfRefOnStdio: pairedRatio(
      runs[store].map((l) => l.p50),
      runs['ref store on stdio'].map((l) => l.p50),
    ),
    p50ms: median(runs[store].map((l) => l.p50)),
    p99ms: median(runs[store].map((l) => l.p99)),
    perSecond: median(runs[store].map((l) => l.perSecond)),
    errors: runs[store].reduce((sum, l) => sum + l.errors, 0),
  }))
}

/** @param {Awaited<ReturnType<typeof measured>>[number]} row @returns {import('./table.mjs').Bar[]} */
function barsOf({ what, callers, p50OfRef, p50OfRefOnStdio, p50ms, perSecond }) {
  const where = `${what}, ${callers} caller${callers === 1 ? '' : 's'}`
  const ratio = (/** @type {string} */ beside, /** @type {number} */ measured) => ({
    promise: `${where}: p50 beside ${beside}`,
    bar: `<= ${RATIO_MAX} x`,
    measured,
    met: measured <= RATIO_MAX,
  })
  const pace =
    callers === 1
      ? { promise: `${where}: p50`, bar: `<= ${P50_MS_MAX} ms`, measured: p50ms, met: p50ms <= P50_MS_MAX }
      : {
          promise: `${where}: saves/s`,
          bar: `>= ${PER_SECOND_MIN_32}`,
          measured: perSecond,
          met: perSecond >= PER_SECOND_MIN_32,
        }
  return [ratio('the ref store', p50OfRef), ratio('the ref store on stdio', p50OfRefOnStdio), pace]
}
