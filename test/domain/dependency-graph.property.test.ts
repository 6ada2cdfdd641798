// Goal: on any graph the order is one that can be followed, and a cycle is found exactly where a plain search finds one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closedCycle, findCycles, type LinkedSkill, loadOrder } from '../../src/domain/dependency-graph.ts'
import { seeded } from '../support/seed.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const names = fc.array(fc.constantFrom(...NAMES, 'missing'), { maxLength: 3 })

/** Some of the names, each with what it needs; sparse enough that half of the graphs have no cycle. */
const graphs = fc
  .uniqueArray(fc.record({ name: fc.constantFrom(...NAMES), dependsOn: names, conflictsWith: names }), {
    selector: ({ name }) => name,
    minLength: 1,
  })
  .chain((skills) => fc.boolean().map((isAcyclic) => (isAcyclic ? skills.map(onlyLater) : skills)))

function onlyLater(skill: LinkedSkill): LinkedSkill {
  return { ...skill, dependsOn: skill.dependsOn.filter((name) => name > skill.name) }
}

/** The oracle: every path, tried out. */
function leadsBack(skills: readonly LinkedSkill[], from: string, to: string, tried: string[] = []): boolean {
  const needed = skills.find(({ name }) => name === from)?.dependsOn ?? []
  return needed.some((name) => name === to || (!tried.includes(name) && leadsBack(skills, name, to, [...tried, name])))
}

const finder = (skills: readonly LinkedSkill[]) => (name: string) => skills.find((skill) => skill.name === name)
const isEdge = (skills: readonly LinkedSkill[], from: string, to: string) =>
  skills.some(({ name, dependsOn }) => name === from && dependsOn.includes(to))
const isCycle = (skills: readonly LinkedSkill[], cycle: string[]) =>
  cycle.length > 1 &&
  cycle[0] === cycle.at(-1) &&
  cycle.slice(1).every((to, i) => isEdge(skills, cycle[i]!, to)) &&
  new Set(cycle).size === cycle.length - 1

test('an order names all that is reached, once, and what a skill needs before it', () => {
  fc.assert(
    fc.property(graphs, (skills) => {
      const [skill] = skills as [LinkedSkill]
      const { names: order, missing, cycles } = loadOrder(skill, finder(skills))
      const reached = NAMES.filter((name) => name !== skill.name && leadsBack(skills, skill.name, name))
      expect([...order].sort()).toEqual(reached.filter((name) => skills.some((each) => each.name === name)))
      for (const { name, neededBy } of missing) {
        expect(finder(skills)(name)).toBeUndefined()
        expect(isEdge(skills, neededBy, name)).toBe(true)
      }
      for (const cycle of cycles) expect(isCycle(skills, cycle), cycle.join()).toBe(true)
      if (cycles.length > 0) return
      for (const [i, name] of order.entries()) {
        for (const needed of finder(skills)(name)!.dependsOn) {
          if (finder(skills)(needed) !== undefined) expect(order.slice(0, i)).toContain(needed)
        }
      }
    }),
    seeded(2_000),
  )
})

test('a library has a cycle exactly when a skill leads back to itself, and what is told is one', () => {
  let found = 0
  fc.assert(
    fc.property(graphs, (skills) => {
      const cycles = findCycles(skills)
      expect(cycles.length > 0).toBe(skills.some(({ name }) => leadsBack(skills, name, name)))
      for (const cycle of cycles) expect(isCycle(skills, cycle), cycle.join()).toBe(true)
      found += Math.min(1, cycles.length)
    }),
    seeded(2_000),
  )
  // Both kinds of graph came up.
  expect(found).toBeGreaterThan(200)
  expect(found).toBeLessThan(1_800)
})

test('a change closes a cycle exactly when the skill leads back to itself over something added', () => {
  fc.assert(
    fc.property(graphs, names, (skills, before) => {
      const [next] = skills as [LinkedSkill]
      const added = { ...next, dependsOn: next.dependsOn.filter((name) => !before.includes(name)) }
      const others = [added, ...skills.slice(1)]
      const cycle = closedCycle(before, next, finder(skills))
      expect(cycle !== undefined).toBe(leadsBack(others, next.name, next.name))
      if (cycle !== undefined) expect([cycle[0], isCycle(others, cycle)]).toEqual([next.name, true])
    }),
    seeded(2_000),
  )
})
