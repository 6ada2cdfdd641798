// The oracle is the formula, written out over all documents at every search: no lists, no slots, nothing kept.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WeighedDocument } from '../../src/recall/bm25f.ts'
import { createTermIndex, type TermIndex } from '../../src/recall/term-index.ts'
import { seeded } from '../support/seed.ts'

const RUN = seeded(1_000)
const NAMES = ['a', 'b', 'c', 'd', 'mcp/email', '__proto__', '7', 'é']
const TERMS = ['deploy', 'docker', 'email', 'constructor', '发送', '𝒳', 'send', 'zeta']
// As the name, a summary and a text weigh: three, one and a tenth of a token, counted in tenths.
const WEIGHTS = [30, 10, 1, 31, 400]

type Step =
  | { kind: 'put'; name: string; document: WeighedDocument }
  | { kind: 'remove'; name: string }
  | { kind: 'thaw' }

const terms = fc.uniqueArray(fc.constantFrom(...TERMS, 'unknown'), { maxLength: 6 })
const document = fc
  .record({ terms, weights: fc.array(fc.constantFrom(...WEIGHTS), { minLength: 6, maxLength: 6 }), more: fc.nat(50) })
  .map(({ terms, weights, more }): WeighedDocument => {
    const held = terms.map((term, i) => [term, { weight: weights[i]!, fieldBits: 1 << (i % 5) }] as const)
    return { length: held.reduce((sum, [, { weight }]) => sum + weight, more), terms: new Map(held) }
  })
const name = fc.constantFrom(...NAMES)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), name, document }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), name }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'thaw' as const }) },
)

test(`it ranks and explains as the formula does, whatever happened to it (seed ${RUN.seed})`, () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 50 }),
      fc.array(terms, { minLength: 1, maxLength: 3 }),
      (steps, messages) => {
        const documents = new Map<string, WeighedDocument>()
        let index = createTermIndex()
        for (const each of steps) {
          if (each.kind === 'thaw') index = createTermIndex(undefined, index.freeze())
          else if (each.kind === 'put') {
            index.put(each.name, each.document)
            documents.set(each.name, each.document)
          } else {
            index.remove(each.name)
            documents.delete(each.name)
          }
        }
        expectAsWritten(index, documents, messages)
      },
    ),
    RUN,
  )
})

test(`it tells of the first and of the last document of a term, in turn (seed ${RUN.seed})`, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
      const held = new Set<string>()
      const watch = {
        onFirst: (term: string) => expect(held.size).toBe(held.add(term).size - 1),
        onLast: (term: string) => expect(held.delete(term)).toBe(true),
      }
      let index = createTermIndex(watch)
      for (const each of steps) {
        if (each.kind === 'put') index.put(each.name, each.document)
        else if (each.kind === 'remove') index.remove(each.name)
        else index = createTermIndex(watch, index.freeze())
        expect(index.terms().toSorted()).toEqual([...held].toSorted())
      }
    }),
    RUN,
  )
})

function expectAsWritten(index: TermIndex, documents: Map<string, WeighedDocument>, messages: string[][]): void {
  expect(index.size()).toBe(documents.size)
  const holders = (term: string) => [...documents.values()].filter((each) => each.terms.has(term)).length
  const lengths = [...documents.values()].map(({ length }) => length)
  const average = lengths.reduce((sum, length) => sum + length, 0) / documents.size
  const idf = (term: string) => Math.log(1 + (documents.size - holders(term) + 0.5) / (holders(term) + 0.5))
  const worth = (term: string, tenths: number, length: number) =>
    (idf(term) * (tenths / 10) * 2.2) / (1.2 * (0.6 + (0.4 * length) / average) + tenths / 10)
  for (const term of [...TERMS, 'unknown']) expect(index.holders(term)).toBe(holders(term))

  for (const message of messages) {
    const scored = [...documents].map(([name, { length, terms }]) => {
      const matched = message.filter((term) => terms.has(term))
      const score = matched.reduce((sum, term) => sum + worth(term, terms.get(term)!.weight, length), 0)
      return { name, score, matched }
    })
    const found = index.search(index.wanted(message), 1_000)
    expect(found.map(({ name }) => name).toSorted()).toEqual(
      scored.flatMap(({ name, matched }) => (matched.length > 0 ? [name] : [])).toSorted(),
    )
    for (const [rank, { name, score }] of found.entries()) {
      expect(score).toBeCloseTo(scored.find((each) => each.name === name)!.score, 9)
      const before = found[rank - 1]
      // Best first, equals by name.
      if (before !== undefined)
        expect(before.score > score || (before.score === score && before.name < name)).toBe(true)
    }
    expect(index.search(index.wanted(message), 2)).toEqual(found.slice(0, 2))
    for (const { name, score, matched } of scored) {
      const hit = index.explain(index.wanted(message), name)!
      expect(hit.score).toBeCloseTo(score, 9)
      expect(hit.terms.map(({ term }) => term).toSorted()).toEqual(matched.toSorted())
    }
    expect(index.explain(index.wanted(message), 'nowhere')).toBeUndefined()
    if (documents.size === 0 || average === 0) continue
    const own = message.reduce((sum, term) => sum + worth(term, 10, 10 * message.length), 0)
    expect(index.ownScore(index.wanted(message))).toBeCloseTo(own, 9)
  }
}
