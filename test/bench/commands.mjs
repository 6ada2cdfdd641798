// Commands that answer one message and end, from spawn to exit, beside the time that Node itself needs: what a person waits
// for, and what a client's hook adds to every turn. They begin from the snapshot that a server left behind.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { median, pairedRatio } from './figures.mjs'
import { generatedSkill, messageFor } from './generated-skills.mjs'
import { generatedSkills, settleDisk, temporaryFolder, writeHome } from './homes.mjs'
import { inTurns } from './load.mjs'
import { runNode, startRaw } from './raw-stdio.mjs'

const HOOK_RATIO_MAX = 2
const SKILL_ASKED_FOR = 42
// With words that no skill holds, as messages have them: those are looked up as typos.
const MESSAGE = `${messageFor(SKILL_ASKED_FOR)} I need it before tomorrow's standup.`

/** Of the bare node, 57 ms there: 80 and 110 ms. */
const SIZES = [
  { skills: 1_000, recallRatioMax: 1.4 },
  { skills: 10_000, recallRatioMax: 1.93 },
]

/**
 * `answers`: whether it did its work, of what it printed. Without `ratioMax` it is shown and not judged.
 * @typedef {{ args: string[], input?: () => string, answers: (stdout: string) => boolean, ratioMax?: number, what: string }} Command
 */

/** @param {import('./run.mjs').Setting} setting @returns {Promise<import('./table.mjs').Answer>} */
export async function measureCommands({ dist, disk, quick }) {
  /** @type {Command[]} */
  const commands = []
  for (const { skills, recallRatioMax } of quick ? SIZES.slice(0, 1) : SIZES) {
    const home = await leftByServer(dist, disk, skills)
    commands.push(recallCommand(dist, home, skills, recallRatioMax), ...hooks(dist, home, skills))
  }
  for (const command of commands) assertAnswers(command)
  const runs = await inTurns(
    Object.fromEntries([
      ['node -e 0', () => runNode(['-e', '0'])],
      ...commands.map(({ what, args, input }) => [what, () => runNode(args, input?.())]),
    ]),
    quick ? 3 : 15,
  )
  const bare = runs['node -e 0'] ?? []
  const rows = Object.entries(runs).map(([process, all]) => ({
    process,
    timesBareNode: pairedRatio(all, bare),
    ms: median(all),
    slowestMs: Math.max(...all),
  }))
  return {
    question: 'commands',
    title: 'a whole command: spawn to exit, with the snapshot that a server left',
    rows,
    bars: commands.flatMap(({ what, ratioMax }) => {
      if (ratioMax === undefined) return []
      const measured = pairedRatio(runs[what] ?? [], bare)
      return [{ promise: `${what}, of bare node`, bar: `<= ${ratioMax} x`, measured, met: measured <= ratioMax }]
    }),
  }
}

/** A home that a server has been running in. @param {string} dist @param {string} disk @param {number} skills */
async function leftByServer(dist, disk, skills) {
  const home = join(temporaryFolder(disk), 'home')
  await writeHome(home, generatedSkills(skills), dist)
  const server = startRaw([join(dist, 'main.js'), 'stdio', '--home', home])
  await server.initialize()
  await server.ask('tools/list')
  await server.end()
  settleDisk()
  return home
}

/** @param {string} dist @param {string} home @param {number} skills @param {number} ratioMax @returns {Command} */
function recallCommand(dist, home, skills, ratioMax) {
  const args = [join(dist, 'main.js'), 'recall', '--home', home, MESSAGE]
  return { what: `recall, ${skills} skills`, ratioMax, args, answers: namesTheSkill }
}

/** @param {string} dist @param {string} home @param {number} skills @returns {Command[]} */
function hooks(dist, home, skills) {
  let turn = 0
  // Each in a session of its own: what a session has seen is not recalled again.
  const session = () => ({ session_id: `bench-${++turn}` })
  const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: { stdout: '' } }
  /** @param {string} event @param {object} more @param {Command['answers']} answers @returns {Command} */
  const hook = (event, more, answers) => ({
    what: `hook ${event}, ${skills} skills`,
    args: [join(dist, 'main.js'), 'hook', event, '--client', 'claude', '--home', home],
    input: () => JSON.stringify({ ...session(), ...more }),
    answers,
  })
  const noted = () => existsSync(join(home, 'skill-usage', `bench-${turn}.jsonl`))
  return [
    { ...hook('prompt', { prompt: MESSAGE }, namesTheSkill), ratioMax: HOOK_RATIO_MAX },
    hook('session-start', { source: 'startup' }, (stdout) => stdout.includes('Available skills')),
    hook('tool', call, (stdout) => stdout === '' && noted()),
  ]
}

/** @param {string} stdout */
function namesTheSkill(stdout) {
  return stdout.includes(generatedSkill(SKILL_ASKED_FOR).name)
}

// A hook that fails says nothing and is fast.
/** @param {Command} command */
function assertAnswers({ what, args, input, answers }) {
  const { stdout } = spawnSync(process.execPath, args, { input: input?.() ?? '', encoding: 'utf8' })
  if (!answers(stdout)) throw new Error(`${what} did not do its work: ${stdout.slice(0, 200)}`)
}
