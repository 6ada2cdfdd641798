// Goal: what a person or an agent does through the library is on disk, in the history and in the ledger, and every
// refusal says what to do.
import { mkdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readHistory } from '../../src/library/history.ts'
import { skillJson } from '../support/builders.ts'
import { put, skillPath } from '../support/file-store.ts'
import { AGENT, OPERATOR, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

async function opened() {
  const layout = tempHome()
  return { layout, ...(await openLibrary(layout)) }
}

test('the life of a skill: saved, edited, archived, restored, and every step told', async () => {
  const { library, store, journal, facts } = await opened()
  expect(await library.save('mcp/email', { content: 'Send one.' }, AGENT)).toMatchObject({
    ...{ name: 'mcp/email', version: 1, created: true, changed: true },
  })
  const edit = { oldText: 'one', newText: 'two', all: false }
  expect(await library.edit('mcp/email', edit, AGENT)).toMatchObject({ version: 2, created: false, replacements: 1 })
  expect(await library.archive('mcp/email', AGENT)).toMatchObject({ name: 'mcp/email', version: 2 })
  await expect(library.get('mcp/email')).rejects.toMatchObject({ code: 'not-found' })
  expect(await library.restore('mcp/email', undefined, OPERATOR)).toMatchObject({ version: 2, changed: true })
  expect(await library.restore('mcp/email', 1, OPERATOR)).toMatchObject({ version: 3 })
  expect((await library.get('mcp/email')).skill.content).toBe('Send one.')
  expect((await readHistory(store, 'mcp/email')).versions.map((v) => `${v.version} ${v.cause} by ${v.actor}`)).toEqual([
    '1 saved by agent',
    '2 edited by agent',
    '3 restored by agent',
  ])
  expect((await journal.readLedger(0)).events.map((e) => `${e.event} ${e.version} by ${e.actor}`)).toEqual([
    'skill-saved 1 by agent',
    'skill-saved 2 by agent',
    'skill-archived 2 by agent',
    'skill-restored 2 by operator',
    'skill-restored 3 by operator',
  ])
  expect(facts).toEqual(Array(5).fill('mcp/email'))
})

test('a save that changes nothing is written nowhere and told to nobody', async () => {
  const { library, journal, facts, store } = await opened()
  await library.save('mail', { content: 'One.' }, AGENT)
  const before = await store.stamp('mail')
  expect(await library.save('mail', { content: 'One.' }, AGENT)).toMatchObject({ version: 1, changed: false })
  expect([await store.stamp('mail'), (await journal.readLedger(0)).events.length, facts.length]).toEqual([before, 1, 1])
})

describe('a name', () => {
  test('that is not there is answered with the three nearest', async () => {
    const { library } = await opened()
    for (const name of ['mcp/email', 'mcp/calendar', 'deploy', 'mail'])
      await library.save(name, { content: 'x' }, AGENT)
    for (const ask of [() => library.get('mcp/emial'), () => library.archive('mcp/emial', AGENT)]) {
      await expect(ask()).rejects.toMatchObject({
        code: 'not-found',
        message: 'no skill is named "mcp/emial"',
        fix: expect.stringMatching(/^Nearest names: mcp\/email, /),
      })
    }
  })

  test.each(['../mail', 'Mail', ''])('that is none is refused everywhere: %j', async (name) => {
    const { library } = await opened()
    const asks = [
      ...[library.get(name), library.save(name, { content: 'x' }, AGENT), library.archive(name, AGENT)],
      ...[library.edit(name, { oldText: 'a', newText: 'b', all: false }, AGENT), library.restore(name, 1, OPERATOR)],
    ]
    for (const ask of asks) await expect(ask).rejects.toMatchObject({ code: 'bad-name' })
  })

  test.each([
    ['mcp', 'mcp/email', 'mcp/guide'],
    ['mcp/email/fast', 'mcp/email', 'mcp/email/guide'],
  ])('%s beside %s is refused, with another one', async (name, standing, fix) => {
    const { library } = await opened()
    await library.save(standing, { content: 'x' }, AGENT)
    await expect(library.save(name, { content: 'x' }, AGENT)).rejects.toMatchObject({
      code: 'bad-name',
      fix: `Use another name; for the general one say "${fix}".`,
    })
  })

  test('of which a file in other case stands is not taken: beside it neither would be served', async () => {
    const layout = tempHome()
    put(skillPath(layout, 'Plan'), skillJson('plan', 'Mine.'))
    const { library, store } = await openLibrary(layout)
    await expect(library.save('plan', { content: 'x' }, AGENT)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('skills/Plan.json: error bad-path'),
    })
    expect(await store.read('plan')).toBeUndefined()
  })
})

describe('the history', () => {
  test('of a name that nobody knows, or of a file that never changed, says so', async () => {
    const layout = tempHome()
    put(skillPath(layout, 'mail'), skillJson('mail', 'By hand.'))
    const { store } = await openLibrary(layout)
    await expect(readHistory(store, 'none')).rejects.toMatchObject({ message: 'no skill is named "none"' })
    await expect(readHistory(store, 'mail')).rejects.toMatchObject({
      code: 'not-found',
      message: 'skill "mail" has no history: it was placed by hand and never changed since',
    })
  })

  test('keeps twenty versions, and says which when another is asked for', async () => {
    const { library } = await opened()
    for (let n = 1; n <= 22; n++) await library.save('mail', { content: `Version ${n}.` }, AGENT)
    expect(await library.restore('mail', 3, OPERATOR)).toMatchObject({ version: 23 })
    expect((await library.get('mail')).skill.content).toBe('Version 3.')
    await expect(library.restore('mail', 1, OPERATOR)).rejects.toMatchObject({
      message: 'skill "mail" has no version 1',
      fix: 'Versions kept: 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23.',
    })
  })
})

describe('a starter', () => {
  test('is added once, and never again once it was removed or its name is taken', async () => {
    const { library } = await opened()
    expect(await library.seed('guide', { content: 'Ours.' })).toBe(true)
    expect(await library.seed('guide', { content: 'Ours, newer.' })).toBe(false)
    await library.archive('guide', OPERATOR)
    expect(await library.seed('guide', { content: 'Ours.' })).toBe(false)
    await library.save('mine', { content: 'Mine.' }, AGENT)
    expect(await library.seed('mine', { content: 'Ours.' })).toBe(false)
    expect((await library.get('mine')).skill.content).toBe('Mine.')
  })

  test('is added by one of two servers that start together', async () => {
    const layout = tempHome()
    const [first, second] = [await openLibrary(layout), await openLibrary(layout)]
    const added = await Promise.all([first, second].map(({ library }) => library.seed('guide', { content: 'Ours.' })))
    expect(added.filter(Boolean)).toHaveLength(1)
  })

  test('may not be archived by an agent', async () => {
    const { library } = await opened()
    await library.seed('guide', { content: 'Ours.' })
    await expect(library.archive('guide', AGENT)).rejects.toMatchObject({ code: 'needs-person' })
  })
})

test('a ledger that cannot be written does not take back a save that stands', async () => {
  const { layout, library, logged } = await opened()
  mkdirSync(layout.ledger, { recursive: true })
  expect(await library.save('mail', { content: 'Kept.' }, AGENT)).toMatchObject({ version: 1, created: true })
  expect((await library.get('mail')).skill.content).toBe('Kept.')
  expect(logged).toEqual(['library: the ledger misses a change of "mail"'])
})
