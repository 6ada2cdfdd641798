// The port's contract on files, and what only files can do: be torn, be edited, be too many, stand in a moved folder.
import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { JournalEvent, NewEvent } from '../../src/domain/journal-event.ts'
import { openFileJournal } from '../../src/journal/file-journal.ts'
import { NOW } from '../support/builders.ts'
import { tempHome } from '../support/temp-home.ts'
import { journalContract } from './journal.contract.ts'

const fail = (error: unknown) => {
  throw error
}

journalContract('on files', (count, clock) => {
  const layout = tempHome()
  return Array.from({ length: count }, () => openFileJournal(layout, clock, fail))
})

const TURN: NewEvent = { event: 'turn', actor: 'agent' }
function openOne() {
  const layout = tempHome()
  let ids = 0
  const journal = openFileJournal(layout, { now: () => new Date(NOW), newId: () => `id-${++ids}` }, fail)
  onTestFinished(() => journal.close())
  return { layout, journal }
}

test('a line on disk is one JSON object, readable by any tool', async () => {
  const { layout, journal } = openOne()
  await journal.append('session-1', { event: 'loaded', actor: 'agent', skillName: 'mail', version: 2, how: 'recalled' })
  expect(readFileSync(join(layout.usage, 'session-1.jsonl'), 'utf8')).toBe(
    '{"event":"loaded","id":"id-1","sessionId":"session-1","timestamp":"2026-11-21T10:00:00.000Z","seq":1795255200000,"actor":"agent","skillName":"mail","version":2,"how":"recalled"}\n',
  )
})

test('harmless ids name their file, all others a hash; nothing is written beside that folder', async () => {
  const { layout, journal } = openOne()
  const ids = ['plain-1', 'UPPER', '../../escape', '/tmp/escape', 'con', 'x'.repeat(10_000), '..', '']
  for (const id of ids) await journal.append(id, TURN)
  const files = readdirSync(layout.home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map((file) => file.parentPath)).toEqual(Array(8).fill(layout.usage))
  expect(files.map((file) => file.name).filter((name) => !/^x-[0-9a-f]{40}\.jsonl$/.test(name))).toEqual([
    'plain-1.jsonl',
  ])
})

test('lines that are no event of this session are skipped, and counted when they are none at all', async () => {
  const { layout, journal } = openOne()
  await journal.append('s', TURN)
  appendFileSync(join(layout.usage, 's.jsonl'), '{"event":"turn"}\nnot json\n{"event":"torn')
  await journal.append('s', TURN)
  const { events, skipped } = await journal.read('s', 0)
  expect([events.length, skipped]).toEqual([2, 3])
})

test('a session that names itself like the file of another sees nothing of it', async () => {
  const { layout, journal } = openOne()
  await journal.append('UPPER', TURN)
  const forged = readdirSync(layout.usage)[0]!.replace('.jsonl', '')
  expect((await journal.read(forged, 0)).events).toEqual([])
})

test('a message above 64 KiB is refused with what to do', async () => {
  const { journal } = openOne()
  await expect(
    journal.append('s', { event: 'feedback', actor: 'agent', feedback: 'praise', value: 'x'.repeat(70_000) }),
  ).rejects.toMatchObject({ code: 'too-large', fix: 'Shorten the message, note or arguments.' })
})

test('more sessions than files may be open at once', async () => {
  const { journal } = openOne()
  const sessions = Array.from({ length: 100 }, (_, i) => `s${i}`)
  for (const round of [1, 2]) {
    for (const session of sessions) await journal.append(session, TURN)
    const ends = await Promise.all(sessions.map((session) => journal.read(session, 0)))
    expect(ends.map(({ events }) => events.length)).toEqual(Array(100).fill(round))
  }
})

test.each(['moved away', 'deleted'])('a folder that is %s under an open journal is made anew', async (fate) => {
  const { layout, journal } = openOne()
  await journal.append('s', TURN)
  if (fate === 'deleted') rmSync(layout.usage, { recursive: true })
  else renameSync(layout.usage, `${layout.usage}-old`)
  await journal.append('s', TURN)
  expect((await journal.read('s', 0)).events).toHaveLength(1)
})

test('files that are no stream are passed over', async () => {
  const { layout, journal } = openOne()
  await journal.append('s', TURN)
  for (const name of ['notes.txt', '.hidden.jsonl', 'Upper.jsonl']) appendFileSync(join(layout.usage, name), '{}\n')
  expect((await journal.streams()).map(({ stream }) => stream)).toEqual(['s'])
})

test('after it was closed nothing is lost', async () => {
  const { layout, journal } = openOne()
  await journal.append('s', TURN)
  await journal.close()
  const again = openFileJournal(layout, { now: () => new Date(NOW), newId: () => 'x' }, fail)
  expect((await again.read('s', 0)).events).toHaveLength(1)
})

describe('blanking in a file', () => {
  const STEMS = ['secret', 'wörd']
  const path = (layout: { usage: string }) => join(layout.usage, 's.jsonl')
  const withoutStems = (event: JournalEvent) => (event.event === 'turn' ? { ...event, stems: [] } : undefined)

  test('a line keeps its length in bytes, and no other byte changes', async () => {
    const { layout, journal } = openOne()
    await journal.append('s', { event: 'feedback', actor: 'agent', feedback: 'praise', value: 'süß' })
    await journal.append('s', { ...TURN, stems: STEMS })
    await journal.append('s', { event: 'feedback', actor: 'agent', feedback: 'praise', value: 'süß' })
    const [first, line, last] = readFileSync(path(layout), 'utf8').split('\n') as [string, string, string]
    expect(await journal.blank(withoutStems)).toBe(1)
    const blanked = line.replace('["secret","wörd"]', '[]')
    const padded = blanked + ' '.repeat(Buffer.byteLength(line) - Buffer.byteLength(blanked))
    expect(readFileSync(path(layout), 'utf8')).toBe(`${first}\n${padded}\n${last}\n`)
  })

  test('a last line that its writer did not finish is left to the next writer', async () => {
    const { layout, journal } = openOne()
    await journal.append('s', { ...TURN, stems: STEMS })
    const torn = readFileSync(path(layout)).subarray(0, -1)
    appendFileSync(path(layout), torn)
    const before = readFileSync(path(layout))
    expect(await journal.blank(withoutStems)).toBe(1)
    const after = readFileSync(path(layout))
    expect([after.length, String(after.subarray(-torn.length))]).toEqual([before.length, String(torn)])
    await journal.append('s', { ...TURN, stems: [] })
    // Closed off it is a line like others, and the next time it says less as well.
    expect(await journal.blank(withoutStems)).toBe(3)
    expect(readFileSync(path(layout), 'utf8')).not.toContain('secret')
  })

  test('what is no event is left as it is', async () => {
    const { layout, journal } = openOne()
    await journal.append('s', { ...TURN, stems: STEMS })
    const noEvents = 'not json\n{"event":"turn","stems":["secret"]}\n\n[1]\nnull\n'
    appendFileSync(path(layout), noEvents)
    expect(await journal.blank(withoutStems)).toBe(1)
    expect(readFileSync(path(layout), 'utf8').endsWith(`\n${noEvents}`)).toBe(true)
  })
})
