// Runs a scenario of reflection with a real model, for a person to read: puts what passed into a fresh home, reflects until
// nothing is unread, and prints what the judge wrote of each peer beside what was expected.
//   npm run build
//   SKILL_CORTEX_PROVIDER_KIND=… SKILL_CORTEX_PROVIDER_MODEL=… node test/scenarios/reflection/run.mjs farming|quality
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { journalLines } from './journal-lines.mjs'

const HERE = import.meta.dirname
const PROGRAM = join(HERE, '../../../dist/main.js')
const CYCLES_MAX = 10

const scenario = JSON.parse(readFileSync(join(HERE, `${process.argv[2] ?? 'farming'}.json`), 'utf8'))
const home = mkdtempSync(join(tmpdir(), 'reflection-scenario-'))
for (const folder of ['skills', 'skill-usage']) mkdirSync(join(home, folder))
writeFileSync(join(home, 'skill-usage', 'scenario.jsonl'), journalLines(scenario, new Date()))

function command(...args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM, ...args, '--home', home, '--json'], {
    encoding: 'utf8',
  })
  if (status === 2 || stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

for (let cycle = 0; cycle < CYCLES_MAX; cycle++) {
  const { runs } = command('dream', '--pass', 'reflect', '--force', '--yes')
  const [run] = runs
  if (run === undefined || run.outcome !== 'applied') {
    if (run?.outcome === 'failed') console.log(`failed: ${run.reason}`)
    break
  }
}
console.log(`# ${scenario.name}\n${scenario.expected}\n`)
for (const { id, expected = '' } of scenario.peers) {
  const { history } = command('ledger', 'show', id)
  const last = history.at(-1)
  console.log(`## ${id}\nexpected: ${expected}\ntrust ${last?.trust ?? '-'}: ${last?.rationale ?? 'not assessed'}\n`)
}
console.log(command('beliefs').block)
