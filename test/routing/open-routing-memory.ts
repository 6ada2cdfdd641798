// Routing memory on a home as one process opens it, with everything real but the library and recall's lessons.
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { cortexSchema, emptyCortex } from '../../src/domain/cortex-document.ts'
import type { Lesson } from '../../src/domain/lesson.ts'
import type { Outcome } from '../../src/domain/outcomes.ts'
import { ROUTING_DEFAULTS } from '../../src/domain/routing-settings.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import { openRoutingMemory } from '../../src/routing/routing-memory.ts'
import { lockedDocument } from '../../src/store/locked-document.ts'

export function openMemory(layout: HomeLayout, given: { now?: () => Date; lessons?: Lesson[] } = {}) {
  const { now = () => new Date(), lessons = [] } = given
  const journal = openFileJournal(layout, { now, newId: randomUUID }, (error) => {
    throw error
  })
  onTestFinished(() => journal.close())
  const place = { path: layout.routing, lock: `${layout.leases}/routing.lock`, what: 'the routing memory' }
  const memory = openRoutingMemory({
    ...{ journal, now, settings: ROUTING_DEFAULTS, document: lockedDocument(place, cortexSchema, emptyCortex) },
    lessons: async () => lessons,
    skill: () => undefined,
  })
  const actor = 'agent' as const
  return {
    journal,
    memory,
    say: (session: string, region?: string) => journal.append(session, { event: 'turn', actor, region }),
    load: (session: string, skillName: string) =>
      journal.append(session, { event: 'loaded', actor, skillName, version: 1, how: 'by-name' }),
    report: (session: string, skill: string, outcome: Outcome, key?: string) =>
      journal.append(session, { event: 'outcome', actor, skill, outcome, key }),
    /** Each route as `region skill successes/failures`. */
    async routes() {
      const { regions } = await memory.level()
      return [...regions]
        .flatMap(([region, { routes }]) =>
          [...routes.values()].map(({ skill, successes, failures }) => `${region} ${skill} ${successes}/${failures}`),
        )
        .sort()
    },
  }
}
