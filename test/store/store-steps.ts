// What may happen to one skill: each step with what it must be refused for, how it is done for real, and what then stands.
import { hostname } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { ChangeContext } from '../../src/domain/change-state.ts'
import { type Decision, standing } from '../../src/domain/change-state.ts'
import { decideEdit, decideSave } from '../../src/domain/skill-change.ts'
import { decideArchive, decideRestore } from '../../src/domain/skill-removal.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import type { Current } from '../../src/store/skill-store.ts'
import { contextOf, skillJson } from '../support/builders.ts'
import { deadPid } from '../support/child-process.ts'
import { put, skillPath, storeOn } from '../support/file-store.ts'
import { archived, type Known, noticed, recorded, restored, saved, versionOf } from './store-model.ts'

export const NAMES = ['mail', 'mcp/email'] as const
const DAMAGED = '{"name": "mail", "content": "cut o'
const DEAD = deadPid()
const DEAD_LOCK = JSON.stringify({ token: 't', host: hostname(), pid: DEAD, started: '1', expiresAt: '' })

const word = fc.constantFrom('one', 'two', 'three')
const content = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const where = { name: fc.constantFrom(...NAMES), process: fc.constantFrom<0 | 1>(0, 1) }
const steps = {
  save: fc.record({ kind: fc.constant('save'), ...where, content, asRead: fc.boolean() }),
  edit: fc.record({ kind: fc.constant('edit'), ...where, from: word, to: word }),
  read: fc.record({ kind: fc.constant('read'), ...where }),
  archive: fc.record({ kind: fc.constant('archive'), ...where }),
  restore: fc.record({ kind: fc.constant('restore'), ...where, nth: fc.nat(5) }),
  byHand: fc.record({
    kind: fc.constant('by-hand'),
    ...where,
    text: fc.oneof(content, fc.constantFrom(DAMAGED, null)),
  }),
  crash: fc.record({ kind: fc.constant('crash'), ...where, content: fc.option(content) }),
  sweep: fc.record({ kind: fc.constant('sweep'), ...where }),
}
export const step = fc.oneof(
  { weight: 4, arbitrary: steps.save },
  { weight: 3, arbitrary: steps.byHand },
  { weight: 1, arbitrary: steps.sweep },
  ...[steps.edit, steps.read, steps.archive, steps.restore, steps.crash].map((arbitrary) => ({ weight: 2, arbitrary })),
)
type StepOf<K extends keyof typeof steps> = (typeof steps)[K] extends fc.Arbitrary<infer S> ? S : never
export type Step = StepOf<keyof typeof steps>

/** `refused` is the code with which the attempt must fail; then nothing changes. */
export type Act = { refused?: string | undefined; attempt: () => Promise<Known> }

export function openHome(folder: string) {
  const layout = homeLayout(folder)
  const stores = [storeOn(layout), storeOn(layout)] as const
  let seconds = 0
  const contextNow = (name: string) =>
    contextOf({ name, now: new Date(Date.UTC(2026, 10, 21) + 1_000 * ++seconds).toISOString() })
  const change = (at: Step, decide: (current: Current, context: ChangeContext) => Decision) =>
    stores[at.process].update(at.name, (current) => {
      const made = decide(current, contextNow(at.name))
      return { ...(made.changed ? { change: made } : {}), result: made }
    })
  return { layout, stores, contextNow, change }
}
export type Home = ReturnType<typeof openHome>

export function actOf(home: Home, at: Step, known: Known): Act {
  switch (at.kind) {
    case 'save':
      return save(home, at, known)
    case 'edit':
      return edit(home, at, known)
    case 'read':
      return { attempt: () => read(home, at, known) }
    case 'archive':
      return archive(home, at, known)
    case 'restore':
      return restore(home, at, known)
    case 'by-hand':
      return { attempt: async () => byHand(home, at, known) }
    case 'crash':
      return { attempt: () => crash(home, at, known) }
    case 'sweep':
      return { attempt: () => sweep(home, at, known) }
  }
}

const damage = (known: Known) => (known.live === DAMAGED ? 'damaged' : undefined)
const contentOf = ({ live }: Known) =>
  live === undefined || live === DAMAGED ? undefined : (JSON.parse(live) as { content: string }).content

function save(home: Home, at: StepOf<'save'>, known: Known): Act {
  const expectedVersion = at.asRead ? known.looked?.version : undefined
  const isStale = expectedVersion !== undefined && expectedVersion !== versionOf(known)
  return {
    refused: damage(known) ?? (isStale ? 'conflict' : undefined),
    async attempt() {
      const options = { expectedVersion, cause: 'saved' as const }
      const made = await home.change(at, (current, context) =>
        decideSave(current, { content: at.content }, context, options),
      )
      // Whoever saved over what they had read has saved over those very bytes.
      if (expectedVersion !== undefined) expect(known.live).toBe(known.looked?.bytes)
      const after = contentOf(known) === at.content ? known : saved(known, made.live!)
      expect([made.version, contentOf(after)]).toEqual([versionOf(after), at.content])
      return after
    },
  }
}

function edit(home: Home, at: StepOf<'edit'>, known: Known): Act {
  const before = contentOf(known)
  const isOneMatch = before?.split(at.from).length === 2
  return {
    refused: known.live === undefined ? 'not-found' : (damage(known) ?? (isOneMatch ? undefined : 'conflict')),
    async attempt() {
      const change = { oldText: at.from, newText: at.to, all: false }
      const made = await home.change(at, (current, context) => decideEdit(current, change, context))
      const after = at.from === at.to ? known : saved(known, made.live!)
      expect(contentOf(after)).toBe(before?.replace(at.from, at.to))
      return after
    },
  }
}

// As the library does: what changed outside is written down before its version is told to anybody.
async function read(home: Home, at: StepOf<'read'>, known: Known): Promise<Known> {
  if (known.live === DAMAGED) return known
  await home.stores[at.process].update(at.name, (current) => {
    if (current.live === undefined) return { result: undefined }
    const { record } = standing(current, home.contextNow(at.name))
    return { change: { record, blobs: [current.live.text] }, result: undefined }
  })
  return { ...noticed(known), looked: { version: versionOf(known), bytes: known.live } }
}

function archive(home: Home, at: StepOf<'archive'>, known: Known): Act {
  return {
    refused: known.live === undefined ? 'not-found' : damage(known),
    async attempt() {
      await home.change(at, decideArchive)
      return archived(known)
    },
  }
}

function restore(home: Home, at: StepOf<'restore'>, known: Known): Act {
  const [number, text] = [...known.kept][at.nth % Math.max(known.kept.size, 1)] ?? []
  if (text === undefined) return { attempt: async () => known }
  return {
    // A damaged file is mended by this; what was damaged once is no good to come back.
    refused: text === DAMAGED ? 'damaged' : undefined,
    async attempt() {
      const record = await home.stores[at.process].record(at.name)
      const version = record!.versions.find((each) => each.version === number)!
      // As a person: what is archived is theirs to bring back.
      await home.change(at, (current, context) =>
        decideRestore(current, { version, text }, { ...context, actor: 'operator' }),
      )
      return known.live === text ? known : restored(known, text)
    },
  }
}

function byHand(home: Home, at: StepOf<'byHand'>, known: Known): Known {
  const live = at.text === null ? undefined : at.text === DAMAGED ? DAMAGED : skillJson(at.name, at.text)
  if (live !== known.live) put(skillPath(home.layout, at.name), live)
  return { ...known, live }
}

async function sweep(home: Home, at: StepOf<'sweep'>, known: Known): Promise<Known> {
  const store = home.stores[at.process]
  await store.sweep()
  await store.sweepBlobs()
  return known
}

// A process is killed in a save or (without content) in an archive: the record is there, the skill is as it was, and the
// lock and a temporary file are left behind.
async function crash(home: Home, at: StepOf<'crash'>, known: Known): Promise<Known> {
  let after = known
  const { content } = at
  if (damage(known) === undefined && (content !== null || known.live !== undefined)) {
    await home.stores[at.process].update(at.name, (current) => {
      const context = home.contextNow(at.name)
      const made =
        content === null
          ? decideArchive(current, context)
          : decideSave(current, { content }, context, { cause: 'saved' })
      if (!made.changed) return { result: undefined }
      after = typeof made.live === 'string' ? recorded(known, made.live) : noticed(known)
      return { change: { record: made.record, blobs: made.blobs }, result: undefined }
    })
  }
  put(join(home.layout.leases, `${at.name}.lock`), DEAD_LOCK)
  put(skillPath(home.layout, at.name).replace(/([^/]+)$/, `.$1.${DEAD}-0123456789ab.tmp`), 'half')
  return after
}
