// Goal: whatever a run does to its files, the three lists say exactly that, and together lead from the one state to the other.
import { assert, constantFrom, dictionary, property } from 'fast-check'
import { expect, test } from 'vitest'
import type { ManifestFile } from '../../src/domain/manifest.ts'
import { fileChanges, isExtracted, isLitter, isPackageTop, isUnchanged } from '../../src/domain/workspace-files.ts'

const paths = constantFrom('SKILL.md', 'policy.json', 'scripts/a.sh', 'scripts/b.sh', 'assets/c', 'references/d/e.md')
const states = dictionary(paths, constantFrom('1', '2', '1x', '2x'), { noNullPrototype: true })
const listOf = (state: Record<string, string>): ManifestFile[] =>
  Object.entries(state).map(([path, what]) => ({
    ...{ path, size: 1, sha256: what[0]!.repeat(64) },
    ...(what.endsWith('x') ? { isExecutable: true } : {}),
  }))

test('changed, added and deleted partition what differs', () => {
  assert(
    property(states, states, (before, after) => {
      const changes = fileChanges(listOf(before), listOf(after))
      const all = [...new Set([...Object.keys(before), ...Object.keys(after)])]
      const expected = (is: (path: string) => boolean) => all.filter(is).sort()
      expect(changes).toEqual({
        changed: expected((path) => path in before && path in after && before[path] !== after[path]),
        added: expected((path) => !(path in before)),
        deleted: expected((path) => !(path in after)),
      })
      expect(isUnchanged(changes)).toBe(JSON.stringify(sorted(before)) === JSON.stringify(sorted(after)))
    }),
  )
})

function sorted(state: Record<string, string>): [string, string][] {
  return Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1))
}

test('what is taken is a closed list', () => {
  const top = (name: string, kind: string) => isPackageTop({ name, kind })
  expect(['SKILL.md', 'policy.json'].map((name) => top(name, 'file'))).toEqual([true, true])
  expect(['scripts', 'references', 'assets'].map((name) => top(name, 'folder'))).toEqual([true, true, true])
  expect(['scripts', 'SKILL.md', 'README.md'].map((name) => [top(name, 'link'), top(name, 'special')])).toEqual([
    ...[true, true, false].map((is) => [is, is]),
  ])
  for (const name of ['README.md', '.git', 'node_modules', 'skill.md', 'Scripts']) {
    expect([top(name, 'file'), top(name, 'folder')], name).toEqual([false, false])
  }
  expect(['scripts/x', 'scriptsx', 'README.md', 'assets', 'assets/x/y', 'assets/x.log'].map(isExtracted)).toEqual([
    ...[true, false, false, false, true, false],
  ])
  expect(['.env', 'a.log', 'node_modules', 'x.sh', 'log'].map(isLitter)).toEqual([true, true, true, false, false])
})
