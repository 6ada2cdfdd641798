// What a pass looks at before any model is asked: time and tokens for a library of a thousand skills and thirty days of
// events, both bounded whatever the library holds.
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generatedSkills, temporaryFolder, writeHome } from './homes.mjs'

const DAYS = 30
const DAY_MS = 24 * 3_600_000
const SECONDS_MAX = 10
const TOKENS_MAX = 32_000

/** @param {import('./run.mjs').Setting} setting @returns {Promise<import('./table.mjs').Answer>} */
export async function measurePasses({ dist, disk, quick }) {
  const [skills, sessions] = quick ? [200, 300] : [1_000, 3_000]
  const home = join(temporaryFolder(disk), 'home')
  const made = generatedSkills(skills)
  await writeHome(home, made, dist)
  writeSessions(join(home, 'skill-usage'), made, sessions)
  /** @type {(path: string) => Promise<any>} */
  const at = (path) => import(pathToFileURL(join(dist, path)).href)
  /** @type {typeof import('../../src/app.ts')} */
  const { openApp } = await at('app.js')
  /** @type {typeof import('../../src/domain/token-estimate.ts')} */
  const { estimateTokens } = await at('domain/token-estimate.js')
  const app = await openApp({ flags: { home }, log: () => {}, serving: false })
  const rows = []
  for (const pass of app.cycles.passes) {
    const began = performance.now()
    const { order, skipped } = await app.cycles.begin(pass, { kind: 'order', author: 'bench' })
    const ms = performance.now() - began
    const tokens = order === undefined ? 0 : estimateTokens(order.context)
    rows.push({ pass, skills, sessions, ms, tokens, found: order === undefined ? (skipped[0]?.reason ?? '') : 'work' })
  }
  await app.close()
  const slowest = Math.max(...rows.map(({ ms }) => ms)) / 1_000
  const largest = Math.max(...rows.map(({ tokens }) => tokens))
  return {
    question: 'passes',
    title: 'what each pass gathers, before any model is asked',
    rows,
    bars: [
      { promise: 'slowest gathering, s', bar: `<= ${SECONDS_MAX} s`, measured: slowest, met: slowest <= SECONDS_MAX },
      { promise: 'largest context, tokens', bar: `<= ${TOKENS_MAX}`, measured: largest, met: largest <= TOKENS_MAX },
    ],
  }
}

/** @param {string} folder @param {readonly { name: string, summary: string }[]} skills @param {number} sessions */
function writeSessions(folder, skills, sessions) {
  mkdirSync(folder, { recursive: true })
  for (let i = 0; i < sessions; i++) {
    const skill = /** @type {{ name: string, summary: string }} */ (skills[(i * 7919) % skills.length])
    const other = /** @type {{ name: string }} */ (skills[(i * 104_729 + 1) % skills.length])
    const sessionId = `session-${i}`
    let seq = 0
    const at = Date.now() - ((i * DAYS) / sessions) * DAY_MS
    /** @param {string} event @param {object} fields */
    const line = (event, fields) => {
      const timestamp = new Date(at + seq * 1_000).toISOString()
      const actor = event === 'turn' ? 'operator' : 'agent'
      return JSON.stringify({ event, id: `${i}-${seq}`, sessionId, timestamp, seq: seq++, actor, ...fields })
    }
    const tool = (/** @type {number} */ n) => line('tool-called', { tool: n % 2 === 0 ? 'Bash' : 'Edit', ok: true })
    const isNew = i % 3 === 0
    const lines = [
      line('session-started', { client: 'bench' }),
      line('turn', {
        stems: ['convert', 'tide'],
        text: isNew ? `convert the tide table of the harbour ${i % 40}` : skill.summary,
      }),
      ...(isNew
        ? [0, 1, 2, 3, 4].map(tool)
        : [skill, other].map(({ name }) => line('loaded', { skillName: name, version: 1, how: 'recalled' }))),
      ...(isNew ? [] : [line('outcome', { skill: skill.name, outcome: i % 5 === 0 ? 'runtime_error' : 'success' })]),
      line('session-ended', {}),
    ]
    appendFileSync(join(folder, `${sessionId}.jsonl`), `${lines.join('\n')}\n`)
  }
}
