// Puts bindings together over one home: the book that people change, and in a server what fires them.

import { EVENT_AGE_MS_MAX } from '../domain/binding-due.ts'
import type { BindingEvent } from '../domain/binding-event.ts'
import type { ContextSource } from '../domain/context-source.ts'
import type { NewLedgerEvent } from '../domain/journal-event.ts'
import type { LiveEvent } from '../domain/live-event.ts'
import type { Fact, Publish } from '../events/bus.ts'
import type { Log } from '../events/log.ts'
import type { HomeLayout } from '../files/home-layout.ts'
import type { Journal } from '../journal/journal.ts'
import { smallDocument } from '../store/small-document.ts'
import type { BindingBook } from './binding-book.ts'
import {
  type BindingReport,
  type BoundSkill,
  bindingReport,
  EVENTS_REPORTED_MAX,
  type TestEvent,
  type TestedBinding,
  testBindings,
} from './binding-report.ts'
import type { Offered } from './carry-out-action.ts'
import { openContextQueue } from './context-queue.ts'
import { createEventReader, noReaderState, readerStateSchema } from './event-reader.ts'
import { keepFiring } from './keep-firing.ts'
import { noteLiveEvent } from './note-live-event.ts'
import { createRunner } from './runner.ts'

export type Bindings = {
  book: BindingBook
  /** @param eventsMax of the last events with what fired for them. */
  report(eventsMax?: number): Promise<BindingReport>
  /** Which would fire for such an event now. */
  test(event: TestEvent): Promise<TestedBinding[]>
  /** What bindings bring to a recall, each text once. */
  source: ContextSource
  /** A fact of this process, or what it saw of another's. */
  heard(fact: Fact): void
  close(): Promise<void>
}

export type BindingsParts = {
  layout: HomeLayout
  journal: Pick<Journal, 'streams' | 'readStream' | 'readLedger'>
  appendLedger: (event: NewLedgerEvent) => Promise<void>
  book: BindingBook
  /** A skill that may come before a model unasked, or why this one may not. */
  offered: (name: string) => Promise<Offered>
  skill: (name: string) => BoundSkill | undefined
  publish: Publish
  /** Only a server fires; a single command looks and changes. */
  serving: boolean
  log: Log
  now: () => Date
}

export function openBindings(parts: BindingsParts): Bindings {
  const { layout, journal, appendLedger, book, serving, log, now, publish } = parts
  const isFresh = ({ at }: BindingEvent) => serving && now().getTime() - Date.parse(at) <= EVENT_AGE_MS_MAX
  const onDropped = (count: number) => log('bindings', `${count} events were passed over: too many came at once`)
  const document = smallDocument(layout.bindingState, readerStateSchema, noReaderState)
  const reader = createEventReader({ journal, document, isFresh, onDropped })
  let toldFault = ''
  const enabled = async () => {
    const { bindings, fault } = await book.read()
    // Told once: it stands until somebody mends the file.
    if (fault !== undefined && fault.received !== toldFault) publish({ kind: 'fault-found', fault })
    toldFault = fault?.received ?? ''
    return bindings.filter((binding) => binding.enabled)
  }
  const queue = openContextQueue(layout.bindingContext)
  const lock = `${layout.leases}/bindings.lock`
  const run = createRunner({ ...parts, queue, reader, enabled, lock })
  const keeper = serving
    ? keepFiring({ run, hasAny: async () => (await enabled()).length > 0, queue, log, now })
    : undefined
  let noting: Promise<unknown> = Promise.resolve()
  const note = (fact: LiveEvent) => {
    const noted = () => noteLiveEvent(fact, { enabled, appendLedger })
    noting = noting.then(noted).catch((error) => log('bindings', `an event of type ${fact.type} was not noted`, error))
  }
  const standing = async () => {
    await reader.readLedger()
    return { ...(await book.read()), firings: reader.firings(), now: now() }
  }
  return {
    book,
    report: async (eventsMax = EVENTS_REPORTED_MAX) =>
      bindingReport({ ...(await standing()), skill: parts.skill }, eventsMax),
    test: async (event) => testBindings(await standing(), event),
    async source({ session }) {
      await keeper?.level()
      const waiting = queue.waiting(session, now())
      const offered = await Promise.all(waiting.map(async (item) => 'skill' in (await parts.offered(item.skill))))
      return waiting
        .filter((_, i) => offered[i])
        .map(({ kind, text, id }) => ({ kind, text, taken: async () => queue.take(session, id) }))
    },
    heard(fact) {
      if (fact.kind === 'live-event') note(fact)
      if (fact.kind !== 'event-written') return
      for (const told of tellingsOf(fact.event)) publish({ kind: 'live-event', ...told })
      keeper?.wake()
    },
    async close() {
      await keeper?.close()
      await noting
      if (serving) await reader.settle(true).catch((error) => log('bindings', 'how far it read was not kept', error))
    },
  }
}

type Written = Extract<Fact, { kind: 'event-written' }>['event']

// Of a firing's line, so that every server tells its own followers, whichever of them has fired.
function tellingsOf(line: Written): LiveEvent[] {
  if (line.event !== 'binding-fired' || !line.ok) return []
  const { id, binding, skill, eventId: event_id, eventType: event_type, session = null, result: text, emits } = line
  const about = { binding, skill, event_id, event_type, session }
  return [
    ...(line.action === 'notify' ? [{ type: 'binding.notified', payload: { ...about, text }, correlationId: id }] : []),
    ...(emits == null ? [] : [{ type: emits.type, payload: { ...emits.payload, ...about }, correlationId: id }]),
  ]
}
