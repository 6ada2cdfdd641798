// A home on which bindings are due, and one run of what fires them, as a server does it.
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { openContextQueue } from '../../src/bindings/context-queue.ts'
import { createEventReader, noReaderState, readerStateSchema } from '../../src/bindings/event-reader.ts'
import { createRunner } from '../../src/bindings/runner.ts'
import type { Binding, BindingAction } from '../../src/domain/binding.ts'
import { bareSkill } from '../../src/domain/skill.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import { smallDocument } from '../../src/store/small-document.ts'

export const EVENTS = 3
const SINCE = '2026-01-01T00:00:00.000Z'

export function binding(id: string, event: string, action: BindingAction, over: Partial<Binding> = {}): Binding {
  const plain = { conditions: [], priority: 0, cooldownSeconds: 0, enabled: true, version: 1, updatedAt: null }
  const made = { createdBy: 'operator' as const, createdAt: SINCE, since: SINCE }
  return { id, skill: 'deploy', event, action, ...plain, ...made, ...over }
}

export const BINDINGS = [
  binding('brings', 'tool.called', { kind: 'invoke_skill' }),
  binding('emits', 'tool.called', { kind: 'emit_event', type: 'custom.called', payload: {} }),
  binding('tells', 'custom.called', { kind: 'notify', text: null }),
]

export function journalOn(layout: HomeLayout) {
  return openFileJournal(layout, { now: () => new Date(), newId: randomUUID }, (error) => {
    throw error
  })
}

/** Three calls of tools in one session. */
export async function plantFireHome(layout: HomeLayout): Promise<void> {
  mkdirSync(layout.cortex, { recursive: true })
  writeFileSync(layout.bindings, JSON.stringify({ bindings: BINDINGS }))
  const journal = journalOn(layout)
  for (let i = 0; i < EVENTS; i++) {
    await journal.append('s', { event: 'tool-called', actor: 'system', tool: `tool ${i}`, ok: true })
  }
  await journal.close()
}

/** @param failing makes the ledger refuse a line, as a full disk does. */
export function firingOn(layout: HomeLayout, failing: () => boolean = () => false) {
  const journal = journalOn(layout)
  const appendLedger: typeof journal.appendLedger = async (line) => {
    if (failing()) throw new SkillError('storage', 'the disk is full', 'Free some space.')
    await journal.appendLedger(line)
  }
  const reader = createEventReader({
    journal,
    document: smallDocument(layout.bindingState, readerStateSchema, noReaderState),
    isFresh: () => true,
    onDropped: (count) => {
      throw new Error(`${count} events were dropped`)
    },
  })
  const queue = openContextQueue(layout.bindingContext)
  const run = createRunner({
    ...{ queue, reader, appendLedger, now: () => new Date() },
    lock: `${layout.leases}/bindings.lock`,
    enabled: async () => BINDINGS,
    offered: async (name) => ({ skill: bareSkill(name, '# Deploy\n', SINCE) }),
  })
  const close = async () => {
    await reader.settle(true)
    await journal.close()
  }
  return { run, queue, journal, reader, close }
}
