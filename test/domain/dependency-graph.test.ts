// Goal: whatever people write into dependsOn, loading is told an order that can be followed, and what keeps it from one.
import { expect, test } from 'vitest'
import { conflictingLoads } from '../../src/domain/dependency-faults.ts'
import {
  closedCycle,
  dependentsOf,
  findCycles,
  type LinkedSkill,
  loadOrder,
} from '../../src/domain/dependency-graph.ts'
import { cyclePath, dependencyWarnings, loadFirstSentence } from '../../src/domain/dependency-warnings.ts'

/** `a: b c !d`: a needs b and c, and conflicts with d. One skill each; the first is the one that is looked at. */
function graph(...lines: string[]): { skills: LinkedSkill[]; find: (name: string) => LinkedSkill | undefined } {
  const skills = lines.map((line) => {
    const [name = '', rest = ''] = line.split(':')
    const words = rest.split(' ').filter((word) => word !== '')
    return {
      name,
      dependsOn: words.filter((word) => !word.startsWith('!')),
      conflictsWith: words.filter((word) => word.startsWith('!')).map((word) => word.slice(1)),
    }
  })
  return { skills, find: (name) => skills.find((skill) => skill.name === name) }
}

const orderOf = (...lines: string[]) => {
  const { skills, find } = graph(...lines)
  return loadOrder(skills[0]!, find)
}

test.each<[title: string, lines: string[], names: string[]]>([
  ['nothing', ['a'], []],
  ['a chain, from its end', ['a: b', 'b: c', 'c'], ['c', 'b']],
  ['two, as the skill names them', ['a: z b', 'b', 'z'], ['z', 'b']],
  ['what two need, once and before both', ['a: b c', 'b: d', 'c: d', 'd'], ['d', 'b', 'c']],
  ['one that is named twice', ['a: b b', 'b'], ['b']],
  ['not what is not there', ['a: x b', 'b'], ['b']],
  ['a cycle, once around', ['a: b', 'b: c', 'c: a'], ['c', 'b']],
  [
    'names that objects have',
    ['a: constructor __proto__', 'constructor: __proto__', '__proto__'],
    ['__proto__', 'constructor'],
  ],
])('to load first: %s', (_, lines, names) => {
  expect(orderOf(...lines)).toMatchObject({ names, leftOut: 0 })
})

test('a chain longer than any call stack is walked, and cut where its beginning is whole', () => {
  const lines = Array.from({ length: 30_000 }, (_, i) => `s${i}: s${i + 1}`)
  const byName = new Map(graph(...lines).skills.map((skill) => [skill.name, skill]))
  const { names, leftOut, missing } = loadOrder(byName.get('s0')!, (name) => byName.get(name))
  expect([names[0], names[199], names.length, leftOut]).toEqual(['s29999', 's29800', 200, 29_799])
  expect(missing).toEqual([{ name: 's30000', neededBy: 's29999' }])
})

test.each<[title: string, lines: string[], warnings: string[]]>([
  ['nothing wrong', ['a: b', 'b'], []],
  [
    'what is missing, with who needs it first',
    ['a: x b', 'b: x y'],
    ['"a" needs "x", which is not there', '"b" needs "y", which is not there'],
  ],
  [
    'a conflict below the skill, told once though both say so',
    ['a: b c', 'b: !c', 'c: !b'],
    ['"b" and "c" conflict: do not follow both without asking'],
  ],
  [
    'a conflict with what it needs itself',
    ['a: b !b', 'b'],
    ['"a" and "b" conflict: do not follow both without asking'],
  ],
  ['no conflict with what is not loaded', ['a: b !c', 'b: !x', 'c'], []],
  ['no conflict with itself', ['a: !a'], []],
  ['a cycle', ['a: b', 'b: a'], ['these need each other, so no order is right: a -> b -> a']],
  ['itself', ['a: a'], ['these need each other, so no order is right: a -> a']],
])('warnings: %s', (_, lines, warnings) => {
  expect(dependencyWarnings(orderOf(...lines))).toEqual(warnings)
})

test('what is said stays short, and says how much it leaves out', () => {
  const many = Array.from({ length: 250 }, (_, i) => `s${i}`)
  const order = orderOf(`a: ${many.join(' ')}`, ...many)
  expect(loadFirstSentence(order)).toMatch(/^Load first, in this order: s0, s1, .* s19, and 230 more$/)
  expect(dependencyWarnings(order)).toEqual(['it needs 250 skills; the first 200 are listed'])
  const warnings = dependencyWarnings(orderOf(`a: ${many.join(' ')}`))
  expect([warnings.length, warnings.at(-1)]).toEqual([21, 'and 230 more; see: skill-cortex check'])
  expect(cyclePath([...many.slice(0, 20), 's0'])).toBe(
    's0 -> s1 -> s2 -> s3 -> s4 -> s5 -> (9 more) -> s15 -> s16 -> s17 -> s18 -> s19 -> s0',
  )
})

test.each<[title: string, lines: string[], before: string[], cycle: string | undefined]>([
  ['none', ['a: b', 'b'], [], undefined],
  ['itself', ['a: a'], [], 'a -> a'],
  ['the one that needs it', ['a: b', 'b: a'], [], 'a -> b -> a'],
  ['the shortest way around', ['a: b e', 'b: c', 'c: a', 'e: a'], [], 'a -> e -> a'],
  ['one that stood before is nobody else’s fault', ['a: b', 'b: a'], ['b'], undefined],
  ['a new way beside it is', ['a: b c', 'b: a', 'c: a'], ['b'], 'a -> c -> a'],
  ['a cycle below that does not come back', ['a: b', 'b: c', 'c: b'], [], undefined],
  ['what is not there leads nowhere', ['a: x'], [], undefined],
])('a change closes a cycle: %s', (_, lines, before, cycle) => {
  const { skills, find } = graph(...lines)
  const found = closedCycle(before, skills[0]!, find)
  expect(found && cyclePath(found)).toBe(cycle)
})

test('dependents are those who name the skill, whole and exactly', () => {
  const names = ['log_in', 'log-in', 'log', 'log%', "o'log", 'login', 'mcp/log', 'LOG']
  const { skills } = graph(...names.map((name, i) => `needs-${i}: ${name}`), 'log: log')
  for (const [i, name] of names.entries()) expect(dependentsOf(name, skills), name).toEqual([`needs-${i}`])
  expect(dependentsOf('lo', skills)).toEqual([])
  expect(dependentsOf('b', graph('z: b', 'a: b', 'b').skills)).toEqual(['a', 'z'])
})

test.each<[title: string, lines: string[], cycles: string[]]>([
  ['none', ['a: b', 'b'], []],
  ['two apart', ['a: b', 'b: a', 'c: c', 'd: a'], ['a -> b -> a', 'c -> c']],
  ['two through one skill', ['a: b c', 'b: a', 'c: a'], ['a -> b -> a', 'a -> c -> a']],
])('cycles of a library: %s', (_, lines, cycles) => {
  expect(findCycles(graph(...lines).skills).map(cyclePath)).toEqual(cycles)
})

test.each<[title: string, lines: string[], found: string[]]>([
  ['none without somebody who needs both', ['a: b', 'b: !c', 'c'], []],
  ['told where it begins, not by all who inherit it', ['top: a', 'a: b c', 'b: d', 'c: !d', 'd'], ['a: c d']],
  ['by each with whom it begins', ['x: b c', 'y: c b', 'b: !c', 'c'], ['x: b c', 'y: b c']],
  ['with a skill’s own need', ['a: b', 'b: c', 'c: !a'], ['a: a c']],
  ['in a cycle, by one of it', ['b: a', 'a: b !b'], ['a: a b']],
])('conflicting loads: %s', (_, lines, found) => {
  const conflicting = conflictingLoads(graph(...lines).skills)
  expect(conflicting.map(({ name, conflict }) => `${name}: ${conflict.join(' ')}`)).toEqual(found)
})
