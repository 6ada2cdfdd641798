// Rows 34 and 35: how many calls a second, and how long one waits. `get_skill` of a skill of 4 KB among 1,000 beside
// server-everything's `echo` of one word, official client, one connection; every call of ours is journalled, as always.
import { join } from 'node:path'
import { median, pairedRatio } from './figures.mjs'
import { generatedSkill } from './generated-skills.mjs'
import { generatedSkills, settleDisk, temporaryFolder, writeHome } from './homes.mjs'
import { inTurns, load } from './load.mjs'
import { ERAS, everythingOnHttp, everythingOnStdio, oursOnHttp, oursOnStdio, smallestOnStdio } from './mcp-servers.mjs'

const SKILL_CHARS = 4_096
const STDIO_SHARE_MIN = 0.5
const STDIO_P99_MAX = 2
const HTTP_SHARE_MIN = 1

/** @typedef {import('./load.mjs').Load} Load */
/** @typedef {import('./mcp-servers.mjs').Opened} Opened */
/** @typedef {import('./table.mjs').Answer} Answer */
/** @typedef {{ opened: Opened, tool: string, args: Record<string, unknown> }} Side */

/** @param {import('./run.mjs').Setting} setting @returns {Promise<Answer>} */
export async function measureCalls({ dist, disk, quick }) {
  const folder = temporaryFolder(disk)
  const home = join(folder, 'home')
  const skills = quick ? 100 : 1_000
  const wanted = { ...generatedSkill(skills, { chars: SKILL_CHARS }), name: 'bench/four-kilobytes' }
  await writeHome(home, [...generatedSkills(skills - 1), wanted], dist)
  settleDisk()
  const [legacy, modern] = ERAS
  const get = { tool: 'get_skill', args: { name: wanted.name } }
  const echo = { tool: 'echo', args: { message: 'hello' } }
  const long = { tool: 'echo', args: { message: wanted.content } }
  const pace = quick ? { rounds: 2, ms: 200 } : { rounds: 5, ms: 1_500 }
  const smallest = join(folder, 'ref')
  const stdio = await measured('stdio', pace, {
    'everything echo': { opened: await everythingOnStdio(), ...echo },
    [`get_skill, ${legacy}`]: { opened: await oursOnStdio(dist, home, legacy), ...get },
    [`get_skill, ${modern}`]: { opened: await oursOnStdio(dist, home, modern), ...get },
    'everything echo of 4 KB': { opened: await everythingOnStdio(), ...long },
    [`SDK smallest echo, ${legacy}`]: { opened: await smallestOnStdio(smallest, legacy), ...echo },
    [`SDK smallest echo, ${modern}`]: { opened: await smallestOnStdio(smallest, modern), ...echo },
  })
  const http = await measured('HTTP', pace, {
    'everything echo': { opened: await everythingOnHttp(), ...echo },
    [`get_skill, ${legacy}`]: { opened: await oursOnHttp(dist, home, legacy), ...get },
    [`get_skill, ${modern}`]: { opened: await oursOnHttp(dist, home, modern), ...get },
  })
  return {
    question: 'calls',
    title: `tools/call: get_skill of ${SKILL_CHARS} characters among ${skills} skills beside everything's echo`,
    rows: [...stdio, ...http],
    bars: [...stdio, ...http].filter((row) => row.server === `get_skill, ${legacy}`).flatMap(barsOf),
  }
}

/** @param {string} transport @param {{ rounds: number, ms: number }} pace @param {Record<string, Side>} sides */
async function measured(transport, { rounds, ms }, sides) {
  const rows = []
  for (const callers of [1, 32]) {
    const runs = await inTurns(
      Object.fromEntries(
        Object.entries(sides).map(([name, { opened, tool, args }]) => [
          name,
          () => load(() => opened.call(tool, args), { callers, ms }),
        ]),
      ),
      rounds,
    )
    const anchor = runs['everything echo'] ?? []
    for (const [server, loads] of Object.entries(runs)) {
      rows.push({
        transport,
        callers,
        server,
        ...figures(loads, anchor),
        rssMiB: sides[server]?.opened.rssMiB() ?? NaN,
      })
    }
  }
  for (const { opened } of Object.values(sides)) await opened.close()
  return rows
}

/** @param {Load[]} loads @param {Load[]} anchor */
function figures(loads, anchor) {
  /** @type {(key: 'perSecond' | 'p50' | 'p99') => number} */
  const share = (key) =>
    pairedRatio(
      loads.map((l) => l[key]),
      anchor.map((l) => l[key]),
    )
  return {
    shareOfEverything: share('perSecond'),
    perSecond: median(loads.map((l) => l.perSecond)),
    p50ms: median(loads.map((l) => l.p50)),
    p99ms: median(loads.map((l) => l.p99)),
    p99OfEverything: share('p99'),
    errors: loads.reduce((sum, l) => sum + l.errors, 0),
  }
}

/** @param {Awaited<ReturnType<typeof measured>>[number]} row @returns {import('./table.mjs').Bar[]} */
function barsOf({ transport, callers, shareOfEverything, p99OfEverything, errors }) {
  const where = `${transport}, ${callers} caller${callers === 1 ? '' : 's'}`
  const shareMin = transport === 'stdio' ? STDIO_SHARE_MIN : HTTP_SHARE_MIN
  const speed = {
    promise: `${where}: calls/s of everything's`,
    bar: `>= ${shareMin.toFixed(1)} x`,
    measured: shareOfEverything,
    met: shareOfEverything >= shareMin,
  }
  const last =
    transport === 'stdio'
      ? {
          promise: `${where}: p99 of everything's`,
          bar: `<= ${STDIO_P99_MAX} x`,
          measured: p99OfEverything,
          met: p99OfEverything <= STDIO_P99_MAX,
        }
      : { promise: `${where}: errors`, bar: '0', measured: errors, met: errors === 0 }
  return [speed, last]
}
