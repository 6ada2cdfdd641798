// Goal: a person edits directives without losing anybody's text: not one that changed meanwhile, not one that cannot be read.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DIRECTIVE_BYTES_MAX } from '../../src/cycles/directive.ts'
import { openDirectives } from '../../src/cycles/directive-files.ts'
import { tempFolder } from '../support/temp-home.ts'

const PASS = { name: 'consolidate' as const, directive: { file: 'skill-dream.md', builtIn: 'Merge.' } }

function opened() {
  const folder = join(tempFolder(), 'directives')
  const path = join(folder, 'skill-dream.md')
  return { folder, path, directives: openDirectives(folder, [PASS]) }
}

test('a text takes the place of the built-in one, and a reset gives it back to whoever wants it', async () => {
  const { path, directives } = opened()
  const [first] = await directives.list()
  expect(first).toMatchObject({ pass: 'consolidate', builtIn: 'Merge.', own: null, fault: null })
  const written = await directives.write('consolidate', 'Merge gently.\n', first!.digest)
  expect(written).toMatchObject({ own: 'Merge gently.\n' })
  expect(readFileSync(path, 'utf8')).toBe('Merge gently.\n')
  const { removed, directive } = await directives.reset('consolidate', written.digest)
  expect([removed, directive]).toEqual(['Merge gently.\n', first])
  expect(existsSync(path)).toBe(false)
  expect(await directives.reset('consolidate', undefined)).toEqual({ removed: null, directive: first })
})

test('a change that was made from another text is refused, and leaves what stands', async () => {
  const { path, directives } = opened()
  const [read] = await directives.list()
  await directives.write('consolidate', 'Theirs.', read!.digest)
  await expect(directives.write('consolidate', 'Mine.', read!.digest)).rejects.toMatchObject({ code: 'conflict' })
  await expect(directives.reset('consolidate', read!.digest)).rejects.toMatchObject({ code: 'conflict' })
  expect(readFileSync(path, 'utf8')).toBe('Theirs.')
})

test.each<[what: string, text: string, code: string]>([
  ['a blank text', ' \n', 'bad-input'],
  ['one beyond the limit', 'ä'.repeat(DIRECTIVE_BYTES_MAX / 2 + 1), 'too-large'],
])('%s is refused', async (_what, text, code) => {
  const { path, directives } = opened()
  await expect(directives.write('consolidate', text, undefined)).rejects.toMatchObject({ code })
  expect(existsSync(path)).toBe(false)
})

test('what cannot be read is told with its fault and never overwritten', async () => {
  const { folder, path, directives } = opened()
  mkdirSync(folder)
  writeFileSync(path, new Uint8Array([0xff, 0xfe]))
  expect(await directives.list()).toMatchObject([{ own: null, fault: expect.stringContaining('UTF-8') }])
  await expect(directives.write('consolidate', 'Mine.', undefined)).rejects.toMatchObject({ code: 'damaged' })
  await expect(directives.reset('consolidate', undefined)).rejects.toMatchObject({ code: 'damaged' })
  expect([...readFileSync(path)]).toEqual([0xff, 0xfe])
})

test('a pass that is not served here has none', async () => {
  await expect(async () => opened().directives.write('gap', 'Text.', undefined)).rejects.toMatchObject({
    code: 'not-found',
  })
})
