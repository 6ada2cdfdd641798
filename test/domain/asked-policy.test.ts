// Goal: where a package says twice what it asks for, nothing is taken that one of the two does not ask for, and no side
// effect that one of them admits is lost.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedPolicy } from '../../src/domain/asked-policy.ts'
import { coversDomain } from '../../src/domain/policy-scope.ts'
import type { Policy } from '../../src/domain/skill.ts'

const policyOf = (over: Partial<Policy> = {}): Policy => ({
  ...{ tools: [], domains: [], credentials: [], sideEffects: [] },
  ...over,
})
const asked = (front: Partial<Policy>, beside: Partial<Policy> | undefined) =>
  askedPolicy(policyOf(front), beside === undefined ? undefined : policyOf(beside), 'policy.json')

type Row = [
  is: string,
  front: Partial<Policy>,
  beside: Partial<Policy> | undefined,
  taken: Partial<Policy>,
  differ: boolean,
]
const ROWS: Row[] = [
  ['no policy.json', { tools: ['a'] }, undefined, { tools: ['a'] }, false],
  ['nothing in the front matter', {}, { tools: ['a'] }, { tools: ['a'] }, false],
  ['the same in another order', { tools: ['a', 'b'] }, { tools: ['b', 'a'] }, { tools: ['a', 'b'] }, false],
  ['nothing in policy.json', { tools: ['a'] }, {}, {}, true],
  ['policy.json wider', { tools: ['a'] }, { tools: ['a', 'b'] }, { tools: ['a'] }, true],
  ['front matter wider', { tools: ['a', 'b'] }, { tools: ['a'] }, { tools: ['a'] }, true],
  ['all tools and one', { tools: ['ALL'] }, { tools: ['a'] }, { tools: ['a'] }, true],
  [
    'hosts below one',
    { domains: ['*.example.org', 'x.test.org'] },
    { domains: ['api.example.org', '*.test.org', 'example.org'] },
    { domains: ['x.test.org', 'api.example.org'] },
    true,
  ],
  ['every host, by hand', { domains: ['*'] }, { domains: ['a.example.org'] }, { domains: ['a.example.org'] }, true],
  [
    'side effects of either',
    { sideEffects: ['read:mail'] },
    { sideEffects: ['write:mail'] },
    { sideEffects: ['read:mail', 'write:mail'] },
    true,
  ],
]

test.each(ROWS)('%s', (_is, front, beside, taken, differ) => {
  const { policy, diagnostics } = asked(front, beside)
  expect(policy).toEqual(policyOf(taken))
  expect(diagnostics.map(({ code }) => code)).toEqual(differ ? ['policy-mismatch'] : [])
})

const hosts = fc.uniqueArray(fc.constantFrom('a.org', 'x.a.org', 'y.x.a.org', '*.a.org', '*.x.a.org', 'b.org', '*'))
const names = fc.uniqueArray(fc.constantFrom<string[]>('p', 'q', 'r'))
const anyPolicy = fc.record({ tools: names, domains: hosts, credentials: names, sideEffects: names })
const isAsked = (items: string[], item: string) => items.some((other) => coversDomain(other, item))

test('whichever two they are, each of them asks for all that is taken', () => {
  const property = fc.property(anyPolicy, anyPolicy, (front, beside) => {
    const isNone = Object.values(front).flat().length === 0
    const { policy } = askedPolicy(front, beside, '')
    for (const domain of policy.domains) {
      expect(isNone || isAsked(front.domains, domain)).toBe(true)
      expect(isAsked(beside.domains, domain)).toBe(true)
    }
    for (const list of ['tools', 'credentials'] as const) {
      expect(policy[list].every((item) => (isNone || front[list].includes(item)) && beside[list].includes(item))).toBe(
        true,
      )
    }
    expect(new Set(policy.sideEffects)).toEqual(new Set([...front.sideEffects, ...beside.sideEffects]))
  })
  fc.assert(property, { seed: 20261122, numRuns: 500 })
})
