// Goal: whatever people do to the library's folder, to two mounted folders and to the list of mounts, one process that serves
// them all the while says of every name what stands first for it, at once for whoever asks for the name, and in its lists.
// Method: seeded stories of steps on real folders, compared after each with a model of three lines.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSkillFile } from '../../src/domain/skill-file.ts'
import { homeLayout } from '../../src/files/home-layout.ts'
import { skillMd } from '../packages/package-folders.ts'
import { skillJson } from '../support/builders.ts'
import { put } from '../support/file-store.ts'
import { mountedOn, remount } from '../support/mounted.ts'
import { seeded } from '../support/seed.ts'
import { makeFolder } from '../support/temp-home.ts'

const NAMES = ['pdf', 'tea', 'team/pdf'] as const
const FOLDERS = ['one', 'two'] as const
const RUNS = seeded(40)
console.info(`mounts property seed ${RUNS.seed}`)

const name = fc.constantFrom(...NAMES)
const folder = fc.constantFrom(...FOLDERS)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('package' as const), folder, name, removes: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('own' as const), name, removes: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('away' as const), folder }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('mounts' as const), order: fc.shuffledSubarray([...FOLDERS]) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** What stands where; `away` and unmounted folders keep what they hold. */
type Model = {
  own: Map<string, string>
  packages: Record<(typeof FOLDERS)[number], Map<string, string>>
  away: Set<string>
  order: readonly (typeof FOLDERS)[number][]
}

function expected({ own, packages, away, order }: Model): Map<string, string> {
  const served = order.filter((each) => !away.has(each)).reverse()
  return new Map([...served.flatMap((each) => [...packages[each]]), ...own])
}

function openWorld(root: string) {
  const layout = homeLayout(join(root, 'home'))
  mkdirSync(layout.skills, { recursive: true })
  for (const each of FOLDERS) mkdirSync(join(root, each))
  const place = (each: string, { away }: Model) => join(root, away.has(each) ? `${each}-away` : each)
  let texts = 0
  const act: Record<Step['kind'], (each: never, model: Model) => Promise<void> | void> = {
    package: (each: Extract<Step, { kind: 'package' }>, model) => {
      const at = join(place(each.folder, model), each.name)
      if (each.removes) {
        rmSync(at, { recursive: true, force: true })
        return void model.packages[each.folder].delete(each.name)
      }
      const text = `Text ${++texts} of ${each.folder}.\n`
      mkdirSync(at, { recursive: true })
      writeFileSync(join(at, 'SKILL.md'), skillMd(each.name.split('/').at(-1)!, text))
      model.packages[each.folder].set(each.name, text)
    },
    own: (each: Extract<Step, { kind: 'own' }>, model) => {
      const path = join(layout.skills, `${each.name}.json`)
      const text = `Text ${++texts} of the library.`
      if (!each.removes) model.own.set(each.name, text)
      else model.own.delete(each.name)
      if (!each.removes || existsSync(path)) put(path, each.removes ? undefined : skillJson(each.name, text))
    },
    away: (each: Extract<Step, { kind: 'away' }>, model) => {
      const before = place(each.folder, model)
      if (!model.away.delete(each.folder)) model.away.add(each.folder)
      renameSync(before, place(each.folder, model))
    },
    mounts: async (each: Extract<Step, { kind: 'mounts' }>, model) => {
      model.order = each.order
      await remount(
        layout,
        each.order.map((source) => ({ path: join(root, source), source })),
      )
    },
  }
  return { store: mountedOn(layout).store, act: (each: Step, model: Model) => act[each.kind](each as never, model) }
}

test('stories of a library and two mounted folders', { timeout: 3_600_000 }, async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (story) => {
    const { folder: root, remove } = makeFolder()
    try {
      const { store, act } = openWorld(root)
      const model: Model = { own: new Map(), packages: { one: new Map(), two: new Map() }, away: new Set(), order: [] }
      await act({ kind: 'mounts', order: [...FOLDERS] }, model)
      for (const each of story) {
        await act(each, model)
        const texts = expected(model)
        for (const asked of NAMES) {
          const stored = await store.read(asked)
          const said = stored && parseSkillFile(stored.text, { file: asked, pathName: asked, createdAt: '' }).skill
          expect(said?.content, asked).toBe(texts.get(asked))
          expect(await store.stamp(asked)).toBe(stored?.stamp)
        }
        expect([...(await store.list()).stamps.keys()].sort()).toEqual([...texts.keys()].sort())
      }
    } finally {
      remove()
    }
  })
  await fc.assert(property, RUNS)
})
