// A home's own directive takes the place of the text that is built in, as it stands at that moment.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DIRECTIVE_BYTES_MAX, readDirective } from '../../src/cycles/directive.ts'
import { CLIENT, openCycleHome } from '../support/cycle-home.ts'
import { scriptedPass } from '../support/scripted-pass.ts'
import { tempFolder, tempHome } from '../support/temp-home.ts'

const PASS = { directive: { file: 'skill-dream.md', builtIn: 'Merge.' } }

function folderWith(bytes: string | Uint8Array): string {
  const folder = tempFolder()
  writeFileSync(join(folder, 'skill-dream.md'), bytes)
  return folder
}

test('the built-in text holds where the home has none, and where its file is blank', async () => {
  expect(await readDirective(join(tempFolder(), 'not-there'), PASS)).toBe('Merge.')
  expect(await readDirective(folderWith(' \n'), PASS)).toBe('Merge.')
})

test("the home's file replaces it wholly, and an edit counts at once", async () => {
  const folder = folderWith('Merge nothing.\n')
  expect(await readDirective(folder, PASS)).toBe('Merge nothing.\n')
  writeFileSync(join(folder, 'skill-dream.md'), 'Merge gently.\n')
  expect(await readDirective(folder, PASS)).toBe('Merge gently.\n')
})

test.each<[what: string, folder: () => string, code: string]>([
  ['a text beyond the limit', () => folderWith('x'.repeat(DIRECTIVE_BYTES_MAX + 1)), 'too-large'],
  ['what is no text', () => folderWith(new Uint8Array([0xff, 0xfe])), 'damaged'],
  ['a link', () => linked(), 'damaged'],
  ['a folder', () => madeFolder(), 'damaged'],
])('%s is refused by its name, not passed over', async (_what, folder, code) => {
  await expect(readDirective(folder(), PASS)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/^directives\/skill-dream\.md: /),
  })
})

test('a pass whose directive cannot be read is left out with the reason, and begins nothing', async () => {
  const layout = tempHome()
  const { engine, library, close } = await openCycleHome(layout, {
    passes: (shelf) => [scriptedPass(shelf)],
    directive: () => readDirective(folderWith(new Uint8Array([0xff])), PASS),
  })
  onTestFinished(close)
  await library.save('mail', { content: 'Send it.' }, CLIENT)
  const begun = await engine.begin(undefined, { kind: 'order', author: null })
  expect(begun.order).toBeUndefined()
  expect(begun.skipped[0]!.reason).toContain('directives/skill-dream.md: expected text in UTF-8')
  expect(await engine.cycles()).toEqual([])
})

function linked(): string {
  const folder = tempFolder()
  symlinkSync(join(folderWith('Elsewhere.'), 'skill-dream.md'), join(folder, 'skill-dream.md'))
  return folder
}

function madeFolder(): string {
  const folder = tempFolder()
  mkdirSync(join(folder, 'skill-dream.md'))
  return folder
}
