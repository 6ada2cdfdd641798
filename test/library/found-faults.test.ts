// Goal: a fault is told once, when it appears, and again only after it was mended.
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { skillJson } from '../support/builders.ts'
import { put, skillPath } from '../support/file-store.ts'
import { openLibrary } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'

test('a damaged file is told once, and once more when it is damaged again', async () => {
  const layout = tempHome()
  put(skillPath(layout, 'mail'), skillJson('mail', 'Whole.'))
  const { shelf, faults } = await openLibrary(layout)
  put(skillPath(layout, 'mail'), '{ "name": ')
  await shelf.lookAround()
  await shelf.lookAround()
  expect(faults).toEqual(['skills/mail.json json-syntax'])
  put(skillPath(layout, 'mail'), skillJson('mail', 'Mended.'))
  await shelf.lookAround()
  put(skillPath(layout, 'mail'), '{ "name": ')
  await shelf.lookAround()
  expect(faults).toEqual(['skills/mail.json json-syntax', 'skills/mail.json json-syntax'])
})

test('a file whose path is no name is told, and not again while it stays', async () => {
  const layout = tempHome()
  const { shelf, faults } = await openLibrary(layout)
  put(`${layout.skills}/Not A Name.json`, '{}')
  await shelf.lookAround()
  await shelf.lookAround()
  expect(faults).toEqual(['skills/Not A Name.json bad-path'])
  rmSync(`${layout.skills}/Not A Name.json`)
  await shelf.lookAround()
  expect(shelf.diagnostics()).toEqual([])
})
