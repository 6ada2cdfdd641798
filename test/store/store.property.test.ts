// Goal: whatever two processes, a person with an editor and crashes do to a library, what was acknowledged is on disk,
// nothing else changes, versions only grow, and a save over bytes that its author did not read is a conflict.
// Method: seeded stories of steps on a real folder, compared with store-model.ts after each step.
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { latestVersion } from '../../src/domain/record.ts'
import { type Decision, decideEdit, decideSave, standing } from '../../src/domain/skill-change.ts'
import { decideArchive, decideRestore } from '../../src/domain/skill-removal.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import type { Current } from '../../src/store/skill-store.ts'
import { contextOf, skillJson } from '../support/builders.ts'
import { deadPid } from '../support/child-process.ts'
import { put, skillPath, storeOn } from '../support/file-store.ts'
import { seeded } from '../support/seed.ts'
import { makeFolder } from '../support/temp-home.ts'
import { archived, type Known, noticed, recorded, restored, saved, unknown, versionOf } from './store-model.ts'

const RUNS = seeded(200)
console.info(`store property seed ${RUNS.seed}`)
const NAMES = ['mail', 'mcp/email'] as const
const DAMAGED = '{"name": "mail", "content": "cut o'
const DEAD = deadPid()
const DEAD_LOCK = JSON.stringify({ token: 't', host: (await import('node:os')).hostname(), pid: DEAD, started: '1', expiresAt: '' })

const word = fc.constantFrom('one', 'two', 'three')
const content = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const who = { name: fc.constantFrom(...NAMES), process: fc.constantFrom(0, 1) }
const kind = <K extends string>(name: K) => fc.constant(name)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind('save'), ...who, content, asRead: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('edit'), ...who, from: word, to: word }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('read'), ...who }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('archive'), ...who }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('restore'), ...who, nth: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('by-hand'), ...who, content: fc.option(content), damaged: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('crash'), ...who, content: fc.option(content) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('sweep'), ...who }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function open(folder: string) {
  const layout = homeLayout(folder)
  const stores = [storeOn(layout), storeOn(layout)] as const
  let clock = 0
  const now = () => new Date(Date.UTC(2026, 10, 21) + 1_000 * ++clock).toISOString()
  const change = (at: Step, decide: (current: Current, context: ReturnType<typeof contextOf>) => Decision) =>
    stores[at.process as 0 | 1].update(at.name, (current) => {
      const made = decide(current, contextOf({ name: at.name, now: now() }))
      return { ...(made.changed ? { change: made } : {}), result: made }
    })
  return { layout, stores, now, change }
}
type Home = ReturnType<typeof open>

/** Does one step for real; returns what should stand afterwards, or the code with which it should have been refused. */
async function run(home: Home, at: Step, known: Known): Promise<Known | { refused: string; attempt: Promise<unknown> }> {
  const refused = (refusal: string, attempt: Promise<unknown>) => ({ refused: refusal, attempt })
  const { live, looked } = known
  const skill = live === undefined || live === DAMAGED ? undefined : (JSON.parse(live) as { content: string })
  switch (at.kind) {
    case 'save': {
      const expectedVersion = at.asRead ? looked?.version : undefined
      const attempt = home.change(at, (current, context) =>
        decideSave(current, { content: at.content }, context, { expectedVersion, cause: 'saved' }),
      )
      if (live === DAMAGED) return refused('damaged', attempt)
      if (expectedVersion !== undefined && expectedVersion !== versionOf(known)) return refused('conflict', attempt)
      if (expectedVersion !== undefined) expect(live).toBe(looked?.bytes)
      const made = await attempt
      expect(made.changed).toBe(skill?.content !== at.content)
      const after = made.changed ? saved(known, made.live!) : known
      expect(made.version).toBe(versionOf(after))
      expect(JSON.parse(made.live!)).toMatchObject({ content: at.content })
      return after
    }
    case 'edit': {
      const edit = { oldText: at.from, newText: at.to, all: false }
      const attempt = home.change(at, (current, context) => decideEdit(current, edit, context))
      if (live === undefined) return refused('not-found', attempt)
      if (skill === undefined) return refused('damaged', attempt)
      if (skill.content.split(at.from).length !== 2) return refused('conflict', attempt)
      const made = await attempt
      return made.changed ? saved(known, made.live!) : known
    }
    case 'read': {
      if (live === DAMAGED) return known
      // As the library does: what changed outside is written down before its version is told to anybody.
      await home.stores[at.process as 0 | 1].update(at.name, (current) => {
        const { record } = standing(current, contextOf({ name: at.name, now: home.now() }))
        const blobs = current.live === undefined ? [] : [current.live.text]
        return { ...(current.live === undefined ? {} : { change: { record, blobs } }), result: undefined }
      })
      return { ...noticed(known), looked: { version: versionOf(known), bytes: live } }
    }
    case 'archive': {
      const attempt = home.change(at, decideArchive)
      if (live === undefined) return refused('not-found', attempt)
      if (live === DAMAGED) return refused('damaged', attempt)
      await attempt
      return archived(known)
    }
    case 'restore': {
      const [version, text] = [...known.kept][at.nth % Math.max(known.kept.size, 1)] ?? []
      if (version === undefined || text === undefined) return known
      const former = (await home.stores[0].record(at.name))!.versions.find((v) => v.version === version)!
      const attempt = home.change(at, (current, context) => decideRestore(current, { version: former, text }, context))
      if (live === DAMAGED) return refused('damaged', attempt)
      await attempt
      return live === text ? known : restored(known, text)
    }
    case 'by-hand': {
      const text = at.damaged ? DAMAGED : at.content === null ? undefined : skillJson(at.name, at.content)
      if (text !== undefined || live !== undefined) put(skillPath(home.layout, at.name), text)
      return { ...known, live: text }
    }
    case 'crash':
      return crash(home, at, known)
    case 'sweep':
      await home.stores[at.process as 0 | 1].sweep()
      await home.stores[at.process as 0 | 1].sweepBlobs()
      return known
  }
}

// A process is killed in a save, or (without content) in an archive: the record is there, the skill is as it was, the lock
// and a temporary file are left behind.
async function crash(home: Home, at: Step & { kind: 'crash' }, known: Known): Promise<Known> {
  let after = known
  if (known.live !== DAMAGED && (known.live !== undefined || at.content !== null)) {
    await home.stores[at.process as 0 | 1].update(at.name, (current) => {
      const context = contextOf({ name: at.name, now: home.now() })
      const made =
        at.content === null
          ? decideArchive(current, context)
          : decideSave(current, { content: at.content }, context, { cause: 'saved' })
      if (!made.changed) return { result: undefined }
      after = at.content === null ? noticed(known) : recorded(known, made.live!)
      return { change: { record: made.record, blobs: made.blobs }, result: undefined }
    })
  }
  put(join(home.layout.leases, `${at.name}.lock`), DEAD_LOCK)
  put(skillPath(home.layout, at.name).replace(/([^/]+)$/, `.$1.${DEAD}-0123456789ab.tmp`), 'half')
  return after
}

async function checkAll(home: Home, model: Map<string, Known>): Promise<void> {
  const store = home.stores[0]
  const standingNames = [...model].filter(([, known]) => known.live !== undefined).map(([name]) => name)
  expect([...(await store.list()).stamps.keys()].sort()).toEqual(standingNames.sort())
  for (const [name, known] of model) {
    expect((await store.read(name))?.text).toBe(known.live)
    const record = await store.record(name)
    expect(latestVersion(record)).toBe(known.count)
    for (const [version, text] of known.kept) {
      expect(record?.versions.find((v) => v.version === version)?.digest).toBe(sha256Of(text))
      expect(await store.blob(sha256Of(text))).toBe(text)
    }
  }
}

test('stories of two processes, a person and crashes', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { folder, remove } = makeFolder()
      try {
        const home = open(folder)
        const model = new Map<string, Known>(NAMES.map((name) => [name, unknown()]))
        for (const each of steps) {
          const before = model.get(each.name)!
          const outcome = await run(home, each, before)
          if ('refused' in outcome) await expect(outcome.attempt).rejects.toMatchObject({ code: outcome.refused })
          else model.set(each.name, outcome)
          expect(model.get(each.name)!.count).toBeGreaterThanOrEqual(before.count)
          await checkAll(home, model)
        }
      } finally {
        remove()
      }
    }),
    RUNS,
  )
})
