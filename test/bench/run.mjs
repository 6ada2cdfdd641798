// npm run bench [-- calls saves scale startup commands standing passes bindings reflection routing-year scan recall-quality recall-speed] [--quick] [--json] [--disk <folder>]
//   [--dist <folder>] [--data <folder>]
// Measures the built server beside what it should be compared with, in the same run, and says which bars are met.
// Prints figures, never fails because of one: a slow machine is no broken program. Exit code 1 means it could not measure.
import { execFileSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { cpus, loadavg, platform, release, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `dist` is the built server that is measured, `disk` a folder on the file system that it is measured on.
 * `data` the folder of the public sets of skills and messages, which need not be there.
 * @typedef {{ dist: string, disk: string, data: string, quick: boolean }} Setting
 */

// statfs magic numbers; on tmpfs a sync costs nothing, so saves there say nothing about disks.
const FILE_SYSTEMS = new Map([
  [0xef53, 'ext4'],
  [0x58465342, 'xfs'],
  [0x9123683e, 'btrfs'],
  [0x01021994, 'tmpfs'],
  [0x794c7630, 'overlay'],
])

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    disk: { type: 'string', default: tmpdir() },
    dist: { type: 'string', default: join(import.meta.dirname, '../../dist') },
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data/retrieval') },
  },
})

installOnce()
const { QUESTIONS } = await import('./questions.mjs')
const asked = positionals.length > 0 ? positionals : Object.keys(QUESTIONS)
const { asText } = await import('./table.mjs')
const { clearFolders } = await import('./homes.mjs')
const setting = {
  dist: resolve(values.dist),
  disk: resolve(values.disk),
  data: resolve(values.data),
  quick: values.quick,
}
const answers = []
process.once('exit', clearFolders)
for (const question of asked) {
  const measure = QUESTIONS[question]
  if (measure === undefined) {
    process.stderr.write(`no question "${question}"; there are ${Object.keys(QUESTIONS).join(', ')}\n`)
    process.exit(2)
  }
  for (const answer of [await measure(setting)].flat()) {
    answers.push(answer)
    if (!values.json) process.stdout.write(asText(answer))
  }
}
const machine = {
  at: new Date().toISOString(),
  node: process.version,
  fileSystem: FILE_SYSTEMS.get(statfsSync(setting.disk).type) ?? 'unknown',
  system: `${platform()} ${release()}`,
  cores: cpus().length,
  load: loadavg().map((value) => Number(value.toFixed(1))),
}
if (values.json) process.stdout.write(`${JSON.stringify({ machine, quick: setting.quick, answers }, null, 2)}\n`)
else process.stdout.write(`\n${JSON.stringify(machine)}\n`)

// What is measured beside us is installed here and nowhere else, so that a plain `npm ci` of the project stays small.
function installOnce() {
  const needed = ['@modelcontextprotocol/server-everything', 'minisearch', 'wink-nlp-utils']
  if (needed.every((name) => existsSync(join(import.meta.dirname, 'node_modules', name)))) return
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  execFileSync(npm, ['ci', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
    stdio: ['ignore', process.stderr, 'inherit'],
    shell: process.platform === 'win32',
  })
}
