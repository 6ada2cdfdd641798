// Goal: two processes on one home, as two clients start them, lose nothing and see each other.
// Method: two libraries with nothing in common but the folder, and many calls at once.
import { expect, test } from 'vitest'
import { AGENT, OPERATOR, type OpenLibrary, openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

async function two(): Promise<[OpenLibrary, OpenLibrary]> {
  const layout = tempHome()
  return [await openLibrary(layout), await openLibrary(layout)]
}
const codesOf = (done: PromiseSettledResult<unknown>[]) =>
  done.map((each) => (each.status === 'fulfilled' ? 'saved' : (each.reason as { code: string }).code))

test('what one saves, edits, archives and restores the other reads at once', async () => {
  const [{ library: first }, { library: second }] = await two()
  await first.save('mail', { content: 'One.' }, AGENT)
  expect(await second.get('mail')).toMatchObject({ version: 1, skill: { content: 'One.' } })
  await second.edit('mail', { oldText: 'One', newText: 'Two', all: false }, AGENT)
  expect(await first.get('mail')).toMatchObject({ version: 2, skill: { content: 'Two.' } })
  await first.archive('mail', AGENT)
  await expect(second.get('mail')).rejects.toMatchObject({ code: 'not-found' })
  await second.restore('mail', 1, OPERATOR)
  expect(await first.get('mail')).toMatchObject({ version: 3, skill: { content: 'One.' } })
})

test('32 edits of one skill at once are all in it', async () => {
  const both = await two()
  const markers = Array.from({ length: 32 }, (_, i) => `<${i}>`)
  await both[0].library.save('mail', { content: markers.join(' ') }, AGENT)
  await Promise.all(
    markers.map((marker, i) =>
      both[i % 2]!.library.edit('mail', { oldText: marker, newText: `${marker}done`, all: false }, AGENT),
    ),
  )
  for (const { library } of both) {
    const { skill, version } = await library.get('mail')
    expect([skill.content, version]).toEqual([markers.map((marker) => `${marker}done`).join(' '), 33])
  }
})

test('of 16 saves over the version that all had read exactly one wins, and the others are told', async () => {
  const both = await two()
  await both[0].library.save('mail', { content: 'One.' }, AGENT)
  const save = (i: number) => both[i % 2]!.library.save('mail', { content: `By ${i}.` }, AGENT, { expectedVersion: 1 })
  const codes = codesOf(await Promise.allSettled(Array.from({ length: 16 }, (_, i) => save(i))))
  expect(codes.sort()).toEqual([...Array<string>(15).fill('conflict'), 'saved'])
  expect((await both[0].library.get('mail')).version).toBe(2)
})

test('of 16 that all say the name is new exactly one wins', async () => {
  const both = await two()
  const save = (i: number) => both[i % 2]!.library.save('mail', { content: `By ${i}.` }, AGENT, { expectedVersion: 0 })
  const codes = codesOf(await Promise.allSettled(Array.from({ length: 16 }, (_, i) => save(i))))
  expect(codes.sort()).toEqual([...Array<string>(15).fill('conflict'), 'saved'])
})

test('saves of different skills all stand, on both shelves and in the ledger', async () => {
  const both = await two()
  const names = Array.from({ length: 40 }, (_, i) => `group/skill-${String(i).padStart(2, '0')}`)
  await Promise.all(names.map((name, i) => both[i % 2]!.library.save(name, { content: name }, AGENT)))
  for (const { shelf, journal } of both) {
    await shelf.lookAround()
    expect(shelf.entries().map((entry) => [entry.skill.name, entry.skill.content])).toEqual(names.map((n) => [n, n]))
    expect((await journal.readLedger(0)).events.map((event) => event.name).sort()).toEqual(names)
  }
})

test('a look during the saves of others never shows an older version after a newer one', async () => {
  const [writer, reader] = await two()
  await writer.library.save('mail', { content: '0' }, AGENT)
  let writing = true
  const watch = async () => {
    for (let last = 0; writing; ) {
      const { skill, version } = await reader.library.get('mail')
      expect(Number(skill.content)).toBeGreaterThanOrEqual(last)
      expect(version).toBe(Number(skill.content) + 1)
      last = Number(skill.content)
      // A read of what has not changed touches no queue of the system: without this the writer would never get a turn.
      await new Promise(setImmediate)
    }
  }
  const watching = Promise.all([watch(), watch(), watch()])
  try {
    for (let n = 1; n <= 40; n++) await writer.library.save('mail', { content: String(n) }, AGENT)
  } finally {
    writing = false
  }
  await watching
})
