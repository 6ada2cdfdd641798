// From nothing to the first answer, with a fresh library, beside the time that Node itself needs; and how soon the
// process is gone once its stdin has ended (row 38: at most a second).
import { join } from 'node:path'
import { median, pairedRatio } from './figures.mjs'
import { temporaryFolder } from './homes.mjs'
import { inTurns } from './load.mjs'
import { EVERYTHING, rssMiB } from './mcp-servers.mjs'
import { runNode, startRaw } from './raw-stdio.mjs'

const EXIT_MS_MAX = 1_000
const FIRST_ANSWER_MS_MAX = 500

/** @typedef {{ firstAnswerMs: number, exitMs: number, rssMiB: number }} Run */

/** @param {import('./run.mjs').Setting} setting @returns {Promise<import('./table.mjs').Answer>} */
export async function measureStartup({ dist, disk, quick }) {
  const folder = temporaryFolder(disk)
  const ours = [join(dist, 'main.js'), 'stdio', '--home', join(folder, 'home')]
  const runs = await inTurns(
    {
      'node -e 0': async () => ({ firstAnswerMs: await runNode(['-e', '0']), exitMs: NaN, rssMiB: NaN }),
      'skill-cortex stdio': () => startAndEnd(ours),
      'everything stdio': () => startAndEnd([EVERYTHING, 'stdio']),
    },
    quick ? 3 : 15,
  )
  const bare = runs['node -e 0'].map((run) => run.firstAnswerMs)
  const rows = Object.entries(runs).map(([process, all]) => ({
    process,
    timesBareNode: pairedRatio(
      all.map((run) => run.firstAnswerMs),
      bare,
    ),
    firstAnswerMs: median(all.map((run) => run.firstAnswerMs)),
    exitMs: median(all.map((run) => run.exitMs)),
    rssMiB: median(all.map((run) => run.rssMiB)),
  }))
  const first = median(runs['skill-cortex stdio'].map((run) => run.firstAnswerMs))
  const exit = Math.max(...runs['skill-cortex stdio'].map((run) => run.exitMs))
  return {
    question: 'startup',
    title: 'a whole process: spawn to the answer to initialize, and stdin ended to process gone',
    rows,
    bars: [
      {
        promise: 'first answer (median)',
        bar: `<= ${FIRST_ANSWER_MS_MAX} ms`,
        measured: first,
        met: first <= FIRST_ANSWER_MS_MAX,
      },
      {
        promise: 'gone after stdin ends (slowest run)',
        bar: `<= ${EXIT_MS_MAX} ms`,
        measured: exit,
        met: exit <= EXIT_MS_MAX,
      },
    ],
  }
}

/** @param {string[]} args @returns {Promise<Run>} */
async function startAndEnd(args) {
  const begin = performance.now()
  const server = startRaw(args)
  await server.initialize()
  const firstAnswerMs = performance.now() - begin
  const rss = rssMiB(server.pid)
  return { firstAnswerMs, exitMs: await server.end(), rssMiB: rss }
}
