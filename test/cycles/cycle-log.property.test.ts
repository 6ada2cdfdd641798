// The journal of cycles cut off anywhere, with garbage in it: reading never throws, nothing is reported that was not done, and
// the next line stands whole.
import { appendFileSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NewCycleLine, openCycleLog } from '../../src/cycles/cycle-log.ts'
import type { Cycle } from '../../src/domain/cycle.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { put } from '../support/file-store.ts'
import { seeded } from '../support/seed.ts'
import { tempHome } from '../support/temp-home.ts'

const NOW = new Date('2026-05-01T10:00:00.000Z')
const IDS = ['one', 'two', '__proto__']
const NAMES = ['mail', 'post', 'constructor']

const id = fc.constantFrom(...IDS)
const kind = fc.constantFrom('save' as const, 'archive' as const)
const name = fc.constantFrom(...NAMES)
const reason = fc.string({ maxLength: 20 })
const refused = fc.record({ kind, name, reason })
const line: fc.Arbitrary<NewCycleLine> = fc.oneof(
  fc.record({
    ...{
      event: fc.constant('begun' as const),
      id,
      pass: fc.constant('gap' as const),
      executor: fc.constant('order' as const),
    },
    ...{ author: fc.constant(null), leaseUntil: fc.constant('2026-05-01T10:10:00.000Z'), fingerprint: reason },
    ...{ seen: fc.constant({ mail: 'd' }), state: fc.jsonValue({ maxDepth: 1 }) },
  }),
  fc.record({ event: fc.constant('unread' as const), id, fault: reason }),
  fc.record({ event: fc.constant('submitted' as const), id, output: reason }),
  fc.record({ event: fc.constant('doing' as const), id, kind, name, reason, before: fc.constant(null) }),
  fc.record({
    event: fc.constant('did' as const),
    id,
    item: fc.record({ kind, name, reason, version: fc.nat(9), draft: fc.boolean(), created: fc.boolean() }),
  }),
  fc.record({ event: fc.constant('left' as const), id, item: refused }),
  fc.record({
    event: fc.constant('applied' as const),
    id,
    refused: fc.array(refused, { maxLength: 2 }),
    moreRefused: fc.nat(3),
  }),
  fc.record({ event: fc.constant('failed' as const), id, reason }),
  fc.record({ event: fc.constant('undone' as const), id, names: fc.constant([]) }),
)
const garbage = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"did"',
    '{"event":"did"}',
    '{"event":"applied","id":"one","at":"x","report":{}}',
  ),
  fc.constantFrom(
    '{"event":"did","id":"one","at":"x","item":{"kind":"delete","name":"mail"}}',
    '{"__proto__":{"event":"did"}}',
  ),
  fc.constantFrom('\u0000\u0000\u0000', '\ufeff{}', 'x'.repeat(70_000)),
  fc.string({ maxLength: 40 }).map((text) => text.replaceAll('\n', ' ')),
)
const journal = fc.array(fc.oneof({ weight: 5, arbitrary: line }, { weight: 1, arbitrary: garbage }), { maxLength: 30 })

function bytesOf(lines: readonly (NewCycleLine | string)[]): Buffer {
  const texts = lines.map((each) =>
    typeof each === 'string' ? each : JSON.stringify({ ...each, at: NOW.toISOString() }),
  )
  return Buffer.from(texts.map((text) => `${text}\n`).join(''))
}

async function cyclesIn(layout: HomeLayout): Promise<Map<string, Cycle>> {
  return new Map(await openCycleLog(layout, () => NOW).book())
}

// By its own words, from the bytes: the changes that a cycle says it did.
function didIn(text: string, of: string): string[] {
  return text.split('\n').flatMap((each) => {
    try {
      const { event, id: found, item } = JSON.parse(each)
      return event === 'did' && found === of ? [`${item.kind} ${item.name}`] : []
    } catch {
      return []
    }
  })
}

test('cut off at any byte and with garbage in it, it says of no cycle that it did what it did not', async () => {
  const layout = tempHome()
  await fc.assert(
    fc.asyncProperty(journal, fc.double({ min: 0, max: 1, noNaN: true }), async (lines, share) => {
      const bytes = bytesOf(lines)
      const kept = bytes.subarray(0, Math.floor(bytes.length * share))
      put(layout.cycles, kept)
      // What has no line break yet was not written: it may be half of a longer line.
      const whole = kept.subarray(0, kept.lastIndexOf('\n') + 1).toString('utf8')
      const book = await cyclesIn(layout)
      for (const cycle of book.values()) {
        const truth = didIn(whole, cycle.id)
        const said = cycle.did.map((item) => `${item.kind} ${item.name}`)
        expect(truth).toEqual(expect.arrayContaining(said))
        expect(new Set(said).size).toBe(said.length)
        expect(cycle.did).toEqual(expect.arrayContaining([...(cycle.report?.applied ?? [])]))
        if (cycle.status === 'applied') expect(whole).toContain('"event":"applied"')
      }
      // A process that comes now closes the torn line off and goes on.
      const log = openCycleLog(layout, () => NOW)
      await log.exclusively(() => log.append({ event: 'begun', ...BEGUN }))
      const after = await cyclesIn(layout)
      expect(after.get('new')).toMatchObject({ status: 'begun', did: [] })
      expect(await log.book()).toEqual(after)
      for (const [each, cycle] of book) expect(after.get(each)!.did.slice(0, cycle.did.length)).toEqual(cycle.did)
    }),
    seeded(300),
  )
})

const BEGUN = {
  ...{
    id: 'new',
    pass: 'gap' as const,
    executor: 'order' as const,
    author: null,
    fingerprint: 'f',
    seen: {},
    state: null,
  },
  leaseUntil: '2026-05-01T10:10:00.000Z',
}

test('what is read piece by piece, as it is written, is what is read at once', async () => {
  const layout = tempHome()
  await fc.assert(
    fc.asyncProperty(journal, fc.array(fc.nat(400), { maxLength: 8 }), async (lines, sizes) => {
      const bytes = bytesOf(lines)
      put(layout.cycles, '')
      const log = openCycleLog(layout, () => NOW)
      let at = 0
      for (const size of [...sizes, bytes.length]) {
        appendFileSync(layout.cycles, bytes.subarray(at, at + size))
        at += size
        await Promise.all([log.book(), log.book()])
      }
      expect(readFileSync(layout.cycles).equals(bytes)).toBe(true)
      expect(await log.book()).toEqual(await cyclesIn(layout))
    }),
    seeded(100),
  )
})

test('a journal that was put back to an earlier state, or is gone, is read anew', async () => {
  const layout = tempHome()
  const log = openCycleLog(layout, () => NOW)
  expect(await log.book()).toEqual(new Map())
  const line = JSON.stringify({ event: 'begun', at: NOW.toISOString(), ...BEGUN })
  put(layout.cycles, `${line}\n${line.replace('"new"', '"later"')}\n`)
  expect([...(await log.book()).keys()]).toEqual(['new', 'later'])
  put(layout.cycles, `${line}\n`)
  expect([...(await log.book()).keys()]).toEqual(['new'])
  put(layout.cycles, undefined)
  expect(await log.book()).toEqual(new Map())
})
