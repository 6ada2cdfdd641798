// A year with routing memory, on the built server and a clock of its own: does it come to know which skill serves which
// words, does it stay quiet about tasks that need none, what does a bad week do, and what does a burst.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { drawn, randomFrom, sampled } from './dice.mjs'
import { temporaryFolder, writeHome } from './homes.mjs'
import { atLeast, atMost, rounded } from './ranking-figures.mjs'
import { readLabelledSet } from './retrieval-sets.mjs'

/** @typedef {import('./retrieval-sets.mjs').Asked} Asked */
/** @typedef {import('../../src/app.ts').App} App */
/** @typedef {{ app: App, at: (day: number, minute?: number) => void, random: () => number }} Year */

const SEED = 17
const FIRST_DAY = Date.parse('2026-01-01T08:00:00.000Z')
const DAY_MS = 24 * 3_600_000
const SKILLS_USED = 60
const TASKS_A_DAY = 4
const FAILED_SHARE = 0.1
const LOOKS = [0, 7, 30, 90, 180, 270, 365]
const FALSE_SHARE_MAX = 5
const BAD_WEEK = { first: 200, last: 206 }
const BURST = 30

/** @param {import('./run.mjs').Setting} setting @returns {Promise<import('./table.mjs').Answer>} */
export async function measureRoutingYear({ dist, disk, data, quick }) {
  const question = 'routing-year'
  const set = readLabelledSet(data, 'metatool')
  if (set === undefined) return { question, title: 'the set metatool is not there', rows: [], bars: [] }
  const days = quick ? 90 : 365
  const askedMax = quick ? 100 : 300
  const { past, asked, skills, unused } = livesOf(set)
  const home = join(temporaryFolder(disk), 'home')
  await writeHome(home, skills, dist)
  const year = await openYear(home, dist)
  const rows = []
  const steady = skills[0]?.name ?? ''
  /** @type {Record<string, number>} */
  const weights = {}
  for (let day = 0; day <= days; day++) {
    if (LOOKS.includes(day))
      rows.push(await look(year, day, sampled(asked, askedMax), sampled(set.negatives, askedMax)))
    for (let i = 0; i < TASKS_A_DAY; i++) await live(year, day, i, drawn(past, year.random))
    await useSteadily(year, day, steady)
    if (day === BAD_WEEK.first - 1 || day === BAD_WEEK.last || day === BAD_WEEK.last + 7) {
      weights[day] = await weightOf(year.app, steady)
    }
  }
  const burst = await weightAfterBurst(year, days + 1, unused)
  await year.app.close()
  const [first, last] = [rows[0], rows.at(-1)]
  const worst = Math.max(...rows.map((row) => row['false by routing %']))
  return {
    question,
    title: `routing memory over ${days} days, ${TASKS_A_DAY} tasks a day of ${SKILLS_USED} skills among ${skills.length} (metatool), asked with messages that were never used`,
    notes: notesOn(weights, burst),
    rows,
    bars: [
      atLeast('Recall@1 gained over the year', (last?.['R@1 %'] ?? 0) - (first?.['R@1 %'] ?? 0), 5, 'points'),
      atMost('false suggestions from learned regions, worst look', worst, FALSE_SHARE_MAX),
      ...(days > BAD_WEEK.last
        ? [atLeast('weight of a good route after a bad week', weights[BAD_WEEK.last] ?? 0, 0.3, '')]
        : []),
      atMost(`weight after ${BURST} successes in one day (reflex needs 0.9)`, burst, 0.89, ''),
    ],
  }
}

/** @param {Record<string, number>} weights @param {number} burst */
function notesOn(weights, burst) {
  const told = Object.entries(weights).map(([day, weight]) => `day ${day}: ${weight}`)
  return [
    `A failure in ${100 * FAILED_SHARE}% of the tasks (api_error). "Routing" is what a learned region suggested, the rest fell through to recall.`,
    ...(told.length > 0
      ? [`A route used daily, all api_error from day ${BAD_WEEK.first} to ${BAD_WEEK.last}: ${told.join(', ')}.`]
      : []),
    `${BURST} successes within one day leave a weight of ${burst}.`,
  ]
}

/** @param {import('./retrieval-sets.mjs').LabelledSet} set */
function livesOf({ skills, messages }) {
  const slugs = new Map(skills.map(({ name }, i) => [name, slug(name, i)]))
  const used = new Set(sampled([...slugs.values()], SKILLS_USED))
  const named = messages
    .map(({ text, relevant }) => ({ text, relevant: relevant.map((name) => slugs.get(name) ?? '') }))
    .filter(({ relevant }) => relevant.some((name) => used.has(name)))
  return {
    past: named.filter((_, i) => i % 2 === 0),
    asked: named.filter((_, i) => i % 2 === 1),
    // The first of all is the one that is used daily.
    unused: [...slugs.values()].slice(1).find((name) => !used.has(name)) ?? '',
    skills: skills.map(({ name, summary, content }) => ({
      name: slugs.get(name) ?? '',
      ...{ summary, content: content === '' ? summary : content, tags: [], triggers: [] },
    })),
  }
}

/** @param {string} name @param {number} i */
function slug(name, i) {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `${words.slice(0, 50)}-${i}`
}

/** @param {string} home @param {string} dist @returns {Promise<Year>} */
async function openYear(home, dist) {
  /** @type {typeof import('../../src/app.ts')} */
  const { openApp } = await import(pathToFileURL(join(dist, 'app.js')).href)
  let time = FIRST_DAY
  const app = await openApp({ flags: { home }, log: () => {}, serving: false, now: () => new Date(time) })
  const at = (/** @type {number} */ day, /** @type {number} */ minute = 0) => {
    time = FIRST_DAY + day * DAY_MS + minute * 60_000
  }
  return { app, at, random: randomFrom(SEED) }
}

// One task, as an agent does it: look, load what fits, say how it went. Where nothing fits, somebody knows the right one.
/** @param {Year} year @param {number} day @param {number} i @param {Asked} task */
async function live({ app, at, random }, day, i, { text, relevant }) {
  const { parts } = app
  at(day, i * 30)
  const session = `d${day}-${i}`
  const { candidates } = await parts.routing.find({ task: text, keywords: [], session, actor: 'agent' })
  const name = candidates.find((candidate) => relevant.includes(candidate.name))?.name ?? relevant[0] ?? ''
  await parts.loaded({ name, version: 1, session, actor: 'agent' })
  at(day, i * 30 + 5)
  const outcome = random() < FAILED_SHARE ? 'api_error' : 'success'
  await parts.reportOutcome({ name, outcome }, session, 'agent')
}

/** @param {Year} year @param {number} day @param {string} name */
async function useSteadily({ app, at }, day, name) {
  at(day, 600)
  const session = `steady-${day}`
  await app.parts.loaded({ name, version: 1, session, actor: 'agent' })
  const isBad = day >= BAD_WEEK.first && day <= BAD_WEEK.last
  await app.parts.reportOutcome({ name, outcome: isBad ? 'api_error' : 'success' }, session, 'agent')
}

/** @param {Year} year @param {number} day @param {string} name */
async function weightAfterBurst({ app, at }, day, name) {
  for (let i = 0; i < BURST; i++) {
    at(day, i * 10)
    const session = `burst-${i}`
    await app.parts.loaded({ name, version: 1, session, actor: 'agent' })
    await app.parts.reportOutcome({ name, outcome: 'success' }, session, 'agent')
  }
  return weightOf(app, name)
}

/** The best of its routes, as they stand now. @param {App} app @param {string} name */
async function weightOf(app, name) {
  const { regions } = await app.routing.overview()
  const weights = regions.flatMap(({ routes }) =>
    routes.filter((route) => route.name === name).map((r) => r.effectiveWeight),
  )
  return Math.max(0, ...weights)
}

/** Without a session: nothing of it is written down. @param {Year} year @param {number} day @param {Asked[]} asked @param {string[]} negatives */
async function look({ app, at }, day, asked, negatives) {
  at(day, -60)
  const find = (/** @type {string} */ task) =>
    app.parts.routing.find({ task, keywords: [], session: undefined, actor: 'agent' })
  const share = (/** @type {number} */ count, /** @type {number} */ of) => rounded((100 * count) / of)
  let [right, routed, routedRight] = [0, 0, 0]
  for (const { text, relevant } of asked) {
    const { from, candidates } = await find(text)
    const isRight = relevant.includes(candidates[0]?.name ?? '')
    right += isRight ? 1 : 0
    routed += from === 'routing' ? 1 : 0
    routedRight += from === 'routing' && isRight ? 1 : 0
  }
  const foreign = await inTurn(negatives, find)
  const falseBy = (/** @type {string} */ from) =>
    share(foreign.filter((answer) => answer.from === from).length, foreign.length)
  return {
    day,
    asked: asked.length,
    'R@1 %': share(right, asked.length),
    'by routing %': share(routed, asked.length),
    'of them right %': routed === 0 ? 0 : share(routedRight, routed),
    'no-skill tasks': negatives.length,
    'false by routing %': falseBy('routing'),
    'false by recall %': falseBy('recall'),
  }
}

/** @template A, B @param {readonly A[]} items @param {(item: A) => Promise<B>} work @returns {Promise<B[]>} */
async function inTurn(items, work) {
  const done = []
  for (const item of items) done.push(await work(item))
  return done
}
