// What it costs to know how every skill stands: folding a million lines of journal from nothing, going on from the
// checkpoint, and one more outcome, which must cost the same in a small library and in a large one.
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { median } from './figures.mjs'
import { generatedSkills, temporaryFolder, writeHome } from './homes.mjs'

const LINES_A_SESSION = 500
const OUTCOMES_TIMED = 15
const WARM_SHARE_MAX = 0.1
const OUTCOME_RATIO_MAX = 2

/** @param {import('./run.mjs').Setting} setting @returns {Promise<import('./table.mjs').Answer>} */
export async function measureStanding({ dist, disk, quick }) {
  const small = await library(dist, disk, { skills: 1_000, events: 10_000 })
  const large = await library(
    dist,
    disk,
    quick ? { skills: 1_000, events: 100_000 } : { skills: 10_000, events: 1_000_000 },
  )
  const rows = []
  const measured = []
  for (const each of [small, large]) {
    const parsed = timed(() => parseEveryLine(each.usage))
    const figures = await folds(dist, each)
    measured.push(figures)
    rows.push({
      skills: each.skills,
      events: each.events,
      parseMs: parsed,
      coldFoldMs: figures.cold,
      timesParsing: figures.cold / parsed,
      warmFoldMs: figures.warm,
      outcomeMs: figures.outcome,
      standingOfAllMs: figures.standings,
    })
  }
  const [one, many] = /** @type {[typeof measured[0], typeof measured[0]]} */ (measured)
  const warm = many.warm / many.cold
  const outcome = many.outcome / one.outcome
  return {
    question: 'standing',
    title: 'how every skill stands: folds of the journal, beside parsing its lines',
    rows,
    bars: [
      bar('warm fold, of the cold one', `<= ${WARM_SHARE_MAX} x`, warm, warm <= WARM_SHARE_MAX),
      bar(
        'one outcome in the large library, of one in the small',
        `<= ${OUTCOME_RATIO_MAX} x`,
        outcome,
        outcome <= OUTCOME_RATIO_MAX,
      ),
    ],
  }
}

/** @param {string} promise @param {string} bar @param {number} measured @param {boolean} met */
function bar(promise, bar, measured, met) {
  return { promise, bar, measured, met }
}

/**
 * A home whose sessions have recalled, loaded and reported.
 * @param {string} dist @param {string} disk @param {{ skills: number, events: number }} size
 */
async function library(dist, disk, { skills, events }) {
  const home = join(temporaryFolder(disk), 'home')
  const names = generatedSkills(skills)
  await writeHome(home, names, dist)
  const usage = join(home, 'skill-usage')
  mkdirSync(usage, { recursive: true })
  for (let first = 0; first < events; first += LINES_A_SESSION) {
    const session = `session-${first / LINES_A_SESSION}`
    const lines = []
    for (let i = first; i < Math.min(events, first + LINES_A_SESSION); i++) lines.push(line(i, session, names))
    appendFileSync(join(usage, `${session}.jsonl`), `${lines.join('\n')}\n`)
  }
  return { home, usage, skills, events }
}

/** @param {number} i @param {string} sessionId @param {readonly { name: string }[]} skills */
function line(i, sessionId, skills) {
  const skill = /** @type {{ name: string }} */ (skills[(i * 7919) % skills.length]).name
  const timestamp = new Date(Date.UTC(2026, 0, 1) + i * 1_000).toISOString()
  const envelope = { id: `event-${i}`, sessionId, timestamp, seq: i, actor: 'agent' }
  const kind = i % 4
  if (kind === 0) return JSON.stringify({ event: 'turn', ...envelope, stems: ['mail', 'send'] })
  if (kind === 1) {
    return JSON.stringify({
      event: 'recalled',
      ...envelope,
      skills: [skill],
      related: [],
      confidence: 0.9,
      blockChars: 300,
    })
  }
  if (kind === 2) return JSON.stringify({ event: 'loaded', ...envelope, skillName: skill, version: 1, how: 'recalled' })
  return JSON.stringify({ event: 'outcome', ...envelope, skill, outcome: i % 12 === 3 ? 'runtime_error' : 'success' })
}

/** @param {string} usage */
function parseEveryLine(usage) {
  let count = 0
  for (const file of readdirSync(usage)) {
    for (const text of readFileSync(join(usage, file), 'utf8').split('\n'))
      if (text !== '') count += JSON.parse(text).seq
  }
  return count
}

/** @param {string} dist @param {{ home: string }} library */
async function folds(dist, { home }) {
  /** @type {(path: string) => Promise<any>} */
  const at = (path) => import(pathToFileURL(join(dist, path)).href)
  /** @type {typeof import('../../src/usage/usage-stats.ts')} */
  const { openUsageStats, checkpointSchema, noCheckpoint } = await at('usage/usage-stats.js')
  /** @type {typeof import('../../src/journal/file-journal.ts')} */
  const { openFileJournal } = await at('journal/file-journal.js')
  /** @type {typeof import('../../src/store/small-document.ts')} */
  const { smallDocument } = await at('store/small-document.js')
  /** @type {typeof import('../../src/files/home-layout.ts')} */
  const { homeLayout } = await at('files/home-layout.js')
  /** @type {typeof import('../../src/app.ts')} */
  const { openApp } = await at('app.js')
  const layout = homeLayout(home)
  const now = () => new Date()
  const journal = openFileJournal(layout, { now, newId: () => `bench-${performance.now()}` }, () => {})
  const open = () => openUsageStats(journal, smallDocument(layout.usageStats, checkpointSchema, noCheckpoint), now)
  const first = open()
  const cold = await timedAsync(() => first.level())
  await first.save()
  const again = open()
  const warm = await timedAsync(() => again.level())
  const outcomes = []
  for (let i = 0; i < OUTCOMES_TIMED; i++) {
    outcomes.push(
      await timedAsync(async () => {
        const event = { event: /** @type {const} */ ('outcome'), actor: /** @type {const} */ ('agent') }
        again.note(await journal.append('session-0', { ...event, skill: 'mail', outcome: 'success' }))
        await again.tally('mail')
      }),
    )
  }
  await journal.close()
  const app = await openApp({ flags: { home }, log: () => {}, serving: false })
  await app.usage.level()
  const standings = timed(() => app.shelf.entries().map((entry) => app.standings.of(entry)).length)
  await app.close()
  return { cold, warm, outcome: median(outcomes), standings }
}

/** @param {() => unknown} work @returns {number} milliseconds */
function timed(work) {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** @param {() => Promise<unknown>} work @returns {Promise<number>} milliseconds */
async function timedAsync(work) {
  const began = performance.now()
  await work()
  return performance.now() - began
}
