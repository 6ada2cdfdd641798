// What a diff reads is bounded, whatever a skill holds; what it leaves out is told by size and hash all the same.
import { expect, test } from 'vitest'
import { skillDiffText } from '../../src/domain/skill-diff.ts'
import { comparable } from '../../src/library/diff-texts.ts'
import { skillOf } from '../support/builders.ts'
import { manifestOf } from '../support/files-beside.ts'

const KIB = 1024

test('long files and a heap of files are not read without end', async () => {
  const heap = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}.md`, `${i}\n`.repeat(100 * KIB)]))
  const contents: Record<string, string> = { 'long.md': 'x'.repeat(256 * KIB + 1), ...heap }
  const read: string[] = []
  const file = async (_name: string, { path }: { path: string }) => {
    read.push(path)
    return Buffer.from(contents[path]!)
  }
  const after = skillOf({ files: manifestOf(contents) })
  const compared = await comparable({ file }, 'mail', { before: undefined, after })
  const bytes = read.reduce((sum, path) => sum + contents[path]!.length, 0)
  expect(read).not.toContain('long.md')
  expect(bytes).toBeGreaterThan(KIB * KIB)
  expect(bytes).toBeLessThanOrEqual(2 * KIB * KIB)
  const said = skillDiffText(compared, { before: 'nothing', after: 'live' }, 1_000)
  for (const path of Object.keys(contents)) expect(said).toContain(`File "${path}" is added: `)
  expect(said).toMatch(/File "long\.md" is added: .* Its content is not shown\./)
  expect(said.length).toBeLessThan(50_000)
})

test('what is the same on both sides is not read at all', async () => {
  const same = skillOf({ files: manifestOf({ 'a.md': 'a', 'b.bin': 'b' }) })
  const file = async () => {
    throw new Error('it was read')
  }
  expect((await comparable({ file }, 'mail', { before: same, after: same })).texts.size).toBe(0)
})
