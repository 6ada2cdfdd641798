// Goal: there is no moment at which SIGKILL leaves a reflection half carried out for good: whoever comes next ends it, each
// peer is assessed once, each belief, directive and line of the history is there once.
// Method: a process of its own hands in an answer and kills itself right before its first call that changes the disk, before
// the second and so on; then another goes on, and all that can be told is compared with a run that was never killed.
import { cpSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { startChild } from '../support/child-process.ts'
import { tempFolder } from '../support/temp-home.ts'

const ORDER = { kind: 'order' as const, author: 'client' }
const reason = 'It went as it did.'
const OUTPUT = JSON.stringify({
  assessments: [
    { peer_id: 'ann', trust: 2, rationale: reason },
    { peer_id: 'bob', trust: -9, rationale: reason },
    { peer_id: 'nobody', trust: 1, rationale: reason },
  ],
  beliefs: [
    { key: 'ann-is-quick', value: 'Ann answers at once.', rationale: reason },
    { key: 'bob-is-late', value: 'Bob answers late.', rationale: reason },
  ],
  directives: [{ action: 'Ask Bob again.', peer_id: 'bob' }],
  summary: 'Two peers.',
})

async function open(home: string) {
  const app = await openApp({ flags: { home }, log: () => {}, serving: false })
  onTestFinished(() => app.close())
  return app
}

async function begunHome(): Promise<{ home: string; cycleId: string }> {
  const home = tempFolder()
  const app = await open(home)
  for (const peer of ['ann', 'bob', 'ann', 'bob', 'ann']) {
    await app.ledger.recordInteraction({ peer, direction: 'in', preview: 'hello' }, 's1', 'agent')
  }
  return { home, cycleId: (await app.cycles.begin('reflect', ORDER)).order!.cycleId }
}

function copyOf(template: string): string {
  const home = tempFolder()
  cpSync(template, home, { recursive: true })
  return home
}

async function told(home: string) {
  const { ledger, reflection, cycles } = await open(home)
  const assessed = async (peer: string) =>
    (await ledger.peer(peer, { interactions: 0 }))!.history.map(({ trust }) => trust)
  const beliefs = await reflection.beliefs.standing()
  return {
    ...{ ann: await assessed('ann'), bob: await assessed('bob') },
    beliefs: beliefs.map(({ key, peerId, trust, source }) => [key, peerId, trust, source]).sort(),
    directives: (await reflection.directives.all()).map(({ text, state }) => [text, state]),
    history: (await reflection.history()).map(({ elapsedSeconds: _elapsed, ...row }) => row),
    applied: (await cycles.cycles())[0]!.report!.applied.map(({ kind, name }) => `${kind} ${name}`),
    next: (await cycles.begin('reflect', ORDER)).skipped[0]?.reason,
  }
}

async function run(home: string, cycleId: string, killAt: number): Promise<number | undefined> {
  const child = startChild('reflect', home, String(killAt))
  expect(await child.heard()).toBe('ready')
  const answer = await Promise.race([child.ask({ submit: cycleId, output: OUTPUT }), child.ended()])
  child.signal('SIGKILL')
  await child.ended()
  return (answer as { calls: number } | null)?.calls
}

test('killed before every call of a reflection: the next one ends it, and nothing is there twice', async () => {
  const { home: template, cycleId } = await begunHome()
  const whole = copyOf(template)
  const calls = (await run(whole, cycleId, 0))!
  const after = await told(whole)
  expect(after).toMatchObject({ ann: [2], bob: [-3], directives: [['Ask Bob again.', 'open']] })
  expect(after.next).toContain('nothing passed with peers')
  const ends = { answeredAgain: 0, goneOnWith: 0 }
  for (let killAt = 1; killAt <= calls; killAt++) {
    const killed = copyOf(template)
    expect(await run(killed, cycleId, killAt), `call ${killAt}`).toBe(undefined)
    const { cycles } = await open(killed)
    const isAccepted = (await cycles.cycles())[0]!.status !== 'begun'
    ends[isAccepted ? 'goneOnWith' : 'answeredAgain']++
    // Whoever comes next for anything goes on with it; else the client sends its answer again.
    if (isAccepted) await cycles.begin(undefined, ORDER)
    else await cycles.submit(cycleId, OUTPUT)
    expect(await told(killed), `after call ${killAt}`).toEqual(after)
  }
  expect(Math.min(...Object.values(ends))).toBeGreaterThan(0)
  console.log(`reflect-kill: ${calls} kills, ${JSON.stringify(ends)}, 0 half`)
})
