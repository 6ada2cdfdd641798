// Serves a home with two skills of its own on a free port and runs the conformance scenarios against it, one line each.
// Exits 1 when one fails. Needs `npm run build` before it; the suite itself needs Node 22 or newer and gets 24.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { installed } from './installed.mjs'
import { SCENARIOS } from './scenarios.mjs'

const SCENARIO_MS_MAX = 60_000
const MAIN = join(import.meta.dirname, '../../dist/main.js')

const { node24, conformance } = installed()
const home = mkdtempSync(join(tmpdir(), 'skill-cortex-conformance-'))
placeSkills(join(home, 'skills'))
const server = spawn(process.execPath, [MAIN, 'serve', '--home', home, '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const url = await addressOf(server)
  let failures = 0
  for (const scenario of SCENARIOS) if (!(await passes(scenario, url))) failures++
  console.log(`conformance: ${SCENARIOS.length - failures} of ${SCENARIOS.length} scenarios passed`)
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  // It writes down what it has learned before it goes.
  const gone = once(server, 'exit')
  server.kill()
  await gone
  rmSync(home, { recursive: true, force: true, maxRetries: 3 })
}

// First in the list, for `sep-2640-skills-directory` looks at the first skill and asks for a folder in it.
function placeSkills(skills) {
  mkdirSync(join(skills, 'a-guide'), { recursive: true })
  for (const name of ['a-guide', 'a-guide/part']) {
    const skill = { name, summary: 'Pass the suite', content: '# Pass the suite\n\n1. Answer each question.\n' }
    writeFileSync(join(skills, `${name}.json`), JSON.stringify(skill))
    mkdirSync(join(skills, `${name}.files/scripts`), { recursive: true })
    writeFileSync(join(skills, `${name}.files/scripts/run.sh`), '#!/bin/sh\necho passed\n')
    writeFileSync(join(skills, `${name}.files/odd name.bin`), Buffer.from([0, 1, 255]))
  }
}

async function addressOf({ stdout }) {
  for await (const line of createInterface({ input: stdout })) {
    const url = /\(MCP: (http:\S+)\)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('the server ended without saying where it listens')
}

async function passes(scenario, url) {
  const args = [conformance, 'server', '--url', url, '--scenario', scenario]
  const { stdout, stderr, code } = await promisify(execFile)(node24, args, {
    timeout: SCENARIO_MS_MAX,
    cwd: home,
  }).catch((error) => error)
  const passed = code === undefined
  const counts = /Passed: .*/.exec(stdout)?.[0] ?? ''
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${scenario} ${counts}`)
  if (!passed) console.log(`${stdout}${stderr}`)
  return passed
}
