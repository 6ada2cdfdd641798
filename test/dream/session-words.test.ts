// What the passes read of sessions, at its bounds: how much a model is shown of very much, how long words are kept, and that
// what one pass has read is neither lost to it nor to the others.
import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { NewEvent } from '../../src/domain/journal-event.ts'
import { extractPass } from '../../src/dream/extract.ts'
import { gapPass } from '../../src/dream/gap.ts'
import { dropOldWords } from '../../src/dream/old-words.ts'
import { openSessionBook } from '../../src/dream/session-book.ts'
import { MARKS_MAX, openWatermarks } from '../../src/dream/watermarks.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import { tempHome } from '../support/temp-home.ts'

const NOW = new Date('2026-11-22T12:00:00.000Z')
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString()
const STATE_BYTES_MAX = 16 * 1024

function openHome() {
  const layout = tempHome()
  const now = () => NOW
  const journal = openFileJournal(layout, { now, newId: randomUUID }, (error) => {
    throw error
  })
  onTestFinished(() => journal.close())
  const sessions = openSessionBook(journal, now)
  const watermarks = openWatermarks(layout, now)
  const shelf = { entries: () => [], entry: () => undefined, lookAround: async () => {} }
  const parts = { shelf, sessions, watermarks, nearTo: () => [], propose: () => Promise.reject(new Error('not asked')) }
  const say = (session: string, text: string, days = 1) =>
    journal.append(session, { event: 'turn', actor: 'system', text, timestamp: daysAgo(days) })
  return { journal, sessions, watermarks, say, gap: gapPass(parts), extract: extractPass(parts) }
}

const FIRST = { past: [], isAsked: false }

async function gathered(pass: ReturnType<typeof gapPass> | ReturnType<typeof extractPass>) {
  const found = await pass.gather(NOW, FIRST)
  if (found.kind === 'skip') throw new Error(found.reason)
  return found.gathered
}

test('of a thousand sessions of the longest messages a model is shown what it can read, and all are read in turn', async () => {
  const { gap, say } = openHome()
  const longest = 'invoice convert scanned '.repeat(83).trim()
  for (let i = 0; i < 1_000; i++) await say(`s${i}`, `${longest} w${i}`, 1 + i / 100)
  await say('other', 'water garden')
  await say('another', 'water garden')
  const first = await gathered(gap)
  expect(first.context.length).toBeLessThan(100_000)
  expect(JSON.stringify(first.state).length).toBeLessThan(STATE_BYTES_MAX)
  expect(await gathered(gap)).toEqual(first)
  await gap.done?.(first, [])
  const second = await gathered(gap)
  expect((second.state as { marks: string[] }).marks).toHaveLength(1_002 - MARKS_MAX)
  await gap.done?.(second, [])
  expect(await gap.gather(NOW, FIRST)).toEqual({ kind: 'skip', reason: 'no session is new since its last run' })
})

test('of tasks of the longest calls as well', async () => {
  const { extract, journal, say } = openHome()
  for (let i = 0; i < 8; i++) {
    await say(`s${i}`, 'deploy service')
    for (let k = 0; k < 40; k++) {
      const call: NewEvent = {
        event: 'tool-called',
        actor: 'system',
        tool: `${k}`.padEnd(200, 't'),
        ok: true,
        args: 'word '.repeat(100),
      }
      await journal.append(`s${i}`, call)
    }
    await journal.append(`s${i}`, { event: 'session-ended', actor: 'system' })
  }
  const { context, state } = await gathered(extract)
  expect(context.length).toBeLessThan(120_000)
  expect(context.match(/^## Session /gm)).toHaveLength(5)
  expect(JSON.stringify(state).length).toBeLessThan(STATE_BYTES_MAX)
})

test('what comes late, from a clock that is behind, is read', async () => {
  const { gap, say } = openHome()
  await say('one', 'convert invoice', 1)
  await say('two', 'convert invoice', 1)
  await gap.done?.(await gathered(gap), [])
  // Written now, but of a day before what was read.
  await say('late', 'print invoice', 20)
  expect((await gathered(gap)).context).toContain('3 sessions')
})

test('each pass has marks of its own, and two processes keep those of both', async () => {
  const { watermarks } = openHome()
  await watermarks.add('gap', ['a'])
  expect([...(await watermarks.read('extract'))]).toEqual([])
  await Promise.all([watermarks.add('extract', ['b']), watermarks.add('gap', ['c']), watermarks.add('gap', ['d'])])
  expect([...(await watermarks.read('gap'))].sort()).toEqual(['a', 'c', 'd'])
  expect([...(await watermarks.read('extract'))]).toEqual(['b'])
})

test('a mark goes when its thing cannot come up any more, and not before', async () => {
  const layout = tempHome()
  const at = (days: number) => openWatermarks(layout, () => new Date(NOW.getTime() + days * DAY_MS))
  await at(0).add('gap', ['old'])
  await at(90).add('gap', ['new'])
  expect([...(await at(90).read('gap'))].sort()).toEqual(['new', 'old'])
  await at(101).add('gap', ['newest'])
  expect([...(await at(101).read('gap'))].sort()).toEqual(['new', 'newest'])
})

describe('words', () => {
  test('are taken out of the journal when no pass reads them any more; stems and the rest stay', async () => {
    const { journal } = openHome()
    const actor = 'system' as const
    for (const days of [89, 91]) {
      const timestamp = daysAgo(days)
      const session = `d${days}`
      await journal.append(session, { event: 'turn', actor, timestamp, stems: ['invoic'], text: 'convert invoice' })
      await journal.append(session, {
        event: 'tool-called',
        actor,
        timestamp,
        tool: 'Bash',
        ok: true,
        args: 'command: npm',
      })
    }
    const kept = async (session: string) =>
      (await journal.read(session, 0)).events.map((event) =>
        event.event === 'turn'
          ? [event.stems, event.text]
          : event.event === 'tool-called'
            ? [event.tool, event.args]
            : [],
      )
    expect(await dropOldWords(journal, NOW)).toBe(2)
    expect(await kept('d91')).toEqual([
      [['invoic'], undefined],
      ['Bash', undefined],
    ])
    expect(await kept('d89')).toEqual([
      [['invoic'], 'convert invoice'],
      ['Bash', 'command: npm'],
    ])
    expect(await dropOldWords(journal, NOW)).toBe(0)
  })
})
