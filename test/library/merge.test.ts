// Goal: a merge is done whole or not at all, whatever happens in between, and nobody else's change is lost by it.
// Method: real files. A crash is played by a store that stops for good at one call, as a killed process does; a process
// that is really killed at every call of the system is in test/faults/merge-kill.test.ts.
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { danglingReferences } from '../../src/domain/dangling-references.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { parseSkillFile } from '../../src/domain/skill-file.ts'
import { type HomeLayout, homeLayout } from '../../src/files/home-layout.ts'
import { mergeSkills, recoverMerges } from '../../src/library/merge-skills.ts'
import type { SkillStore } from '../../src/store/skill-store.ts'
import { openTransactionLog, type TransactionLog } from '../../src/store/transaction-log.ts'
import { deadPid } from '../support/child-process.ts'
import { put, skillPath, storeOn } from '../support/file-store.ts'
import {
  approve,
  MERGE_SKILLS,
  mergePartsOf,
  plant,
  plantMergeHome,
  recoverPartsOf,
  SOURCE,
  TARGET,
  type WholeLibrary,
  wholeLibrary,
} from '../support/merge-home.ts'
import { AGENT, OPERATOR, type OpenLibrary, openLibrary } from '../support/open-library.ts'
import { makeFolder, tempHome } from '../support/temp-home.ts'

// Made once and copied: most of a test would else be the syncs of its own preparation.
const template = makeFolder()
afterAll(template.remove)
let merged: Promise<WholeLibrary> | undefined

beforeAll(async () => {
  const layout = homeLayout(template.folder)
  await plantMergeHome(layout)
  await approve(storeOn(layout), TARGET, await skillOn(layout, TARGET))
})

async function mergeHome(): Promise<HomeLayout> {
  const layout = tempHome()
  cpSync(template.folder, layout.home, { recursive: true })
  return layout
}

const merging = (layout: HomeLayout, open: OpenLibrary, over?: Parameters<typeof mergePartsOf>[2]) =>
  mergeSkills(mergePartsOf(layout, open, over), TARGET, SOURCE, OPERATOR)

async function skillOn(layout: HomeLayout, name: string) {
  const live = await storeOn(layout).read(name)
  return parseSkillFile(live!.text, { file: name, pathName: name, createdAt: '' }).skill!
}

const documents = (layout: HomeLayout) => (existsSync(layout.transactions) ? readdirSync(layout.transactions) : [])

/** As every merge of this library ends. */
function mergedLibrary(): Promise<WholeLibrary> {
  merged ??= (async () => {
    const layout = await mergeHome()
    await merging(layout, await openLibrary(layout))
    return wholeLibrary(layout)
  })()
  return merged
}

test('the target says all, everyone names it, the source is archived, the ledger and the shelf are told', async () => {
  const layout = await mergeHome()
  const open = await openLibrary(layout)
  open.facts.length = 0
  const merged = await merging(layout, open)
  expect(merged).toMatchObject({
    name: TARGET,
    source: SOURCE,
    version: 2,
    redirected: ['mail/digest', 'mail/label', 'other'],
  })
  const skills = open.shelf.entries().map((entry) => entry.skill)
  expect(skills.map(({ name }) => name)).toEqual(['mail/digest', 'mail/label', TARGET, 'other', 'tea'])
  expect(danglingReferences(skills)).toEqual([])
  const told = skills.map(({ name, dependsOn, seeAlso, conflictsWith, parent }) => ({
    name,
    dependsOn,
    seeAlso,
    conflictsWith,
    parent,
  }))
  expect(told).toEqual([
    { name: 'mail/digest', dependsOn: [TARGET], seeAlso: [TARGET], conflictsWith: [], parent: null },
    { name: 'mail/label', dependsOn: [], seeAlso: [TARGET], conflictsWith: [], parent: TARGET },
    { name: TARGET, dependsOn: [], seeAlso: [], conflictsWith: [], parent: null },
    { name: 'other', dependsOn: [], seeAlso: [], conflictsWith: [TARGET], parent: null },
    { name: 'tea', dependsOn: [], seeAlso: ['other'], conflictsWith: [], parent: null },
  ])
  expect(open.shelf.entry(TARGET)).toMatchObject({ origin: 'machine', version: 2, record: { approval: null } })
  expect(open.shelf.entry(TARGET)!.skill.content).toBe(
    '# Send mail\n\nUse `smtp-send` on port 2525.\n\n## From mail/post\n\n### Post letters\n\nCall `postNow` with 44 stamps.\n',
  )
  expect(await open.store.record(SOURCE)).toMatchObject({ lifecycle: 'archived', supersededBy: TARGET })
  expect((await open.journal.readLedger(0)).events).toMatchObject([
    { event: 'skill-merged', actor: 'operator', name: TARGET, note: SOURCE, version: 2, digest: merged.digest },
  ])
  expect([...new Set(open.facts)].sort()).toEqual(['mail/digest', 'mail/label', SOURCE, TARGET, 'other'].sort())
  expect(documents(layout)).toEqual([])
})

test('every text of before is in the history, and the source comes back whole', async () => {
  const layout = await mergeHome()
  const before = await skillOn(layout, SOURCE)
  const open = await openLibrary(layout)
  await merging(layout, open)
  for (const { name } of MERGE_SKILLS) {
    const { versions } = (await open.store.record(name))!
    for (const { digest } of versions) expect(await open.store.blob(digest)).toBeDefined()
  }
  await open.library.restore(SOURCE, undefined, OPERATOR)
  expect(await skillOn(layout, SOURCE)).toEqual(before)
})

test('skills that were placed by hand merge as well', async () => {
  const layout = tempHome()
  put(skillPath(layout, 'a'), JSON.stringify({ name: 'a', content: 'Do A.' }))
  put(skillPath(layout, 'b'), JSON.stringify({ name: 'b', content: 'Do B 42 times.' }))
  put(skillPath(layout, 'c'), JSON.stringify({ name: 'c', content: 'Do C.', dependsOn: ['b'], mine: 1 }))
  const open = await openLibrary(layout)
  await mergeSkills(mergePartsOf(layout, open), 'a', 'b', OPERATOR)
  expect((await skillOn(layout, 'a')).content).toBe('Do A.\n\n## From b\n\nDo B 42 times.\n')
  expect(await skillOn(layout, 'c')).toMatchObject({ dependsOn: ['a'], extra: { mine: 1 } })
  expect((await open.store.record('a'))!.versions.map(({ cause }) => cause)).toEqual(['hand-edited', 'merged'])
})

test.each([
  ['a skill that is not there', TARGET, 'nobody', OPERATOR, 'not-found'],
  ['itself', TARGET, TARGET, OPERATOR, 'bad-input'],
  ['no name', TARGET, '../x', OPERATOR, 'bad-name'],
  ['an agent', TARGET, SOURCE, AGENT, 'needs-person'],
])('refused, and nothing is written: %s', async (_, target, source, caller, code) => {
  const layout = await mergeHome()
  const before = await wholeLibrary(layout)
  const parts = mergePartsOf(layout, await openLibrary(layout))
  await expect(mergeSkills(parts, target, source, caller)).rejects.toMatchObject({ code })
  expect(await wholeLibrary(layout)).toEqual(before)
  expect(documents(layout)).toEqual([])
})

/** A store on this home in which `happens` is done right before the nth change of a skill. */
function storeBefore(layout: HomeLayout, nth: number, happens: (name: string) => Promise<void>): SkillStore {
  const store = storeOn(layout)
  let changes = 0
  return {
    ...store,
    async update(name, decide) {
      if (++changes === nth) await happens(name)
      return store.update(name, decide)
    },
  }
}

test.each([1, 2, 3, 4, 5])(
  'somebody saves the skill of step %i right before it: the merge is planned anew and has it',
  async (nth) => {
    const layout = await mergeHome()
    const open = await openLibrary(layout)
    let saved = ''
    const store = storeBefore(layout, nth, async (name) => {
      saved = name
      const skill = await skillOn(layout, name)
      await plant(storeOn(layout), { ...skill, content: `${skill.content}\n\nSaved 77 meanwhile.\n` })
    })
    await merging(layout, open, { store })
    const holder = saved === SOURCE ? TARGET : saved
    expect((await skillOn(layout, holder)).content).toContain('Saved 77 meanwhile.')
    await open.shelf.lookAround()
    expect(danglingReferences(open.shelf.entries().map((entry) => entry.skill))).toEqual([])
    expect(await open.store.record(SOURCE)).toMatchObject({ lifecycle: 'archived', supersededBy: TARGET })
    expect(documents(layout)).toEqual([])
  },
)

test('when the same skill is saved again and again the merge gives up, and all the rest is as it was', async () => {
  const layout = await mergeHome()
  const open = await openLibrary(layout)
  const before = await wholeLibrary(layout)
  let times = 0
  const stubborn = storeOn(layout)
  const store: SkillStore = {
    ...stubborn,
    async update(name, decide) {
      if (name === SOURCE)
        await plant(storeOn(layout), { ...(await skillOn(layout, SOURCE)), content: `Saved ${++times} times.` })
      return stubborn.update(name, decide)
    },
  }
  await expect(merging(layout, open, { store })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(SOURCE),
  })
  const after = await wholeLibrary(layout)
  const others = (library: Record<string, unknown>) => Object.entries(library).filter(([key]) => !key.includes(SOURCE))
  expect(others(after)).toEqual(others(before))
  expect((await skillOn(layout, SOURCE)).content).toBe(`Saved ${times} times.`)
  expect(documents(layout)).toEqual([])
  // A number that somebody may have read stands for no other text later.
  const { versions, approval } = (await open.store.record(TARGET))!
  expect(versions.map(({ version, cause }) => [version, cause]).slice(0, 3)).toEqual([
    [1, 'saved'],
    [2, 'merged'],
    [3, 'restored'],
  ])
  expect(approval?.digest).toBe(versions.at(-1)!.digest)
})

test('when the disk refuses, and then refuses the undoing as well, the next start brings it to an end', async () => {
  const layout = await mergeHome()
  const open = await openLibrary(layout)
  const disk = storeOn(layout)
  let changes = 0
  const store: SkillStore = {
    ...disk,
    async update(name, decide) {
      if (++changes > 2) throw new SkillError('storage', 'the disk is full', 'Free some space.')
      return disk.update(name, decide)
    },
  }
  await expect(merging(layout, open, { store })).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining('could not be undone yet: the disk is full'),
  })
  expect(documents(layout)).toHaveLength(1)
  expect((await recoverMerges(recoverPartsOf(layout))).map(({ outcome }) => outcome)).toEqual(['done'])
  expect(await wholeLibrary(layout)).toEqual(await mergedLibrary())
})

test('when the disk refuses once, all is as it was', async () => {
  const layout = await mergeHome()
  const before = await wholeLibrary(layout)
  const store = storeBefore(layout, 4, () =>
    Promise.reject(new SkillError('storage', 'the disk is full', 'Free some.')),
  )
  await expect(merging(layout, await openLibrary(layout), { store })).rejects.toMatchObject({
    message: 'the disk is full',
  })
  expect(await wholeLibrary(layout)).toEqual(before)
  expect(documents(layout)).toEqual([])
})

test('what an editor writes into a skill between two steps stays', async () => {
  const layout = await mergeHome()
  const open = await openLibrary(layout)
  const store = storeBefore(layout, 5, async () => {
    writeFileSync(skillPath(layout, TARGET), JSON.stringify({ name: TARGET, content: 'By hand.', seeAlso: [SOURCE] }))
    writeFileSync(skillPath(layout, SOURCE), JSON.stringify({ name: SOURCE, content: 'By hand as well.' }))
  })
  await merging(layout, open, { store })
  expect((await skillOn(layout, TARGET)).content).toMatch(
    /^By hand\.\n\n## From mail\/post\n\n[\s\S]*By hand as well\.\n$/,
  )
})

test('a skill that comes to name the source while they are merged names the target in the end', async () => {
  const layout = await mergeHome()
  const open = await openLibrary(layout)
  // Step five archives the source: whoever saves before it has not been seen by the plan.
  const store = storeBefore(layout, 5, () =>
    plant(storeOn(layout), { name: 'late', actor: 'agent', dependsOn: [SOURCE] }),
  )
  expect((await merging(layout, open, { store })).redirected).toContain('late')
  expect((await skillOn(layout, 'late')).dependsOn).toEqual([TARGET])
})

class Crash extends Error {
  override message = 'crashed'
}

const GONE = deadPid()

/** A process that stops for good at the nth call that writes; `torn`: its last one wrote the record and not the file. */
function crashingAt(
  layout: HomeLayout,
  nth: number,
  kind: 'between' | 'torn',
): { store: SkillStore; transactions: TransactionLog; crashed: () => boolean } {
  const [store, transactions] = [storeOn(layout), openTransactionLog(layout)]
  let calls = 0
  const passes = () => {
    if (++calls >= nth) throw new Crash()
  }
  return {
    store: {
      ...store,
      async update(name, decide) {
        if (++calls > nth || (calls === nth && kind === 'between')) throw new Crash()
        if (calls < nth) return store.update(name, decide)
        await store.update(name, (current) => {
          const { change, result } = decide(current)
          return change === undefined ? { result } : { change: { record: change.record, blobs: change.blobs }, result }
        })
        throw new Crash()
      },
    },
    transactions: {
      ...transactions,
      async begin(transaction) {
        passes()
        // Of a process that is gone.
        const begun = { ...transaction, owner: { host: hostname(), pid: GONE, started: null } }
        await transactions.begin(transaction)
        writeFileSync(join(layout.transactions, `${transaction.id}.json`), JSON.stringify(begun))
        return begun
      },
      async end(id) {
        passes()
        await transactions.end(id)
      },
    },
    crashed: () => calls >= nth,
  }
}

const CRASHES = [1, 2, 3, 4, 5, 6, 7].flatMap((nth) => [[nth, 'between'] as const, [nth, 'torn'] as const])

test.each(CRASHES)('crashed at call %i (%s), and started again: all before or all after', async (nth, kind) => {
  const layout = await mergeHome()
  const before = await wholeLibrary(layout)
  const crashing = crashingAt(layout, nth, kind)
  await expect(merging(layout, await openLibrary(layout), crashing)).rejects.toThrow('crashed')
  expect(crashing.crashed()).toBe(true)
  const recovered = await recoverMerges(recoverPartsOf(layout))
  const began = nth > 1
  expect(recovered.map(({ outcome }) => outcome)).toEqual(began ? ['done'] : [])
  const after = await wholeLibrary(layout)
  expect(after).toEqual(began ? await mergedLibrary() : before)
  expect(documents(layout)).toEqual([])
})

test.each(CRASHES.filter(([nth]) => nth > 1 && nth < 7))(
  'crashed at call %i (%s), and the source is saved before the start: undone, with that save',
  async (nth, kind) => {
    const layout = await mergeHome()
    const before = await wholeLibrary(layout)
    await merging(layout, await openLibrary(layout), crashingAt(layout, nth, kind)).catch(() => undefined)
    if (!existsSync(skillPath(layout, SOURCE))) return
    await plant(storeOn(layout), { name: SOURCE, actor: 'agent', content: 'Saved 88 later.' })
    expect((await recoverMerges(recoverPartsOf(layout))).map(({ outcome }) => outcome)).toEqual(['undone'])
    const after = await wholeLibrary(layout)
    expect((await skillOn(layout, SOURCE)).content).toBe('Saved 88 later.')
    const others = (library: Record<string, unknown>) =>
      Object.entries(library).filter(([key]) => !key.includes(SOURCE))
    expect(others(after)).toEqual(others(before))
    expect(documents(layout)).toEqual([])
  },
)

// The merge is refused at its last step, so it is undone; of that the nth change is the last thing that happens.
const UNDOINGS = [1, 2, 3, 4, 5].flatMap((nth) => [[nth, 'between'] as const, [nth, 'torn'] as const])

test.each(UNDOINGS)('crashed at change %i of an undoing (%s), and started again: all before', async (nth, kind) => {
  const layout = await mergeHome()
  const before = await wholeLibrary(layout)
  const crashing = crashingAt(layout, 5 + nth + 1, kind)
  const saves = { ...crashing.store }
  let changes = 0
  crashing.store = {
    ...saves,
    async update(name, decide) {
      if (++changes === 5)
        await plant(storeOn(layout), { name: SOURCE, actor: 'agent', content: 'Saved 99 meanwhile.' })
      // The source is somebody else's now, so the undoing passes it over.
      return saves.update(name, decide)
    },
  }
  await expect(merging(layout, await openLibrary(layout), crashing)).rejects.toThrow('crashed')
  await recoverMerges(recoverPartsOf(layout))
  const others = (library: Record<string, unknown>) => Object.entries(library).filter(([key]) => !key.includes(SOURCE))
  expect(others(await wholeLibrary(layout))).toEqual(others(before))
  expect((await skillOn(layout, SOURCE)).content).toBe('Saved 99 meanwhile.')
  expect(documents(layout)).toEqual([])
})

test('another server takes a half-done step for a hand edit: the merge is undone, and every number keeps its text', async () => {
  const layout = await mergeHome()
  const before = await wholeLibrary(layout)
  await merging(layout, await openLibrary(layout), crashingAt(layout, 2, 'torn')).catch(() => undefined)
  const other = await openLibrary(layout)
  expect(other.shelf.entry(TARGET)).toMatchObject({ version: 3 })
  expect((await recoverMerges(recoverPartsOf(layout))).map(({ outcome }) => outcome)).toEqual(['undone'])
  expect(await wholeLibrary(layout)).toEqual(before)
  expect((await other.shelf.look(TARGET))!.version).toBe(3)
})

test('a merge that was whole stays, whatever came later', async () => {
  const layout = await mergeHome()
  await merging(layout, await openLibrary(layout), crashingAt(layout, 7, 'between')).catch(() => undefined)
  await plant(storeOn(layout), { ...(await skillOn(layout, TARGET)), content: 'Saved later.' })
  expect((await recoverMerges(recoverPartsOf(layout))).map(({ outcome }) => outcome)).toEqual(['done'])
  expect((await skillOn(layout, TARGET)).content).toBe('Saved later.')
  expect(existsSync(skillPath(layout, SOURCE))).toBe(false)
})

test('what a living process has under way is left to it; a document that nobody can read is left and told', async () => {
  const layout = await mergeHome()
  await merging(layout, await openLibrary(layout), crashingAt(layout, 3, 'between')).catch(() => undefined)
  const transactions: TransactionLog = { ...openTransactionLog(layout), ownerOf: () => 'alive' }
  expect(await recoverMerges({ ...recoverPartsOf(layout), transactions })).toEqual([])
  expect(documents(layout)).toHaveLength(1)
  writeFileSync(join(layout.transactions, 'broken.json'), '{"id":')
  const logged: string[] = []
  await recoverMerges({ ...recoverPartsOf(layout), log: (_, message) => void logged.push(message) })
  expect(logged).toEqual([
    'cortex/transactions/broken.json cannot be read and is left as it is',
    `a merge of "${SOURCE}" into "${TARGET}" was cut off; it is done now`,
  ])
  expect(documents(layout)).toEqual(['broken.json'])
})

test('the next merge first ends what another has left', async () => {
  const layout = await mergeHome()
  await merging(layout, await openLibrary(layout), crashingAt(layout, 4, 'between')).catch(() => undefined)
  const open = await openLibrary(layout)
  await mergeSkills(mergePartsOf(layout, open), TARGET, 'tea', OPERATOR)
  expect((await skillOn(layout, TARGET)).content).toMatch(/## From mail\/post\n[\s\S]*## From tea\n/)
  expect(documents(layout)).toEqual([])
})

test('two processes merge the same pair both ways at once, while others save: one wins, nothing dangles', async () => {
  const layout = await mergeHome()
  const [one, two, saver] = [await openLibrary(layout), await openLibrary(layout), await openLibrary(layout)]
  const saves = async () => {
    for (let i = 10; i < 30; i++)
      await saver.library.edit('mail/digest', { oldText: 'Send', newText: `Send ${i}`, all: false }, AGENT)
  }
  const [first, second] = await Promise.allSettled([
    merging(layout, one),
    mergeSkills(mergePartsOf(layout, two), SOURCE, TARGET, OPERATOR),
    saves(),
  ])
  const won = [first, second].filter(({ status }) => status === 'fulfilled')
  expect(won).toHaveLength(1)
  await saver.shelf.lookAround()
  const skills = saver.shelf.entries().map((entry) => entry.skill)
  expect(skills).toHaveLength(MERGE_SKILLS.length - 1)
  expect(danglingReferences(skills)).toEqual([])
  const { content } = skills.find(({ name }) => name === 'mail/digest')!
  expect(content.match(/\d+/g)).toEqual(Array.from({ length: 20 }, (_, i) => String(29 - i)))
  const kept = skills.find(({ name }) => name === TARGET || name === SOURCE)!
  for (const fact of ['smtp-send', '2525', 'postNow', '44']) expect(kept.content).toContain(fact)
  expect(documents(layout)).toEqual([])
})
