// What a person reads of files that differ: text by lines, all else by size and hash, and never nothing.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { changedFiles } from '../../src/domain/file-diff.ts'
import type { ManifestFile } from '../../src/domain/manifest.ts'
import { skillDiff, skillDiffText } from '../../src/domain/skill-diff.ts'
import { skillOf } from '../support/builders.ts'
import { manifestOf, PIXEL } from '../support/files-beside.ts'

const LABELS = { before: 'live', after: 'draft' }
const OLD = { 'scripts/run.sh': 'echo one\n', 'logo.png': PIXEL, 'gone.md': 'bye\n', 'same.md': 'same\n' }
const NEW = { 'scripts/run.sh': 'echo two\n', 'logo.png': Buffer.from([0, 1]), 'new.md': 'hi\n', 'same.md': 'same\n' }
const TEXTS = new Map(
  [OLD, NEW].flatMap((set) =>
    Object.values(set).flatMap((text): [string, string][] =>
      typeof text === 'string' ? [[sha256Of(text), text]] : [],
    ),
  ),
)
const compared = {
  before: skillOf({ files: manifestOf(OLD) }),
  after: skillOf({ files: manifestOf(NEW) }),
  texts: TEXTS,
}

test('added, removed and changed files are told with their text, others with size and hash', () => {
  const sha = (bytes: Uint8Array) => sha256Of(bytes)
  expect(skillDiffText(compared, LABELS)).toBe(
    [
      `File "gone.md" is removed: 4 bytes, sha256 ${sha256Of('bye\n')}.`,
      '--- gone.md (live)\n+++ gone.md (draft)\n@@ -1 +0,0 @@\n-bye',
      `File "logo.png" is changed: ${PIXEL.length} bytes, sha256 ${sha(PIXEL)} before, 2 bytes, sha256 ${sha(Buffer.from([0, 1]))} after. Its content is not shown.`,
      `File "new.md" is added: 3 bytes, sha256 ${sha256Of('hi\n')}.`,
      '--- new.md (live)\n+++ new.md (draft)\n@@ -0,0 +1 @@\n+hi',
      `File "scripts/run.sh" is changed: 9 bytes, executable, sha256 ${sha256Of('echo one\n')} before, 9 bytes, executable, sha256 ${sha256Of('echo two\n')} after.`,
      '--- scripts/run.sh (live)\n+++ scripts/run.sh (draft)\n@@ -1 +1 @@\n-echo one\n+echo two',
    ].join('\n'),
  )
  expect(skillDiff(compared).map((each) => [each.file, each.hunks.length])).toEqual([
    ['gone.md', 1],
    ['logo.png', 0],
    ['new.md', 1],
    ['scripts/run.sh', 1],
  ])
})

test('a changed executable bit alone is a change', () => {
  const [plain] = manifestOf({ 'run.sh': 'x' }).map(({ isExecutable: _x, ...file }) => file)
  const texts = new Map([[sha256Of('x'), 'x']])
  const said = skillDiffText(
    { before: skillOf({ files: [plain!] }), after: skillOf({ files: manifestOf({ 'run.sh': 'x' }) }), texts },
    LABELS,
  )
  expect(said).toBe(
    `File "run.sh" is changed: 1 byte, sha256 ${sha256Of('x')} before, 1 byte, executable, sha256 ${sha256Of('x')} after.`,
  )
})

const file: fc.Arbitrary<ManifestFile> = fc.record({
  path: fc.constantFrom('a', 'b', 'c/d', 'c/e'),
  size: fc.nat(3),
  sha256: fc.constantFrom('1'.repeat(64), '2'.repeat(64)),
  isExecutable: fc.boolean(),
})
const files = fc.uniqueArray(file, { selector: ({ path }) => path })

test('nothing is told exactly where both sides are the same bytes with the same bits', () => {
  fc.assert(
    fc.property(files, files, (before, after) => {
      const key = ({ path, sha256, isExecutable }: ManifestFile) => `${path} ${sha256} ${isExecutable === true}`
      const [was, is] = [new Set(before.map(key)), new Set(after.map(key))]
      const differ = [...before.filter((each) => !is.has(key(each))), ...after.filter((each) => !was.has(key(each)))]
      const paths = [...new Set(differ.map(({ path }) => path))].sort()
      expect(changedFiles(before, after).map(({ path }) => path)).toEqual(paths)
      expect(changedFiles(before, before)).toEqual([])
    }),
  )
})
