// What every journal promises: nothing written is lost or changed, order is the order of writing, a cursor gives each
// event once, and whoever names a session names nothing else.
import { describe, expect, onTestFinished, test } from 'vitest'
import type { JournalEvent, NewEvent } from '../../src/domain/journal-event.ts'
import { noUsage } from '../../src/domain/usage-fold.ts'
import type { JournalClock } from '../../src/journal/envelope.ts'
import type { Journal } from '../../src/journal/journal.ts'
import { foldUsage } from '../support/folds.ts'

/** Opens as many instances on one place as are asked for: several processes on one home. */
export type OpenJournals = (count: number, clock: JournalClock) => Journal[]

const load = (skillName: string, id?: string): NewEvent => ({
  event: 'loaded',
  actor: 'agent',
  skillName,
  version: 1,
  how: 'by-name',
  id,
})
const names = (events: JournalEvent[]) =>
  events.map((event) => (event.event === 'loaded' ? event.skillName : event.event))
const SAVED = { event: 'skill-saved', actor: 'agent', version: 1, digest: 'd' } as const

const HOSTILE_IDS = [
  ...[
    'a/b',
    '..',
    '../../etc/passwd',
    '/etc/passwd',
    'a\\b',
    'UPPER',
    'upper',
    'Ünïcode',
    '会话',
    'a b',
    'a\nb',
    'a\0b',
  ],
  ...['', '.', 'con', 'x.jsonl', '__proto__', 'x'.repeat(10_000), `${'x'.repeat(9_999)}y`, 'stateless-2026-11-21'],
]

export function journalContract(adapter: string, openAll: OpenJournals): void {
  function clockAt(start: string) {
    let at = new Date(start)
    let ids = 0
    const set = (iso: string) => {
      at = new Date(iso)
    }
    return { set, now: () => at, newId: () => `id-${++ids}` }
  }
  function open(count = 1, clock: JournalClock = clockAt('2026-11-21T10:00:00.000Z')): Journal[] {
    const journals = openAll(count, clock)
    onTestFinished(async () => void (await Promise.all(journals.map((journal) => journal.close()))))
    return journals
  }
  const one = (clock?: JournalClock) => open(1, clock)[0]!

  describe(`${adapter}: a session`, () => {
    test('gives back what was written, in an envelope', async () => {
      const journal = one()
      const written = await journal.append('s', load('mail'))
      expect(written).toEqual({
        ...{ event: 'loaded', id: 'id-1', sessionId: 's', timestamp: '2026-11-21T10:00:00.000Z', seq: 1795255200000 },
        ...{ actor: 'agent', skillName: 'mail', version: 1, how: 'by-name' },
      })
      expect(await journal.read('s', 0)).toMatchObject({ events: [written], skipped: 0 })
    })

    test('gives what happened elsewhere its own date, and its place in the order of writing', async () => {
      const journal = one()
      await journal.append('s', load('now'))
      const timestamp = '2025-01-01T00:00:00.000Z'
      const then = await journal.append('s', { ...load('then', 'its-id'), timestamp })
      expect(then).toMatchObject({ id: 'its-id', timestamp, seq: 1795255200001 })
      expect((await journal.read('s', 0)).events.map((event) => event.timestamp)).toEqual([
        ...['2026-11-21T10:00:00.000Z', timestamp],
      ])
    })

    test('gives each event once from a cursor on', async () => {
      const journal = one()
      expect(await journal.read('s', 0)).toEqual({ events: [], next: 0, skipped: 0 })
      await journal.append('s', load('a'))
      const first = await journal.read('s', 0)
      await journal.append('s', load('b'))
      const second = await journal.read('s', first.next)
      expect([names(first.events), names(second.events)]).toEqual([['a'], ['b']])
      expect((await journal.read('s', second.next)).events).toEqual([])
    })

    test.each(HOSTILE_IDS.map((id) => [id.slice(0, 20), id]))('may be called %j', async (_, id) => {
      const journal = one()
      await Promise.all(HOSTILE_IDS.map((other) => journal.append(other, load('other'))))
      await journal.append(id, load('mine'))
      const { events } = await journal.read(id, 0)
      expect(names(events)).toEqual(['other', 'mine'])
      expect(events.map((event) => event.sessionId)).toEqual([id, id])
    })

    test('refuses what is no event and keeps the rest', async () => {
      const journal = one()
      await expect(journal.append('s', { ...load('a'), how: 'magic' } as unknown as NewEvent)).rejects.toThrow()
      await journal.append('s', load('b'))
      expect(names((await journal.read('s', 0)).events)).toEqual(['b'])
    })
  })

  describe(`${adapter}: several processes`, () => {
    test('lose nothing and keep the order of each', async () => {
      const journals = open(4)
      const write = async (journal: Journal, who: number) => {
        for (let n = 0; n < 25; n++) await journal.append('s', load(`w${who}-${n}`))
      }
      await Promise.all(journals.map(write))
      for (const journal of journals) {
        const all = names((await journal.read('s', 0)).events)
        expect(all).toHaveLength(100)
        for (const who of [0, 1, 2, 3]) {
          expect(all.filter((name) => name.startsWith(`w${who}-`))).toEqual(
            Array.from({ length: 25 }, (_, n) => `w${who}-${n}`),
          )
        }
      }
    })

    test('count a retry with the same id once', async () => {
      const [first, second] = open(2) as [Journal, Journal]
      await first.append('s', load('mail', 'retry'))
      await second.append('s', load('mail', 'retry'))
      const { events } = await second.read('s', 0)
      expect(foldUsage(noUsage(), events, 0, () => true).totals.mail?.loads).toBe(1)
    })
  })

  test(`${adapter}: a clock that jumps back changes neither the order nor the counter's direction`, async () => {
    const clock = clockAt('2026-11-21T10:00:00.000Z')
    const journal = one(clock)
    const write = async (name: string, iso: string) => {
      clock.set(iso)
      return (await journal.append('s', load(name))).seq
    }
    const counters = [
      await write('a', '2026-11-21T10:00:00.000Z'),
      await write('b', '2026-11-21T09:00:00.000Z'),
      await write('c', '2038-01-20T00:00:00.000Z'),
      await write('d', '2026-11-21T10:00:00.000Z'),
    ]
    expect(names((await journal.read('s', 0)).events)).toEqual(['a', 'b', 'c', 'd'])
    expect(counters).toEqual([...new Set(counters)].sort((a, b) => a - b))
  })

  test(`${adapter}: all streams, each with its end, give all events`, async () => {
    const journal = one()
    for (const session of ['s1', 's2', 'a/b']) await journal.append(session, load(`of-${session.replace('/', '-')}`))
    const streams = await journal.streams()
    const slices = await Promise.all(streams.map(({ stream }) => journal.readStream(stream, 0)))
    expect(slices.flatMap(({ events }) => names(events)).sort()).toEqual(['of-a-b', 'of-s1', 'of-s2'])
    expect(slices.map(({ next }) => next)).toEqual(streams.map(({ end }) => end))
  })

  describe(`${adapter}: the ledger`, () => {
    test('keeps what concerns no session, apart from the sessions', async () => {
      const [journal, other] = open(2) as [Journal, Journal]
      await journal.appendLedger({ ...SAVED, name: 'a' })
      const first = await other.readLedger(0)
      await other.appendLedger({ ...SAVED, name: 'b' })
      const second = await journal.readLedger(first.next)
      expect([first.events, second.events]).toMatchObject([[{ ...SAVED, name: 'a', sessionId: '' }], [{ name: 'b' }]])
      expect(await journal.streams()).toEqual([])
    })
  })

  describe(`${adapter}: blanking`, () => {
    const TURN: NewEvent = { event: 'turn', actor: 'agent', stems: ['secret', 'word'] }
    const withoutStems = (event: JournalEvent) =>
      event.event === 'turn' && event.stems?.length ? { ...event, stems: [] } : undefined
    const stemsOf = (events: JournalEvent[]) =>
      events.map((event) => (event.event === 'turn' ? event.stems?.join(' ') : event.event))

    test('makes events of all sessions say less, and leaves the others as they are', async () => {
      const journal = one()
      for (const session of ['s1', 'a/b']) {
        await journal.append(session, TURN)
        await journal.append(session, load('mail'))
      }
      const before = await journal.read('s1', 0)
      expect(await journal.blank(withoutStems)).toBe(2)
      const { events, skipped } = await journal.read('s1', 0)
      expect(events).toEqual([{ ...before.events[0], stems: [] }, before.events[1]])
      expect(skipped).toBe(0)
      expect(stemsOf((await journal.read('a/b', 0)).events)).toEqual(['', 'loaded'])
      expect(await journal.blank(withoutStems)).toBe(0)
    })

    test('moves no cursor: what was read stays read, what comes is read once', async () => {
      const [journal, other] = open(2) as [Journal, Journal]
      await journal.append('s', TURN)
      const first = await other.read('s', 0)
      await journal.append('s', TURN)
      const ends = await journal.streams()
      expect(await journal.blank(withoutStems)).toBe(2)
      expect(await other.streams()).toEqual(ends)
      const second = await other.read('s', first.next)
      expect([stemsOf(second.events), second.skipped]).toEqual([[''], 0])
      await journal.append('s', TURN)
      expect(stemsOf((await other.read('s', second.next)).events)).toEqual(['secret word'])
    })

    test('changes what fits in its place only', async () => {
      const journal = one()
      await journal.append('s', TURN)
      const longer = (event: JournalEvent) => ({ ...event, id: `${event.id}-and-more` })
      expect(await journal.blank(longer)).toBe(0)
      expect(await journal.blank((event) => ({ ...event, id: 'ID-1' }))).toBe(1)
      expect((await journal.read('s', 0)).events.map(({ id }) => id)).toEqual(['ID-1'])
    })

    test('an empty journal has nothing to say less', async () => {
      expect(await one().blank(withoutStems)).toBe(0)
    })

    test('loses nothing that others append meanwhile', async () => {
      const [journal, other] = open(2) as [Journal, Journal]
      const sessions = Array.from({ length: 10 }, (_, i) => `s${i}`)
      const write = async () => {
        for (let round = 0; round < 20; round++) for (const session of sessions) await other.append(session, TURN)
      }
      const writing = write()
      let changed = 0
      for (let i = 0; i < 10; i++) changed += await journal.blank(withoutStems)
      await writing
      changed += await journal.blank(withoutStems)
      expect(changed).toBe(200)
      for (const session of sessions) {
        const { events, skipped } = await other.read(session, 0)
        expect([stemsOf(events), skipped]).toEqual([Array(20).fill(''), 0])
      }
    })
  })
}
