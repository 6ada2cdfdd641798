// What the second loop costs the first: writing an interaction down, looking whether a reflection is due, bringing beliefs and
// peers into a recall; and what a model is shown for five peers. Bars of seed 002 (NFR-CX-01 and its token budget).
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { quantile } from './figures.mjs'
import { temporaryFolder } from './homes.mjs'

const PEERS = 5
const INTERACTIONS = 20
const CALLS = 2_000
const TOKENS_MAX = 3_000
const INSTRUCTION_TOKENS_MAX = 500

/** @param {import('./run.mjs').Setting} setting @returns {Promise<import('./table.mjs').Answer>} */
export async function measureReflection({ dist, disk, quick }) {
  /** @type {(path: string) => Promise<any>} */
  const at = (path) => import(pathToFileURL(join(dist, path)).href)
  /** @type {typeof import('../../src/app.ts')} */
  const { openApp } = await at('app.js')
  /** @type {typeof import('../../src/domain/token-estimate.ts')} */
  const { estimateTokens } = await at('domain/token-estimate.js')
  /** @type {typeof import('../../src/domain/reflect-triggers.ts')} */
  const { dueTriggers } = await at('domain/reflect-triggers.js')
  const home = join(temporaryFolder(disk), 'home')
  const app = await openApp({ flags: { home }, log: () => {}, serving: true })
  const calls = quick ? CALLS / 10 : CALLS
  const told = await told5Peers(app)
  const { order } = await app.cycles.begin('reflect', { kind: 'order', author: 'bench' }, { force: true })
  if (order === undefined) throw new Error('no reflection was due')
  await app.cycles.submit(order.cycleId, answer())
  const rules = { interactions: 5, minutes: 30, newPeer: true, promiseOverdue: true }
  const facts = { unread: 4, newPeers: 1, unreadSince: undefined, lastAt: undefined, overdueAt: [] }
  const rows = [
    row('an interaction is written down', 1, told),
    row('triggers on what is known', 5, await timed(calls, async () => dueTriggers(facts, rules, new Date()))),
    row('the look whether one is due', 5, await timed(calls / 20, async () => app.cycles.look(['reflect']))),
    row('beliefs for a recall', 1, await timed(calls, async () => app.reflection.beliefs.block([peer(0)]))),
    row('the record of five peers for a recall', 1, await timed(calls, async () => app.ledger.block(peers()))),
  ]
  await app.close()
  const shown = estimateTokens(order.context)
  const instructed = estimateTokens(order.instructions)
  return {
    question: 'reflection',
    title: `what the second loop costs the first; ${PEERS} peers, ${INTERACTIONS} interactions each`,
    notes: [`The model is shown about ${shown} tokens, after ${instructed} of instructions.`],
    rows,
    bars: [
      ...rows.map((each) => ({
        promise: `${each.what}, median ms`,
        bar: `< ${each['bar ms']} ms`,
        measured: each['p50 ms'],
        met: each['p50 ms'] < each['bar ms'],
      })),
      tokenBar('context for five peers, tokens', shown, TOKENS_MAX),
      tokenBar('instructions, tokens', instructed, INSTRUCTION_TOKENS_MAX),
    ],
  }
}

/** @param {import('../../src/app.ts').App} app @returns {Promise<number[]>} how long each took */
async function told5Peers({ ledger }) {
  const times = []
  for (let i = 0; i < PEERS * INTERACTIONS; i++) {
    const preview = `Could you look up the figures of region ${i} and send a short table of what changed since last week?`
    const began = performance.now()
    await ledger.recordInteraction(
      { peer: peer(i % PEERS), direction: i % 2 === 0 ? 'in' : 'out', channel: 'chat', preview },
      'bench',
      'agent',
    )
    times.push(performance.now() - began)
  }
  return times
}

function answer() {
  const beliefs = Array.from({ length: 20 }, (_, i) => ({
    key: `peer-${i % PEERS}-habit-${i}`,
    value: `${peer(i % PEERS)} asks for short tables and says thanks for them, as it did in week ${i}`,
    rationale: 'seen in several requests',
  }))
  const assessments = peers().map((peer_id) => ({ peer_id, trust: 2, rationale: 'clear requests, all of them kept' }))
  return { assessments, beliefs, directives: [], summary: 'Ordinary requests, all answered.' }
}

function peers() {
  return Array.from({ length: PEERS }, (_, i) => peer(i))
}

/** @param {number} i */
function peer(i) {
  return `npub-${i}`
}

/** @param {number} calls @param {() => Promise<unknown>} work @returns {Promise<number[]>} */
async function timed(calls, work) {
  const times = []
  for (let i = 0; i < calls; i++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times
}

/** @param {string} what @param {number} barMs @param {readonly number[]} times */
function row(what, barMs, times) {
  return { what, calls: times.length, 'p50 ms': quantile(times, 0.5), 'p99 ms': quantile(times, 0.99), 'bar ms': barMs }
}

/** @param {string} promise @param {number} measured @param {number} max */
function tokenBar(promise, measured, max) {
  return { promise, bar: `< ${max}`, measured, met: measured < max }
}
