// Goal: the pairs of a whole library are those that comparing each with each finds, at the price of far fewer comparisons.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNearPairs, type NearPair } from '../../src/domain/near-pairs.ts'
import { isComparable, type SkillWords, similarity } from '../../src/domain/similarity.ts'
import { seeded } from '../support/seed.ts'

function pairsOf(skills: readonly SkillWords[], wanted?: string): NearPair[] {
  const search = findNearPairs(skills, wanted)
  for (;;) {
    const { done, value } = search.next()
    if (done) return value
  }
}
const shown = (pairs: readonly NearPair[]) => pairs.map(({ a, b, similarity }) => `${a} ${b} ${similarity.toFixed(6)}`)

const TEA: SkillWords = { name: 'tea', summary: 'Make tea', content: '# Tea\n\nBoil the water, warm the pot, wait.' }
const BREAD: SkillWords = {
  name: 'bread',
  summary: 'Bake bread',
  content: '# Bread\n\nFeed the sourdough, knead, rest.',
}

test.each<[title: string, skills: SkillWords[], pairs: string[]]>([
  ['nothing', [], []],
  ['one skill is no pair with itself', [TEA], []],
  ['two that differ', [TEA, BREAD], []],
  ['a copy under another name and summary', [{ ...TEA, name: 'cha', summary: 'Hot drink' }, TEA], ['cha tea 1.000000']],
  [
    'three copies are three pairs',
    ['c', 'a', 'b'].map((name) => ({ ...TEA, name })),
    ['a b 1.000000', 'a c 1.000000', 'b c 1.000000'],
  ],
  ['stubs are like any other', ['a', 'b'].map((name) => ({ ...TEA, name, content: '# S' })), []],
  [
    'no summary on either side',
    ['a', 'b'].map((name, i) => ({ name, summary: '', content: i === 0 ? TEA.content : BREAD.content })),
    [],
  ],
  ['empty skills', ['a', 'b'].map((name) => ({ name, summary: '', content: '' })), []],
])('%s', (_, skills, pairs) => {
  expect(shown(pairsOf(skills))).toEqual(pairs)
})

test('no summary on either side is nothing in common', () => {
  const [a, b] = ['mail/one', 'mail/two'].map((name) => ({ name, summary: '' })) as [SkillWords, SkillWords]
  expect(
    similarity({ ...a, content: 'alpha beta gamma delta' }, { ...b, content: 'other words stand here' }),
  ).toBeLessThan(0.2)
})

const WORDS = 'mail send server deploy image host check draft address invoice tea water pot wait branch merge'.split(
  ' ',
)
const text = (least: number, most: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: least, maxLength: most }).map((words) => words.join(' '))
const library = fc
  .array(fc.record({ summary: text(0, 4), content: text(0, 14) }), { maxLength: 24 })
  .map((skills) => skills.map((skill, i) => ({ ...skill, name: `${WORDS[i % 4]}/n${i}` })))

test('the same pairs as each compared with each, and for one skill the same that it has among all', () => {
  fc.assert(
    fc.property(library, (skills) => {
      const each = skills
        .flatMap((one, i) => skills.slice(0, i).map((other) => [one, other].sort((x, y) => (x.name < y.name ? -1 : 1))))
        .filter(([a, b]) => isComparable(a!) && isComparable(b!) && similarity(a!, b!) >= 0.7500001)
        .map(([a, b]) => `${a!.name} ${b!.name} ${similarity(a!, b!).toFixed(6)}`)
      const all = pairsOf(skills).filter((pair) => pair.similarity >= 0.7500001)
      expect(shown(all).sort()).toEqual(each.sort())
      for (const { name } of skills.slice(0, 3)) {
        const own = all.filter(({ a, b }) => a === name || b === name)
        expect(shown(pairsOf(skills, name).filter((pair) => pair.similarity >= 0.7500001))).toEqual(shown(own))
      }
    }),
    seeded(300),
  )
})

test('of two hundred copies of one text each is found to have many', () => {
  const pairs = pairsOf(Array.from({ length: 200 }, (_, i) => ({ ...TEA, name: `tea-${i}` })))
  const named = new Map<string, number>()
  for (const name of pairs.flatMap(({ a, b }) => [a, b])) named.set(name, (named.get(name) ?? 0) + 1)
  expect(named.size).toBe(200)
  expect(Math.min(...named.values())).toBeGreaterThanOrEqual(4)
})
