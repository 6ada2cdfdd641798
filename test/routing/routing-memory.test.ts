// Goal: cortex.json is worked out from the journal, keeps what a person wrote into it, and loses no report, however many
// processes learn at once and whatever happens to the file.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CortexDocument, cortexSchema, emptyCortex } from '../../src/domain/cortex-document.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { startChild } from '../support/child-process.ts'
import { tempHome } from '../support/temp-home.ts'
import { openMemory } from './open-routing-memory.ts'

const fileOf = ({ routing }: HomeLayout): CortexDocument =>
  cortexSchema.parse(JSON.parse(readFileSync(routing, 'utf8')))
function write({ routing }: HomeLayout, text: string): void {
  mkdirSync(dirname(routing), { recursive: true })
  writeFileSync(routing, text)
}
const candidate = (slug: string, weight: number) => ({
  ...{ slug, source: 'local' as const, version: '1', weight },
  runs: { success: 0, fail: 0, recent_successes_7d: 0 },
  ...{ last_fail: null, side_effects: [], skill_md_chars: 0, reflex: false },
})

describe('reports', () => {
  test('count in the region of the message that the skill was loaded for, and else in one of its own name', async () => {
    const { say, load, report, routes } = openMemory(tempHome())
    await say('a', 'image-processing')
    await load('a', 'resize')
    await report('a', 'resize', 'success')
    await report('b', 'resize', 'success')
    await say('a')
    await load('a', 'mail')
    await report('a', 'mail', 'runtime_error')
    expect(await routes()).toEqual(['image-processing resize 1/0', 'mail mail 0/1', 'resize resize 1/0'])
  })

  test('a later one on the same use replaces the earlier, and one that was cancelled makes no route', async () => {
    const { report, routes } = openMemory(tempHome())
    await report('a', 'mail', 'runtime_error', 'first')
    await report('a', 'mail', 'success', 'first')
    await report('a', 'tea', 'cancelled')
    expect(await routes()).toEqual(['mail mail 1/0'])
  })

  test('that came while learning was paused teach nothing, also after a rebuild', async () => {
    const layout = tempHome()
    let at = Date.parse('2026-06-01T10:00:00.000Z')
    const now = () => {
      at += 1_000
      return new Date(at)
    }
    const { journal, report, routes, memory } = openMemory(layout, { now })
    await report('a', 'mail', 'success', '1')
    await journal.appendLedger({ event: 'learning-paused', actor: 'operator' })
    await report('a', 'mail', 'success', '2')
    await journal.appendLedger({ event: 'learning-resumed', actor: 'operator' })
    await report('a', 'mail', 'success', '3')
    expect(await routes()).toEqual(['mail mail 2/0'])
    await memory.keep()
    rmSync(layout.routing)
    expect(await openMemory(layout, { now }).routes()).toEqual(['mail mail 2/0'])
  })
})

describe('the file', () => {
  test('has the schema of the seed, and no key that the reporter made up', async () => {
    const layout = tempHome()
    const { say, report, memory } = openMemory(layout)
    await say('a')
    await report('a', 'todo', 'success', 'the report for Alice Smith')
    await report('a', 'todo', 'auth_error', 'TODO_API_KEY')
    await memory.keep()
    const { version, cortex, blacklist, stats } = fileOf(layout)
    expect({ version, blacklist, stats }).toEqual({
      ...{ version: 1, blacklist: [] },
      stats: { searches: 1, installs: 0, cache_hits: 0, reflexes_fired: 0 },
    })
    expect(cortex.motor.todo).toMatchObject({
      candidates: [
        {
          ...{ slug: 'todo', source: 'local', runs: { success: 1, fail: 1, recent_successes_7d: 1 }, reflex: false },
          last_fail: { type: 'auth_error', detail: 'TODO_API_KEY' },
        },
      ],
      last_used: new Date().toISOString().slice(0, 10),
    })
    expect(readFileSync(layout.routing, 'utf8')).not.toMatch(/alice/i)
  })

  test('is worked out again when it is gone', async () => {
    const layout = tempHome()
    const first = openMemory(layout)
    for (let i = 0; i < 6; i++) await first.report(`s${i}`, 'mail', i === 4 ? 'api_error' : 'success')
    await first.memory.tell({ event: 'route-blacklisted', actor: 'operator', name: 'bad-one' })
    const before = fileOf(layout)
    rmSync(layout.routing)
    await openMemory(layout).memory.keep()
    const after = fileOf(layout)
    expect(after.cortex).toEqual(before.cortex)
    expect(after.blacklist).toEqual(['bad-one'])
    expect(existsSync(`${layout.routing}.damaged`)).toBe(false)
  })

  test('is worked out again when it is damaged, and what stood there is kept beside it', async () => {
    const layout = tempHome()
    const first = openMemory(layout)
    await first.report('a', 'mail', 'success')
    await first.memory.keep()
    const before = fileOf(layout)
    write(layout, '{"version": 1, "cortex": {"sensory"')
    await openMemory(layout).memory.keep()
    expect(fileOf(layout).cortex).toEqual(before.cortex)
    expect(readFileSync(`${layout.routing}.damaged`, 'utf8')).toBe('{"version": 1, "cortex": {"sensory"')
  })

  test('keeps what a person wrote: regions, routes, lessons, the blacklist and unknown keys', async () => {
    const layout = tempHome()
    const document = {
      ...emptyCortex(),
      mine: { kept: true },
      cortex: {
        sensory: { patterns: [{ signal: ['resize', 'images'], region: 'pictures', note: 'mine' }] },
        motor: {
          pictures: { candidates: [candidate('resize', 0.7)], last_used: new Date().toISOString().slice(0, 10) },
        },
        prefrontal: {
          lessons: [
            { type: 'dependency_warning', region: 'pictures', key: 'gs', confidence: 0.9, created: '2026-01-01' },
          ],
        },
      },
      blacklist: ['fake-tool'],
    }
    write(layout, JSON.stringify(document))
    const { memory, report } = openMemory(layout)
    await report('a', 'mail', 'success')
    await memory.keep()
    const file = fileOf(layout)
    expect(file.mine).toEqual({ kept: true })
    expect(file.cortex.sensory.patterns).toEqual(document.cortex.sensory.patterns)
    expect(file.cortex.motor.pictures).toEqual(document.cortex.motor.pictures)
    expect(file.cortex.motor.mail!.candidates).toHaveLength(1)
    expect(file.cortex.prefrontal.lessons).toEqual(document.cortex.prefrontal.lessons)
    expect(file.blacklist).toEqual(['fake-tool'])
    const view = await memory.level()
    expect(view.regions.get('pictures')).toMatchObject({ signals: { for: ['resiz', 'imag'] } })
    expect(view.regions.get('pictures')!.routes.get('resize')!.weight).toBe(0.7)
    expect(view.lessons).toMatchObject([{ key: 'gs', confidence: 0.9 }])
  })

  test('is left alone when it would say the same', async () => {
    const layout = tempHome()
    const { report, memory } = openMemory(layout)
    await report('a', 'mail', 'dependency_missing', 'jq')
    await report('b', 'mail', 'dependency_missing', 'jq')
    await memory.keep()
    // An inode may come again, a time in nanoseconds does not.
    const writtenAt = () => statSync(layout.routing, { bigint: true }).mtimeNs
    const written = writtenAt()
    await memory.keep()
    await openMemory(layout).memory.keep()
    expect(writtenAt()).toBe(written)
    await report('c', 'mail', 'success')
    await memory.keep()
    expect(writtenAt()).not.toBe(written)
  })

  test('a name that a person takes off the blacklist in the file is off it', async () => {
    const layout = tempHome()
    const { memory } = openMemory(layout)
    for (const name of ['one', 'two']) await memory.tell({ event: 'route-blacklisted', actor: 'operator', name })
    write(layout, JSON.stringify({ ...fileOf(layout), blacklist: ['two'] }))
    await memory.tell({ event: 'route-blacklisted', actor: 'operator', name: 'three' })
    expect(fileOf(layout).blacklist).toEqual(['three', 'two'])
    await memory.tell({ event: 'route-unblacklisted', actor: 'operator', name: 'two' })
    expect([...(await openMemory(layout).memory.level()).blacklist]).toEqual(['three'])
  })
})

test('what is forgotten is out of the file, of what other processes folded before, and of what is worked out later', async () => {
  const layout = tempHome()
  let at = Date.parse('2026-06-01T10:00:00.000Z')
  const now = () => {
    at += 1_000
    return new Date(at)
  }
  const first = openMemory(layout, { now })
  const second = openMemory(layout, { now })
  for (const [session, skill] of [
    ['a', 'mail'],
    ['b', 'mail'],
    ['b', 'tea'],
  ] as const) {
    await first.report(session, skill, 'dependency_missing', 'jq')
  }
  await first.memory.keep()
  expect(await second.routes()).toEqual(['mail mail 0/2', 'tea tea 0/1'])
  await first.memory.tell({ event: 'wording-forgotten', actor: 'operator', scope: 'session', of: 'b' })
  expect(fileOf(layout)).toMatchObject({ memory: { forgettings: 1, uses: [{ session: 'a' }] } })
  // Of one sighting there is no lesson.
  expect(fileOf(layout).cortex.prefrontal.lessons).toEqual([])
  for (const memory of [first, second, openMemory(layout, { now })]) {
    expect(await memory.routes()).toEqual(['mail mail 0/1'])
  }
  await second.report('b', 'tea', 'success')
  expect(await second.routes()).toEqual(['mail mail 0/1', 'tea tea 1/0'])
  await second.memory.tell({ event: 'wording-forgotten', actor: 'operator', scope: 'skill', of: 'mail' })
  await second.memory.tell({ event: 'wording-forgotten', actor: 'operator', scope: 'all' })
  expect(fileOf(layout).cortex.motor).toEqual({})
  rmSync(layout.routing)
  expect(await openMemory(layout, { now }).routes()).toEqual([])
})

test('a lesson that a person removed stays away until it is learned anew', async () => {
  const { report, memory } = openMemory(tempHome())
  const lessons = async () => (await memory.level()).lessons.map(({ id, confidence }) => `${id} ${confidence}`)
  for (const session of ['a', 'b', 'c']) await report(session, 'mail', 'dependency_missing', 'jq')
  expect(await lessons()).toEqual(['dependency_warning:mail:jq 0.7'])
  await memory.tell({ event: 'lesson-removed', actor: 'operator', lesson: 'dependency_warning:mail:jq' })
  expect(await lessons()).toEqual([])
  await report('d', 'mail', 'dependency_missing', 'jq')
  expect(await lessons()).toEqual([])
  await report('e', 'mail', 'dependency_missing', 'jq')
  expect(await lessons()).toEqual(['dependency_warning:mail:jq 0.6'])
})

test('two processes that learn at once lose no report', { timeout: 120_000 }, async () => {
  const layout = tempHome()
  const children = ['one', 'two'].map((name) => startChild('route', layout.home, name, '40'))
  await Promise.all(children.map((child) => child.heard()))
  expect(await Promise.all(children.map((child) => child.ask('learn')))).toEqual(['done', 'done'])
  const written = fileOf(layout)
  expect(written.memory!.uses).toHaveLength(80)
  expect(written.cortex.motor.shared!.candidates[0]!.runs).toMatchObject({ success: 40, fail: 0 })
  expect(written.cortex.motor.one!.candidates[0]!.runs).toMatchObject({ success: 10, fail: 10 })
  rmSync(layout.routing)
  await openMemory(layout).memory.keep()
  expect(fileOf(layout).cortex).toEqual(written.cortex)
})
