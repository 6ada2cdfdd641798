// Goal: only a clear yes is one, and whoever leaves instead of answering has said no.
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askYesNo } from '../../src/cli/ask.ts'

const ROWS: [typed: string, answer: boolean][] = [
  ['y\n', true],
  ['Yes\r\n', true],
  [' YES \n', true],
  ['\n', false],
  ['n\n', false],
  ['yess\n', false],
  ['no, yes\n', false],
  ['', false],
]

test.each(ROWS)('%j', async (typed, answer) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const asked = askYesNo('Write this?', input, output)
  input.end(typed)
  expect(await asked).toBe(answer)
  expect(String(output.read())).toContain('Write this? [y/N] ')
})
