// Goal: what the system refuses becomes a sentence that says what to do and tells no path; a bug of ours stays a bug.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { SkillError } from '../../src/domain/skill-error.ts'
import { guarded, isCode, storageError } from '../../src/files/storage-error.ts'

const refusal = (code: string) => Object.assign(new Error(`${code}: no, open '/home/anna/secret'`), { code })

test.each([
  ['ENOSPC', 'saving "a" failed: the disk is full (ENOSPC)', 'Free some space and try again.'],
  ['EROFS', 'saving "a" failed: the file system is read-only (EROFS)', 'Make the home folder writable and try again.'],
  [
    'EWHAT',
    'saving "a" failed: the operating system refused (EWHAT)',
    'See the server log for the cause, then try again.',
  ],
])('%s', (code, message, fix) => {
  const cause = refusal(code)
  expect(storageError('saving "a"', cause)).toMatchObject({ code: 'storage', message, fix, cause })
})

test.each([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EACCES',
  'EPERM',
  'EBUSY',
  'EMFILE',
  'ENFILE',
  'EIO',
  'ENOMEM',
  'EXDEV',
])('%s has a sentence of its own, without a path', (code) => {
  const { message, fix } = storageError('saving', refusal(code))
  expect(message).not.toContain('the operating system refused')
  expect(message + fix).not.toMatch(/\/\w|\\\w/)
})

test('a real refusal tells no path', async () => {
  const read = () => guarded('reading', () => readFile('/nowhere/at/all'))
  await expect(read()).rejects.toMatchObject({ code: 'storage', message: expect.not.stringContaining('/nowhere') })
})

test('an error of ours passes as it is, and so does a bug', async () => {
  const ours = new SkillError('busy', 'locked', 'Wait.')
  const bug = new TypeError('undefined is not a function')
  for (const error of [ours, bug]) await expect(guarded('x', () => Promise.reject(error))).rejects.toBe(error)
})

test('a code is asked for by name', () => {
  const error = (() => {
    try {
      return readFileSync('/nowhere')
    } catch (thrown) {
      return thrown
    }
  })()
  expect([isCode(error, 'EACCES', 'ENOENT'), isCode(error, 'EACCES'), isCode(undefined, 'ENOENT')]).toEqual([
    true,
    false,
    false,
  ])
})
