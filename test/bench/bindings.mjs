// What bindings cost a server: a thousand events against a full list of which none fits, of which one fires for each, and
// of which one brings a text to the session for each. In process, over the real files.
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from './homes.mjs'

const BINDINGS = 200
const LOOK_MS_MAX = 1_000

/** @typedef {import('../../src/domain/binding.ts').BindingAction} Action */

/** @param {import('./run.mjs').Setting} setting @returns {Promise<import('./table.mjs').Answer>} */
export async function measureBindings({ dist, disk, quick }) {
  const events = quick ? 200 : 1_000
  const rows = []
  /** @type {[string, Action, number][]} */
  const kinds = [
    ['none fits', { kind: 'notify', text: null }, 0],
    ['one notifies', { kind: 'notify', text: null }, 1],
    ['one emits', { kind: 'emit_event', type: 'custom.bench', payload: {} }, 1],
    ['one brings a text', { kind: 'inject_context', text: 'Look out' }, 1],
  ]
  for (const [title, action, fitting] of kinds) {
    const home = join(temporaryFolder(disk), 'home')
    const { ms, fired } = await measured(home, dist, { events, action, fitting })
    rows.push({ bindings: BINDINGS, events, what: title, fired, ms, 'us per event': (1_000 * ms) / events })
  }
  const look = rows[0]?.ms ?? 0
  return {
    question: 'bindings',
    title: `${events} events of ${events} sessions against ${BINDINGS} bindings with two conditions each`,
    rows,
    bars: [
      { promise: 'to look where none fits, ms', bar: `<= ${LOOK_MS_MAX} ms`, measured: look, met: look <= LOOK_MS_MAX },
    ],
  }
}

/** @param {string} home @param {string} dist @param {{ events: number, action: Action, fitting: number }} asked */
async function measured(home, dist, { events, action, fitting }) {
  /** @type {(path: string) => Promise<any>} */
  const at = (path) => import(pathToFileURL(join(dist, path)).href)
  /** @type {typeof import('../../src/app.ts')} */
  const { openApp } = await at('app.js')
  /** @type {typeof import('../../src/files/home-layout.ts')} */
  const { homeLayout } = await at('files/home-layout.js')
  const layout = homeLayout(home)
  mkdirSync(layout.cortex, { recursive: true })
  mkdirSync(layout.skills, { recursive: true })
  writeFileSync(join(layout.skills, 'deploy.json'), JSON.stringify({ name: 'deploy', content: '# Deploy\n' }))
  writeFileSync(layout.bindings, JSON.stringify({ bindings: bindingsOf(action, fitting) }))
  // Written before the server looks, as hooks do it.
  mkdirSync(layout.usage, { recursive: true })
  const now = Date.now()
  for (let i = 0; i < events; i++) {
    const envelope = { id: randomUUID(), sessionId: `s-${i}`, timestamp: new Date(now).toISOString(), seq: now }
    const line = { event: 'tool-called', ...envelope, actor: 'system', tool: 'Bash', ok: true, args: 'deploy the site' }
    writeFileSync(join(layout.usage, `s-${i}.jsonl`), `${JSON.stringify(line)}\n`)
  }
  const app = await openApp({ flags: { home }, log: () => {}, serving: true })
  const count = async () => (await app.bindings.report()).bindings.reduce((sum, { fired }) => sum + fired, 0)
  const began = performance.now()
  // Waits until all has fired, or half a second at a time.
  do await app.bindings.source({ session: undefined, peers: [], actor: 'agent' })
  while ((await count()) < events * fitting)
  const ms = performance.now() - began
  const fired = await count()
  await app.close()
  return { ms, fired }
}

/** @param {Action} action @param {number} fitting */
function bindingsOf(action, fitting) {
  const since = new Date(Date.now() - 60_000).toISOString()
  return Array.from({ length: BINDINGS }, (_, i) => ({
    ...{ id: `b${i}`, version: 1, skill: 'deploy', event: 'tool.called', action, priority: 0, cooldownSeconds: 0 },
    conditions: [
      { field: 'args', op: 'matches', value: '*deploy*site*' },
      { field: 'tool', op: 'equals', value: i < fitting ? 'Bash' : `Other ${i}` },
    ],
    ...{ enabled: true, createdBy: 'operator', createdAt: since, updatedAt: null, since },
  }))
}
