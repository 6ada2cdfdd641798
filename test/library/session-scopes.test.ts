// Goal: what was taken for one session is there while it lasts, is shown to nobody when it is over, and comes back when
// somebody keeps it; what a person approved stays whatever became of the session.
import { beforeEach, expect, test } from 'vitest'
import { endScopes } from '../../src/library/session-scopes.ts'
import { AGENT, OPERATOR, type OpenLibrary, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

const INSTALLER = { actor: 'installer', via: 'import', author: 'https://a.example/soup', scope: 'monday' } as const
const HOUR_MS = 3_600_000

let clock: number
let opened: OpenLibrary
beforeEach(async () => {
  clock = Date.parse('2026-06-01T10:00:00.000Z')
  opened = await openLibrary(tempHome(), { gate: 'open', now: () => new Date(clock) })
})

const take = (name = 'soup', caller: Parameters<OpenLibrary['library']['save']>[2] = INSTALLER) =>
  opened.library.save(name, { content: `# ${name}\n`, summary: `Make ${name}` }, caller)
const say = (session: string, event: 'session-ended' | 'session-started') =>
  opened.journal.append(session, { event, actor: 'system' })
const standing = (name = 'soup') => opened.standings.of(opened.shelf.entry(name)!)
const end = () => endScopes({ ...opened, now: () => new Date(clock) })

test('it is listed while its session lasts, and hidden with a reason when that has ended', async () => {
  await take()
  await take('tea', AGENT)
  await say('monday', 'session-started')
  expect(await end()).toEqual([])
  expect(standing().exposure).not.toBe('hidden')
  await say('tuesday', 'session-ended')
  expect(await end()).toEqual([])
  await say('monday', 'session-ended')
  expect(await end()).toEqual(['soup'])
  expect(standing()).toMatchObject({
    exposure: 'hidden',
    warnings: ['taken for one session, which ended on 2026-06-01; keep_skill, or skill-cortex keep, brings it back'],
  })
  expect(standing('tea').exposure).not.toBe('hidden')
  expect(opened.facts.at(-1)).toBe('soup')
  expect(await end()).toEqual([])
  const { events } = await opened.journal.readLedger(0)
  expect(events.at(-1)).toMatchObject({ event: 'skill-scope-ended', name: 'soup', actor: 'system' })
})

test('a session without a word for a day is over, too', async () => {
  await take()
  clock += 20 * HOUR_MS
  await say('monday', 'session-started')
  clock += 24 * HOUR_MS
  expect(await end()).toEqual([])
  clock += HOUR_MS
  expect(await end()).toEqual(['soup'])
})

test('a session that ended before it was taken, and went on, is not over', async () => {
  await say('monday', 'session-ended')
  clock += 1_000
  await take()
  expect(await end()).toEqual([])
})

test.each(['before', 'after'] as const)('kept %s the session ended, it stays like any other', async (when) => {
  await take()
  if (when === 'before') expect(await opened.review.keep('soup', AGENT)).toEqual({ name: 'soup', changed: true })
  await say('monday', 'session-ended')
  expect(await end()).toEqual(when === 'before' ? [] : ['soup'])
  if (when === 'after') expect(await opened.review.keep('soup', AGENT)).toMatchObject({ changed: true })
  expect(standing()).toMatchObject({ exposure: 'listed', approval: 'pending_review' })
  expect(await opened.review.keep('soup', AGENT)).toMatchObject({ changed: false })
  expect(await end()).toEqual([])
})

test("a person's yes keeps it", async () => {
  await take()
  const { hash } = await opened.review.look('soup')
  await opened.review.approve('soup', hash, OPERATOR)
  await say('monday', 'session-ended')
  expect(await end()).toEqual([])
  expect(opened.shelf.entry('soup')!.record!.scope).toBeNull()
})

test('taken again for the library, it is nothing of a session; what was there before is never made one', async () => {
  await take('tea', AGENT)
  await opened.library.save('tea', { content: '# tea\n\nMore.\n' }, INSTALLER)
  expect(opened.shelf.entry('tea')!.record!.scope).toBeNull()
  await take()
  await opened.library.archive('soup', OPERATOR)
  await opened.library.save('soup', { content: '# soup\n' }, { ...INSTALLER, scope: undefined })
  expect(opened.shelf.entry('soup')!.record!.scope).toBeNull()
})
