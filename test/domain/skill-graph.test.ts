// Goal: the graph shows each relation once and under its kind, and names what is amiss: hubs, orphans, cycles, dead ends.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EDGES_MAX, type GraphFacts, HUBS_MAX, skillGraph } from '../../src/domain/skill-graph.ts'
import { skillOf } from '../support/builders.ts'
import { seeded } from '../support/seed.ts'

const graph = (skills: Parameters<typeof skillOf>[0][], more: Partial<GraphFacts> = {}) =>
  skillGraph({ skills: skills.map(skillOf), together: [], merged: [], ...more })

test('what texts say of each other is an edge under its kind, also several between the same two', () => {
  const { edges, dangling, orphans } = graph([
    { name: 'a', dependsOn: ['b', 'b', 'gone'], seeAlso: ['b', 'a'], conflictsWith: ['c', 'gone'], parent: 'c' },
    { name: 'b' },
    { name: 'c' },
    { name: 'alone' },
  ])
  expect(edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`)).toEqual([
    'a depends-on b',
    'a parent c',
    'a conflicts c',
    'a see-also b',
  ])
  expect(dangling).toEqual([{ from: 'a', field: 'dependsOn', to: 'gone' }])
  expect(orphans).toEqual(['alone'])
})

test('what was loaded together weighs by its sessions; a pair of which one is gone is none', () => {
  const together: GraphFacts['together'] = [
    { skills: ['a', 'b'], sessions: 3 },
    { skills: ['a', 'gone'], sessions: 9 },
  ]
  const { edges, orphans } = graph([{ name: 'a' }, { name: 'b' }], { together })
  expect(edges).toEqual([{ from: 'a', to: 'b', kind: 'co-use', weight: 3 }])
  expect(orphans).toEqual([])
})

test('a merge leads from the archived skill to the one that stands; one that was brought back is merged no more', () => {
  const merged = [
    { name: 'old', into: 'a' },
    { name: 'b', into: 'a' },
    { name: 'older', into: 'gone' },
  ]
  expect(graph([{ name: 'a' }, { name: 'b' }], { merged }).edges).toEqual([
    { from: 'old', to: 'a', kind: 'merged', weight: 1 },
  ])
})

test('a hub has many neighbours, however many ways lead to one', () => {
  const around = ['b', 'c', 'd', 'e']
  const skills = [
    { name: 'a', dependsOn: around, seeAlso: around },
    ...around.map((name) => ({ name, seeAlso: ['a'] })),
  ]
  expect(graph(skills).hubs).toEqual([{ name: 'a', neighbours: 4 }])
  expect(graph([...skills].slice(0, 4)).hubs).toEqual([])
})

test('dependencies in a circle are told from a skill back to it', () => {
  const { cycles } = graph([
    { name: 'a', dependsOn: ['b'] },
    { name: 'b', dependsOn: ['a'] },
  ])
  expect(cycles).toEqual([['a', 'b', 'a']])
})

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']
const names = fc.array(fc.constantFrom(...NAMES, 'missing'), { maxLength: 4 })
const libraries = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...NAMES),
    ...{ dependsOn: names, seeAlso: names, conflictsWith: names },
    parent: fc.option(fc.constantFrom(...NAMES)),
  }),
  { selector: ({ name }) => name },
)

test('on any library: edges join what is there, a skill is an orphan exactly when it has none, and none is told twice', () => {
  fc.assert(
    fc.property(libraries, (skills) => {
      const { edges, orphans, hubs, edgesLeftOut } = graph(skills)
      const there = skills.map(({ name }) => name)
      for (const { from, to } of edges)
        expect([from, to].every((name) => there.includes(name)) && from !== to).toBe(true)
      const linked = new Set(edges.flatMap(({ from, to }) => [from, to]))
      expect(orphans).toEqual(there.filter((name) => !linked.has(name)).sort())
      expect(new Set(edges.map((edge) => JSON.stringify(edge))).size).toBe(edges.length)
      expect(hubs.length).toBeLessThanOrEqual(HUBS_MAX)
      expect(edgesLeftOut).toBe(0)
    }),
    seeded(300),
  )
})

test('beyond what a picture holds edges are counted, not sent', () => {
  const together = Array.from({ length: EDGES_MAX + 5 }, () => ({ skills: ['a', 'b'] as const, sessions: 1 }))
  expect(graph([{ name: 'a' }, { name: 'b' }], { together })).toMatchObject({ edgesLeftOut: 5 })
})
