// What every engine promises of any library, any history of it and any text: equal contents give equal answers, and
// nothing throws.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { IndexedSkill, SkillIndex } from '../../src/recall/skill-index.ts'
import { seeded } from '../support/seed.ts'
import { applied, type Change, changes, message, skills } from './library.arbitrary.ts'

export function indexPropertiesContract(engine: string, createIndex: () => SkillIndex, numRuns: number): void {
  const run = seeded(numRuns)
  function indexOf(library: readonly IndexedSkill[]): SkillIndex {
    const index = createIndex()
    for (const each of library) index.upsert(each)
    return index
  }
  /** Both directions of every answer that an index has for the message. */
  function expectAlike(ours: SkillIndex, theirs: SkillIndex, message: string, library: readonly IndexedSkill[]): void {
    expect(ours.size()).toBe(theirs.size())
    expect(ours.search(message, 3)).toEqual(theirs.search(message, 3))
    const { terms, ...search } = ours.search(message, 1_000)
    expect({ terms, ...search }).toEqual(theirs.search(message, 1_000))
    for (const { name } of library) expect(ours.explain(message, name)).toEqual(theirs.explain(message, name))
    for (const term of terms) expect(ours.holds(term)).toBe(theirs.holds(term))
    expect(Buffer.compare(ours.snapshot(), theirs.snapshot())).toBe(0)
  }
  const afresh = (index: SkillIndex) => {
    const restored = createIndex()
    if (!restored.restore(index.snapshot())) throw new Error('its own snapshot was refused')
    return restored
  }

  describe(`${engine}, seed ${run.seed}`, () => {
    test('a skill that came and went was never there', () => {
      fc.assert(
        fc.property(skills, skills, message, (library, guests, message) => {
          const index = indexOf(library)
          const names = new Set(library.map(({ name }) => name))
          const others = guests.filter(({ name }) => !names.has(name))
          for (const guest of others) index.upsert(guest)
          index.search(message, 3)
          for (const { name } of others) index.remove(name)
          expectAlike(index, indexOf(library), message, library)
        }),
        run,
      )
    })

    test('the order in which skills came does not show', () => {
      const shuffled = skills.chain((library) =>
        fc.tuple(fc.constant(library), fc.shuffledSubarray(library, { minLength: library.length })),
      )
      fc.assert(
        fc.property(shuffled, message, ([library, other], message) => {
          expectAlike(indexOf(library), indexOf(other), message, library)
        }),
        run,
      )
    })

    test('after any changes, on any number of snapshots, it is the index built afresh from what is left', () => {
      fc.assert(
        fc.property(fc.array(changes, { minLength: 1, maxLength: 4 }), message, (rounds, message) => {
          let index = createIndex()
          const library = new Map<string, IndexedSkill>()
          for (const [i, round] of rounds.entries()) {
            if (i > 0) index = afresh(index)
            applied(index, round, library)
            const left = [...library.values()]
            expectAlike(index, indexOf(left.toReversed()), message, left)
          }
        }),
        run,
      )
    })

    test('no score reaches the bound, coverage is within 0 and 1, and terms add up', () => {
      fc.assert(
        fc.property(skills, message, (library, message) => {
          const { hits, scoreBound, terms } = indexOf(library).search(message, 1_000)
          expect(scoreBound > 0).toBe(terms.length > 0)
          for (const hit of hits) {
            expect(hit.score).toBeGreaterThan(0)
            expect(hit.score).toBeLessThan(scoreBound)
            expect(hit.coverage).toBeGreaterThan(0)
            expect(hit.coverage).toBeLessThanOrEqual(1)
            expect(hit.terms.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(hit.score, 6)
            expect(hit.terms.every(({ term, fields }) => terms.includes(term) && fields.length > 0)).toBe(true)
          }
        }),
        run,
      )
    })

    test('any text may come as any part of a skill and as a message', () => {
      // Half surrogates, marks without a letter, every control character: a unit is a unit.
      const text = fc.string({ unit: fc.oneof(anyUnit, fc.constantFrom(...'deploy docker ')), maxLength: 60 })
      const oneSkill = fc.record({
        name: fc.string({ unit: 'binary', maxLength: 20 }),
        summary: text,
        triggers: fc.array(text, { maxLength: 2 }),
        tags: fc.array(text, { maxLength: 2 }),
        content: text,
      })
      const history = fc.array(
        oneSkill.map((skill): Change => ({ kind: 'upsert', skill })),
        { maxLength: 6 },
      )
      fc.assert(
        fc.property(history, text, (history, message) => {
          const index = createIndex()
          const library = new Map<string, IndexedSkill>()
          applied(index, history, library)
          const left = [...library.values()]
          expectAlike(index, afresh(index), message, left)
          for (const { summary } of left) expectAlike(index, indexOf(left), summary, left)
        }),
        run,
      )
    })
  })
}

const anyUnit = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0x10000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
)
