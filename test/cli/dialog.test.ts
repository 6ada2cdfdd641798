// Goal: a key answers the question that stands, and no other; whoever leaves has answered nothing, and the terminal is
// given back.
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openDialog } from '../../src/cli/dialog.ts'

/** A terminal that notes how it was switched. */
function terminal() {
  const input = new PassThrough()
  const modes: boolean[] = []
  const setRawMode = (isRaw: boolean) => modes.push(isRaw)
  const output = new PassThrough()
  const dialog = openDialog(Object.assign(input, { isTTY: true, setRawMode }), output)
  return { input, output, dialog, modes }
}

/** Each item arrives as one piece, as keys and pastes do; then the terminal hangs up. */
async function press(input: PassThrough, pieces: string[]) {
  for (const piece of pieces) {
    input.write(piece)
    await new Promise((resolve) => setImmediate(resolve))
  }
  input.end()
}

const KEYS: [what: string, pressed: string[], answer: string | undefined][] = [
  ['a key', ['a'], 'a'],
  ['a capital', ['R'], 'r'],
  ['a key that means nothing, then one that does', ['x', 's'], 's'],
  ['an arrow key', ['\u001b[A'], undefined],
  ['an arrow key, then a key', ['\u001b[A', 's'], 's'],
  ['a paste', ['aaa'], undefined],
  ['Enter', ['\r'], undefined],
  ['Ctrl+C', ['\u0003', 'a'], undefined],
  ['Ctrl+C in a paste', ['aa\u0003', 'a'], undefined],
  ['Ctrl+D', ['\u0004', 'a'], undefined],
  ['nothing', [], undefined],
  ['keys that mean nothing, for ever', Array(60).fill('y'), undefined],
]

test.each(KEYS)('at a terminal: %s', async (_, pressed, answer) => {
  const { input, dialog, modes } = terminal()
  const asked = dialog.key('Well? ', 'ars')
  await press(input, pressed)
  expect(await asked).toBe(answer)
  dialog.close()
  expect(modes).toEqual([true, false])
})

test('what is pressed before the question stands does not answer it; leaving does', async () => {
  const { input, dialog } = terminal()
  input.write('a')
  await new Promise((resolve) => setImmediate(resolve))
  const asked = dialog.key('Well? ', 'ar')
  input.write('r')
  expect(await asked).toBe('r')
  input.write('\u0003')
  await new Promise((resolve) => setImmediate(resolve))
  expect(await dialog.key('And now? ', 'ar')).toBeUndefined()
  dialog.close()
})

test('a line between keys is read as a line, and keys are keys again', async () => {
  const { input, dialog, modes } = terminal()
  const line = dialog.line('Why? ')
  input.write('too a\n')
  expect(await line).toBe('too a')
  const key = dialog.key('Well? ', 'a')
  input.write('a')
  expect(await key).toBe('a')
  dialog.close()
  expect(modes[0]).toBe(true)
  expect(modes.at(-1)).toBe(false)
})

test.each<[typed: string, answers: (string | undefined)[]]>([
  ['a\nthe note\nr\n', ['a', 'the note', 'r']],
  [' A \nnote\n\nhm\nrr\nr', ['a', 'note', 'r']],
  ['a\n', ['a', undefined, undefined]],
  ['', [undefined, undefined, undefined]],
  ['y\n'.repeat(100), [undefined, 'y', undefined]],
])('from a pipe: %j', async (typed, answers) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const dialog = openDialog(input, output)
  input.end(typed)
  expect([await dialog.key('1? ', 'ar'), await dialog.line('2? '), await dialog.key('3? ', 'ar')]).toEqual(answers)
  dialog.close()
  expect(String(output.read())).toContain('1? ')
})
