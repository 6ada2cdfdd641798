// Goal: what a person keeps in recall-cases.jsonl is never lost: not by two who add at once, not by a line that is no case,
// and not by a file that is not ours to write.
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseLine, readCaseFile, withoutCase } from '../../src/domain/recall-case-file.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { openCaseBook } from '../../src/recall/case-book.ts'
import { seeded } from '../support/seed.ts'
import { tempFolder } from '../support/temp-home.ts'

function bookIn(folder: string) {
  const path = join(folder, 'recall-cases.jsonl')
  return { path, book: openCaseBook({ path, lock: join(folder, 'cases.lock') }) }
}

test('of many who add at once each case is there once', async () => {
  const folder = tempFolder()
  const { path, book } = bookIn(folder)
  const { book: other } = bookIn(folder)
  const messages = ['one', 'two', 'three', 'one', 'two']
  const done = await Promise.all(messages.flatMap((message) => [book.add(message, 'tea'), other.add(message, 'tea')]))
  expect(done.filter(({ added }) => added)).toHaveLength(3)
  const { cases, faults } = readCaseFile(readFileSync(path, 'utf8'))
  expect([cases.map(({ words }) => words).sort(), faults]).toEqual([['one', 'three', 'two'], []])
})

test('a last line without its end stays a line of its own', async () => {
  const { path, book } = bookIn(tempFolder())
  writeFileSync(path, '{"message": "half')
  await book.add('whole', undefined)
  expect(readFileSync(path, 'utf8')).toBe('{"message": "half\n{"message":"whole","silent":true}\n')
})

test('what is behind a link is not ours to write', async () => {
  const folder = tempFolder()
  const { path, book } = bookIn(folder)
  const outside = join(folder, 'outside.jsonl')
  writeFileSync(outside, '')
  symlinkSync(outside, path)
  await expect(book.add('one', 'tea')).rejects.toThrow(SkillError)
  expect(readFileSync(outside, 'utf8')).toBe('')
})

test('nothing is made by taking out what is not there', async () => {
  const { path, book } = bookIn(tempFolder())
  await expect(book.remove('file-000000000000')).rejects.toMatchObject({ code: 'not-found' })
  expect(existsSync(path)).toBe(false)
})

const lines = fc.array(
  fc.oneof(
    fc
      .record({ message: fc.constantFrom('a', 'b', 'c'), skill: fc.constantFrom('tea', undefined) })
      .map((each) => JSON.stringify(caseLine(each.message, each.skill))),
    fc.constantFrom('', 'no case', '{"message": 1}', '  {"message": "a",  "skill": "tea"}  '),
  ),
)

test('without a case the file holds every other line as it was', () => {
  fc.assert(
    fc.property(lines, fc.constantFrom('\n', '\r\n'), fc.boolean(), (all, end, isEnded) => {
      const text = all.join(end) + (isEnded ? end : '')
      const { cases } = readCaseFile(text)
      for (const { id } of cases) {
        const rest = withoutCase(text, id)
        expect(readCaseFile(rest).cases.map((each) => each.id)).toEqual(
          cases.map((each) => each.id).filter((each) => each !== id),
        )
        expect(text.split(end)).toEqual(expect.arrayContaining(rest.split(end).filter((line) => line !== '')))
      }
      expect(withoutCase(text, 'file-none')).toBe(text)
    }),
    seeded(300),
  )
})
