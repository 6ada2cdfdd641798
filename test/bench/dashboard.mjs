// The dashboard on a library of 1,000 skills, in Chromium on the same machine: how long until something is painted and the
// list stands, with nothing in the browser's cache, and how long a frame takes while somebody scrolls through all of it.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { median, quantile } from './figures.mjs'
import { generatedSkills, settleDisk, temporaryFolder, writeHome } from './homes.mjs'

const SKILLS = 1_000
const PAINT_MS_MAX = 1_000
// Two frames of a screen with 60 a second: what is slower is seen as a stutter.
const FRAME_MS_MAX = 34
const START_MS_MAX = 30_000
const CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** @typedef {{ firstPaintMs: number, contentMs: number, listMs: number, frames: number[] }} Visit */

/** @param {import('./run.mjs').Setting} setting @returns {Promise<import('./table.mjs').Answer>} */
export async function measureDashboard({ dist, disk, quick }) {
  const title = `the library page with ${SKILLS} skills, each visit with an empty cache`
  const executablePath = [process.env.CHROMIUM, ...CHROMIUMS].find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) {
    return { question: 'dashboard', title, rows: [], bars: [], notes: ['No Chromium here: name it in CHROMIUM.'] }
  }
  const home = join(temporaryFolder(disk), 'home')
  await writeHome(home, generatedSkills(SKILLS), dist)
  settleDisk()
  const server = await served(join(dist, 'main.js'), home)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  /** @type {Visit[]} */
  const visits = []
  try {
    const link = `${server.url}/#token=${readFileSync(join(home, 'cortex/operator-token'), 'utf8').trim()}`
    // The first is not counted: the browser itself is still starting.
    for (let round = 0; round <= (quick ? 2 : 12); round++) {
      const seen = await visit(browser, link)
      if (round > 0) visits.push(seen)
    }
  } finally {
    await browser.close()
    server.stop()
  }
  return { question: 'dashboard', title, ...answerOf(visits) }
}

/** @param {Visit[]} visits */
function answerOf(visits) {
  const frames = visits.flatMap((each) => each.frames)
  /** @type {[string, number[]][]} */
  const measured = [
    ['first paint, ms', visits.map(({ firstPaintMs }) => firstPaintMs)],
    ['first text, ms', visits.map(({ contentMs }) => contentMs)],
    ['list of skills shown, ms', visits.map(({ listMs }) => listMs)],
    ['a frame while scrolling, ms', frames],
  ]
  const rows = measured.map(([what, values]) => ({
    what,
    median: median(values),
    p95: quantile(values, 0.95),
    longest: Math.max(...values),
  }))
  const paint = Math.max(...visits.map(({ contentMs }) => contentMs))
  const frame = quantile(frames, 0.95)
  return {
    rows,
    bars: [
      { promise: 'first text, slowest', bar: `<= ${PAINT_MS_MAX} ms`, measured: paint, met: paint <= PAINT_MS_MAX },
      { promise: 'frame, p95', bar: `<= ${FRAME_MS_MAX} ms`, measured: frame, met: frame <= FRAME_MS_MAX },
    ],
  }
}

/** @param {import('playwright-core').Browser} browser @param {string} link @returns {Promise<Visit>} */
async function visit(browser, link) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 } })
  const page = await context.newPage()
  await page.goto(link)
  await page.locator('.skill-row').first().waitFor()
  const listMs = Number(await page.evaluate('performance.now()'))
  const [firstPaintMs = Number.NaN, contentMs = Number.NaN] = /** @type {number[]} */ (
    await page.evaluate(
      `['first-paint', 'first-contentful-paint'].map((name) => performance.getEntriesByName(name)[0]?.startTime)`,
    )
  )
  const frames = /** @type {number[]} */ (await page.evaluate(SCROLLED))
  await context.close()
  return { firstPaintMs, contentMs, listMs, frames }
}

// From top to bottom in a hundred steps, one a frame, as fast as frames come: how long each took.
const SCROLLED = `new Promise((resolve) => {
  const end = document.body.scrollHeight
  const frames = []
  let before = performance.now()
  const next = (now) => {
    frames.push(now - before)
    before = now
    scrollTo(0, (end * frames.length) / 100)
    if (frames.length < 100) requestAnimationFrame(next)
    else resolve(frames.slice(1))
  }
  requestAnimationFrame(next)
})`

/** @param {string} main @param {string} home @returns {Promise<{ url: string, stop: () => void }>} */
function served(main, home) {
  const child = spawn(process.execPath, [main, 'serve', '--home', home, '--port', '0'], {
    env: { PATH: process.env.PATH },
  })
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`no address was printed: ${said}`)), START_MS_MAX)
    /** @param {Buffer} part */
    const look = (part) => {
      said += part
      const url = / at (http:\/\/\S+)/.exec(said)?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve({ url, stop: () => void child.kill() })
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
  })
}
