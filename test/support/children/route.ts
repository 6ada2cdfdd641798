// A process that reports outcomes on a home and keeps its routing memory, again and again.
import { randomUUID } from 'node:crypto'
import { cortexSchema, emptyCortex } from '../../../src/domain/cortex-document.ts'
import { ROUTING_DEFAULTS } from '../../../src/domain/routing-settings.ts'
import { homeLayout } from '../../../src/files/home-layout.ts'
import { openFileJournal } from '../../../src/journal/file-journal.ts'
import { openRoutingMemory } from '../../../src/routing/routing-memory.ts'
import { lockedDocument } from '../../../src/store/locked-document.ts'

const [home, name, count] = process.argv.slice(2) as [string, string, string]
const layout = homeLayout(home)
const now = () => new Date()
const journal = openFileJournal(layout, { now, newId: randomUUID }, (error) => {
  throw error
})
const place = { path: layout.routing, lock: `${layout.leases}/routing.lock`, what: 'the routing memory' }
const memory = openRoutingMemory({
  ...{ journal, now, settings: ROUTING_DEFAULTS, document: lockedDocument(place, cortexSchema, emptyCortex) },
  lessons: async () => [],
  skill: () => undefined,
})

async function learn(): Promise<void> {
  for (let i = 0; i < Number(count); i++) {
    const session = `${name}-${i % 3}`
    const of = { skill: i % 2 === 0 ? 'shared' : name, outcome: i % 4 === 3 ? 'api_error' : 'success' } as const
    await journal.append(session, { event: 'outcome', actor: 'agent', ...of, key: `use ${i}` })
    await memory.keep()
  }
  await journal.close()
}

process.on('message', () => {
  learn().then(
    () => process.send!('done'),
    (error: Error) => process.send!(`failed: ${error.stack}`),
  )
})
process.send!('ready')
