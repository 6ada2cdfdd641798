// Goal: several processes that judge one peer at once move its trust no further than one of them could; one that is killed
// between a line and the fold of it loses nothing and counts nothing twice; ten thousand peers are no burden.
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import { type Child, startChild } from '../support/child-process.ts'
import { tempHome } from '../support/temp-home.ts'
import { ledgerOn } from './ledger-on.ts'

vi.setConfig({ testTimeout: 120_000 })

const ROUNDS = 12
const PEERS = 10_000

/** Until it has stored so many and kept the fold of them. */
async function untilKept(child: Child, count: number): Promise<void> {
  for (let said: unknown = -1; typeof said === 'number' && said < count; ) said = await child.heard()
}

async function assessedIn(layout: HomeLayout): Promise<{ trust: number; proposed_trust: number }[]> {
  const journal = openFileJournal(layout, { now: () => new Date(), newId: randomUUID }, () => {})
  const { events } = await journal.readLedger(0)
  await journal.close()
  return events.flatMap((event) => (event.event === 'assessed' ? [event] : []))
}

test('two processes at once: one step after the other, and no further than a day allows', async () => {
  const layout = tempHome()
  const children = ['one', 'two'].map((name) => startChild('assess', layout.home, name, String(ROUNDS)))
  for (const child of children) await child.heard()
  expect(await Promise.all(children.map((child) => child.ask('go')))).toEqual(['done', 'done'])
  const trusts = (await assessedIn(layout)).map(({ trust }) => trust)
  expect(trusts).toEqual([3, ...Array.from({ length: 2 * ROUNDS - 1 }, () => 6)])
  expect(await ledgerOn(layout).ledger.peer('shared', { interactions: 50 })).toMatchObject({
    ...{ interactions: 2 * ROUNDS, assessments: 2 * ROUNDS, trust: 6, recent: { length: 2 * ROUNDS } },
  })
})

test('a process that is killed anywhere: each assessment whole or not there, and all counted once', async () => {
  const layout = tempHome()
  for (let round = 0; round < 5; round++) {
    const child = startChild('assess', layout.home, `round-${round}`, '1000', 'keep')
    await child.heard()
    await child.ask('go')
    await untilKept(child, 2 + round)
    child.signal('SIGKILL')
    await child.ended()
  }
  const { ledger, journal } = ledgerOn(layout)
  const lines = await assessedIn(layout)
  const { peers } = await ledger.peers({ limit: 10, sort: 'recent' })
  expect(peers).toMatchObject([{ peer_id: 'shared', trust: 6, assessments: lines.length }])
  let interactions = 0
  for (const { stream } of await journal.streams()) {
    const { events, skipped } = await journal.readStream(stream, 0)
    interactions += events.length
    expect(skipped).toBeLessThanOrEqual(1)
  }
  expect(peers[0]!.interactions).toBe(interactions)
  // The lock of the dead is passed over.
  const asked = { peerId: 'shared', trust: 0, rationale: 'After it all.', source: 'inline' } as const
  expect(await ledger.recordAssessment(asked, 'agent')).toMatchObject({ proposed_trust: 0 })
})

test('ten thousand peers: listed, asked for, judged, kept and opened again', async () => {
  const layout = tempHome()
  mkdirSync(layout.usage, { recursive: true })
  for (let session = 0; session < 20; session++)
    writeFileSync(join(layout.usage, `s${session}.jsonl`), sessionOf(session))
  const first = ledgerOn(layout)
  const began = performance.now()
  expect(await first.ledger.peers({ limit: 3, sort: 'info' })).toMatchObject({ total: PEERS, peers: { length: 3 } })
  expect(await first.judged('peer 77', 2)).toBe(2)
  await first.ledger.save()
  const again = ledgerOn(layout)
  expect(await again.ledger.peer('peer 77', { interactions: 10 })).toMatchObject({
    ...{ trust: 2, interactions: 4, recent: [{ preview: 'hello 0' }, {}, {}, { preview: 'hello 3' }] },
  })
  expect(await again.ledger.block(['peer 5', 'peer 6'])).toContain('"peer 6": 4 interactions')
  const tookMs = performance.now() - began
  expect(tookMs).toBeLessThan(60_000)
})

// Four interactions with each of 500 peers.
function sessionOf(session: number): string {
  const lines: string[] = []
  for (let round = 0; round < 4; round++) {
    for (let at = session; at < PEERS; at += 20) {
      const timestamp = new Date(Date.UTC(2026, 9, 1 + round * 7) + at * 1_000).toISOString()
      const head = { id: randomUUID(), sessionId: `s${session}`, timestamp, seq: lines.length, actor: 'agent' }
      const said = { peer: `peer ${at}`, direction: 'in', preview: `hello ${round}` }
      lines.push(JSON.stringify({ event: 'interaction', ...head, ...said }))
    }
  }
  return `${lines.join('\n')}\n`
}
