// Goal: what is written for a shell is what the shell reads, and what we read back.
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandLine, type Shell, wordsOf } from '../../src/domain/shell-words.ts'

const ROWS: [shell: Shell, words: string[], line: string][] = [
  ['sh', ['/usr/bin/node', '/a/main.js'], '/usr/bin/node /a/main.js'],
  ['sh', ['/opt/my node/node', "it's", ''], "'/opt/my node/node' 'it'\\''s' ''"],
  ['sh', ['node', '$HOME', '`x`', 'a\nb'], "node '$HOME' '`x`' 'a\nb'"],
  ['windows', ['C:\\n\\node.exe', 'C:\\a b\\main.js'], 'C:\\n\\node.exe "C:\\a b\\main.js"'],
  ['windows', ['C:\\Program Files\\nodejs\\node.exe', 'x'], 'node x'],
  ['windows', ['node', 'C:\\a$b`c (1)', ''], 'node "C:\\a`$b``c (1)" ""'],
  ['windows', ['node', 'C:\\Jörg\\main.js'], 'node "C:\\Jörg\\main.js"'],
]

test.each(ROWS)('for %s: %j', (shell, words, line) => {
  expect(commandLine(words, shell)).toBe(line)
  expect(wordsOf(line, shell).slice(1)).toEqual(words.slice(1))
})

const word = fc.string({ unit: fc.constantFrom(...'ab/ .-_$`\'"\\&|;<>()*?[]{}!#~=%\t\né'), maxLength: 12 })

test.each<Shell>(['sh', 'windows'])('any words come back, for %s', (shell) => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      expect(wordsOf(commandLine(['node', ...words], shell), shell)).toEqual(['node', ...words])
    }),
  )
})

test('a real sh reads the words that were written', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const line = commandLine([process.execPath, '-p', 'JSON.stringify(process.argv.slice(1))', '--', ...words], 'sh')
      expect(JSON.parse(execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' }))).toEqual(words)
    }),
    { numRuns: 8 },
  )
})
