import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeConsolidate } from '../../src/domain/judge-consolidate.ts'
import { isNote, touchedMax } from '../../src/domain/pass-change.ts'
import { judgedLibrary, judgedSkill, NOW, seenOf } from './judged-library.ts'

const text = (i: number) => `# Task ${i % 3}\n\nDo the task with care, look at it again and write it down.\n`
const SKILLS = Array.from({ length: 30 }, (_, i) =>
  judgedSkill(`p${i % 4}/s${i}`, text(i), {
    origin: i % 10 === 0 ? 'builtin' : i % 7 === 0 ? 'human' : 'machine',
    pinned: i % 11 === 1,
    approved: i % 13 === 2,
    ...{ seeAlso: [`p${(i + 1) % 4}/s${i + 1}`], dependsOn: i % 5 === 0 && i > 0 ? [`p${(i - 1) % 4}/s${i - 1}`] : [] },
  }),
)
// The last few were not shown.
const SEEN = seenOf(SKILLS.slice(0, 25))
const LIBRARY = judgedLibrary(SKILLS, ['p0/guide'])
const CLUSTERS = [0, 1, 2, 3].map((i) => ({
  ...{ prefix: `p${i}`, guide: `p${i}/guide` },
  members: SKILLS.slice(0, 25).flatMap(({ skill }) => (skill.name.startsWith(`p${i}/`) ? [skill.name] : [])),
}))
const FIXED = new Set(
  SKILLS.filter(({ pinned, origin }) => pinned || origin === 'builtin').map(({ skill }) => skill.name),
)

const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...SKILLS.map(({ skill }) => skill.name)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'p0/guide',
      'p1/guide',
      'fresh',
      'other/fresh',
      'p1',
      '__proto__',
      'constructor',
      '',
      '../x',
    ),
  },
  { weight: 1, arbitrary: fc.string() },
)
const names = fc.array(name, { maxLength: 5 })
const content = fc.option(fc.oneof(fc.constantFrom(text(0), text(1), text(2), ' ', `${text(0)}Run 77.`), fc.string()), {
  nil: undefined,
})
const answer = fc.record({
  saves: fc.array(fc.record({ name, content, sources: names, dropped: names, seeAlso: names, reason: fc.string() }), {
    maxLength: 8,
  }),
  archives: fc.array(fc.record({ name, into: name, reason: fc.string() }), { maxLength: 12 }),
  links: fc.array(
    fc.record({ name, seeAlso: names, parent: fc.option(name, { nil: undefined }), reason: fc.string() }),
    { maxLength: 8 },
  ),
})

test('whatever a model answers: nothing goes but into a save of the same answer, and within what a run may touch', () => {
  let archived = 0
  fc.assert(
    fc.property(answer, (given) => {
      // Half of what is archived goes into something that says it is its source.
      const [save] = given.saves
      const linked =
        save === undefined
          ? given.archives
          : [...given.archives, ...save.sources.map((source) => ({ name: source, into: save.name, reason: '' }))]
      const verdicts = judgeConsolidate({ ...given, archives: linked }, CLUSTERS, {
        seen: SEEN,
        library: LIBRARY,
        now: NOW,
      })
      const changes = verdicts.flatMap((verdict) => (verdict.kind === 'apply' ? [verdict.change] : []))
      const saves = new Map(
        changes.flatMap((change) => (change.kind === 'save' ? [[change.name, change] as const] : [])),
      )
      const gone = changes.flatMap((change) => (change.kind === 'archive' ? [change] : []))
      archived += gone.length
      for (const { name: source, into } of gone) {
        expect(saves.get(into)?.from).toContain(source)
        expect(saves.has(source)).toBe(false)
      }
      expect(changes.filter((change) => FIXED.has(change.name))).toEqual([])
      expect(new Set(changes.map((change) => `${change.kind} ${change.name}`)).size).toBe(changes.length)
      expect(new Set(changes.map((change) => change.name)).size).toBeLessThanOrEqual(touchedMax(SKILLS.length))
      for (const change of changes) {
        const standing = LIBRARY.find(change.name)
        if (isNote(change)) throw new Error('no note is proposed here')
        expect(change.base).toBe(standing?.digest ?? null)
        if (change.kind !== 'save' || change.after === undefined)
          expect(standing === undefined || change.name in SEEN).toBe(true)
      }
      const left = gone.map(({ name: source }) => source)
      for (const { patch } of saves.values())
        expect([...(patch.seeAlso ?? []), ...(patch.dependsOn ?? [])].filter((each) => left.includes(each))).toEqual([])
    }),
    { numRuns: 400, seed: 7 },
  )
  expect(archived).toBeGreaterThan(0)
})
