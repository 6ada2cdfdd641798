// How fast is the index itself, beside other engines on the same library and the same messages? Asking, memory, one
// change, and beginning from a snapshot; each engine in a process of its own. What a whole recall costs a client is the
// question `scale`, what it costs a command is `startup`.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, pairedRatio } from './figures.mjs'
import { FTS5_STOPS, MINISEARCH_STEMS, OUR_WINK, OURS, PLAIN_WINK } from './search-engines.mjs'
import { CONTENT_CHARS, chatMessages, kindOfSkills } from './speed-library.mjs'

/** @typedef {import('./table.mjs').Answer} Answer */
/** @typedef {import('./table.mjs').Bar} Bar */
/** @typedef {import('./table.mjs').Row} Row */
/** @typedef {Extract<import('./recall-speed-row.mjs').Figures, { installed: true }>} Figures */
/** @typedef {{ skills: number, withContent: boolean, rounds: number, p95Max: number, changeMsMax: number, buildMsMax?: number, memoryMiBMax?: number }} Size */

const ENGINES = [OURS, OUR_WINK, PLAIN_WINK, MINISEARCH_STEMS, FTS5_STOPS]
const REMOVE_MS_MAX = 0.01
const ASKING_MS_MAX = 30_000
const ROW_MS_MAX = 900_000

/** @type {Size[]} */
const SIZES = [
  { skills: 1_000, withContent: false, rounds: 3, p95Max: 0.05, changeMsMax: 0.1 },
  {
    skills: 10_000,
    withContent: false,
    rounds: 3,
    p95Max: 0.1,
    changeMsMax: 0.1,
    buildMsMax: 500,
    memoryMiBMax: 20,
  },
  { skills: 100_000, withContent: false, rounds: 1, p95Max: 0.5, changeMsMax: 0.1 },
  { skills: 1_000, withContent: true, rounds: 3, p95Max: 0.1, changeMsMax: 0.5 },
  { skills: 10_000, withContent: true, rounds: 1, p95Max: 0.3, changeMsMax: 0.5, memoryMiBMax: 100 },
]
const QUICK_SIZES = SIZES.filter(({ skills }) => skills === 1_000).map((size) => ({ ...size, rounds: 1 }))

/** @param {import('./run.mjs').Setting} setting @returns {Promise<Answer[]>} */
export async function measureRecallSpeed({ dist, data, quick }) {
  /** @type {Row[]} */
  const asking = []
  /** @type {Row[]} */
  const changing = []
  /** @type {Bar[]} */
  const askingBars = []
  /** @type {Bar[]} */
  const changingBars = []
  for (const size of quick ? QUICK_SIZES : SIZES) {
    const runs = await roundsOf(size, { dist, data, msMax: quick ? 3_000 : ASKING_MS_MAX })
    const ours = runs[OURS] ?? []
    for (const engine of ENGINES) {
      asking.push(askingRow(size, engine, runs[engine], ours))
      changing.push(changingRow(size, engine, runs[engine], ours))
    }
    askingBars.push(...askingBarsOf(size, ours))
    changingBars.push(...changingBarsOf(size, ours))
  }
  const what = `${kindOfSkills(data)} skills, ${chatMessages(data).length} messages`
  return [
    { question: 'recall-speed', title: `asking for 5 hits: ${what}`, rows: asking, bars: askingBars },
    {
      question: 'recall-speed',
      title: 'one change until the next answer, and a snapshot: saved, and read until the first answer',
      rows: changing,
      bars: changingBars,
    },
  ]
}

/** @param {Size} size @param {{ dist: string, data: string, msMax: number }} setting @returns {Promise<Record<string, Figures[] | undefined>>} undefined is not installed */
async function roundsOf({ skills, withContent, rounds }, setting) {
  /** @type {Record<string, Figures[] | undefined>} */
  const runs = {}
  for (let round = 0; round < rounds; round++) {
    for (const engine of ENGINES) {
      const figures = await row({ ...setting, engine, skills, withContent })
      if (figures.installed) runs[engine] = [...(runs[engine] ?? []), figures]
    }
  }
  return runs
}

/** @param {import('./recall-speed-row.mjs').RowAsked} asked @returns {Promise<import('./recall-speed-row.mjs').Figures>} */
async function row(asked) {
  const script = join(import.meta.dirname, 'recall-speed-row.mjs')
  const args = ['--expose-gc', '--max-old-space-size=6144', script, JSON.stringify(asked)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: ROW_MS_MAX })
  return JSON.parse(stdout)
}

/** @param {Size} size @param {string} engine */
function rowHead({ skills, withContent }, engine) {
  return { skills, fields: withContent ? `+ ${CONTENT_CHARS} characters` : 'name, summary', engine }
}

/** @param {Size} size @param {string} engine @param {Figures[] | undefined} runs @param {Figures[]} ours @returns {Row} */
function askingRow(size, engine, runs, ours) {
  const head = rowHead(size, engine)
  if (runs === undefined) return { ...head, 'p95 ours/its': 'not installed' }
  return {
    ...head,
    'p95 ours/its': ratio(ours, runs, 'p95'),
    p50ms: middle(runs, 'p50'),
    p95ms: middle(runs, 'p95'),
    p99ms: middle(runs, 'p99'),
    messages: middle(runs, 'messages'),
    buildMs: middle(runs, 'buildMs'),
    memoryMiB: middle(runs, 'memoryMiB'),
  }
}

/** @param {Size} size @param {string} engine @param {Figures[] | undefined} runs @param {Figures[]} ours @returns {Row} */
function changingRow(size, engine, runs, ours) {
  const head = rowHead(size, engine)
  if (runs === undefined) return { ...head, 'update ours/its': 'not installed' }
  return {
    ...head,
    'update ours/its': ratio(ours, runs, 'updateMs'),
    addMs: middle(runs, 'addMs'),
    updateMs: middle(runs, 'updateMs'),
    removeMs: middle(runs, 'removeMs'),
    saveMs: middle(runs, 'saveMs'),
    restoreMs: middle(runs, 'restoreMs'),
    restoreSlowestMs: middle(runs, 'restoreSlowestMs'),
    savedMiB: middle(runs, 'savedMiB'),
  }
}

/** @typedef {Exclude<keyof Figures, 'installed'>} Figure */

// JSON has no NaN: what an engine cannot do comes as null.
/** @param {Figures[]} runs @param {Figure} figure */
function values(runs, figure) {
  return runs.map((each) => each[figure] ?? Number.NaN)
}

/** @param {Figures[]} runs @param {Figure} figure */
function middle(runs, figure) {
  return median(values(runs, figure))
}

/** @param {Figures[]} ours @param {Figures[]} theirs @param {Figure} figure */
function ratio(ours, theirs, figure) {
  return pairedRatio(values(ours, figure), values(theirs, figure))
}

/** @param {Size} size @param {Figures[]} ours @returns {Bar[]} */
function askingBarsOf(size, ours) {
  const { p95Max, buildMsMax, memoryMiBMax } = size
  return [
    atMost(size, 'p95 of a message', middle(ours, 'p95'), p95Max, 'ms'),
    ...(buildMsMax === undefined ? [] : [atMost(size, 'build', middle(ours, 'buildMs'), buildMsMax, 'ms')]),
    ...(memoryMiBMax === undefined ? [] : [atMost(size, 'memory', middle(ours, 'memoryMiB'), memoryMiBMax, 'MiB')]),
  ]
}

/** @param {Size} size @param {Figures[]} ours @returns {Bar[]} */
function changingBarsOf(size, ours) {
  return [
    atMost(size, 'add one', middle(ours, 'addMs'), size.changeMsMax, 'ms'),
    atMost(size, 'update one', middle(ours, 'updateMs'), size.changeMsMax, 'ms'),
    atMost(size, 'remove one', middle(ours, 'removeMs'), REMOVE_MS_MAX, 'ms'),
  ]
}

/** @param {Size} size @param {string} what @param {number} measured @param {number} max @param {string} unit @returns {Bar} */
function atMost({ skills, withContent }, what, measured, max, unit) {
  return {
    promise: `${skills} skills${withContent ? ' with content' : ''}: ${what}`,
    bar: `<= ${max} ${unit}`,
    measured,
    met: measured <= max,
  }
}
