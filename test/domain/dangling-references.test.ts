import { expect, test } from 'vitest'
import { danglingReferences } from '../../src/domain/dangling-references.ts'

const skill = (name: string, refs: { seeAlso?: string[]; dependsOn?: string[]; parent?: string } = {}) => ({
  name,
  seeAlso: refs.seeAlso ?? [],
  dependsOn: refs.dependsOn ?? [],
  parent: refs.parent ?? null,
})

test('what is not there is told with the field that names it, in order', () => {
  const skills = [skill('a', { seeAlso: ['b', 'x'], dependsOn: ['y', 'b'], parent: 'z' }), skill('b', { parent: 'a' })]
  expect(danglingReferences(skills)).toEqual([
    { from: 'a', field: 'dependsOn', to: 'y' },
    { from: 'a', field: 'seeAlso', to: 'x' },
    { from: 'a', field: 'parent', to: 'z' },
  ])
  expect(danglingReferences([])).toEqual([])
})
