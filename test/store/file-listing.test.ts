// Goal: one odd thing in skills/ harms only itself: it is reported with its place, and everything else is served.
// Method: rows of files placed by hand beside a good one.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saving, skillJson } from '../support/builders.ts'
import { put, skillPath, storeOn } from '../support/file-store.ts'
import { tempFolder, tempHome } from '../support/temp-home.ts'

type Row = {
  title: string
  /** Paths below skills/. */
  files: string[]
  served?: string[]
  /** `severity code file`. */
  reported: string[]
}

const ROWS: Row[] = [
  { title: 'good files', files: ['mail.json', 'mcp/email.json'], served: ['mail', 'mcp/email'], reported: [] },
  {
    title: 'two files that fold to one name',
    files: ['Plan.json', 'plan.json'],
    reported: ['error contested-name skills/Plan.json', 'error contested-name skills/plan.json'],
  },
  {
    title: 'two extensions',
    files: ['plan.JSON', 'plan.json'],
    reported: ['error contested-name skills/plan.JSON', 'error contested-name skills/plan.json'],
  },
  {
    title: 'two folders that fold to one',
    files: ['MCP/email.json', 'mcp/email.json', 'mcp/calendar.json'],
    served: ['mcp/calendar'],
    reported: ['error contested-name skills/MCP/email.json', 'error contested-name skills/mcp/email.json'],
  },
  {
    title: 'letters that only look alike',
    files: ['plan.json', '\uff50lan.json'],
    reported: ['error contested-name skills/plan.json', 'error contested-name skills/\uff50lan.json'],
  },
  { title: 'a name that is none', files: ['My Plan.json'], reported: ['error bad-path skills/My Plan.json'] },
  { title: 'an extension in upper case', files: ['plan.JSON'], reported: ['error bad-path skills/plan.JSON'] },
  { title: 'a folder name that is none', files: ['a.b/plan.json'], reported: ['error bad-path skills/a.b/plan.json'] },
  {
    title: 'a name that is a path prefix of another',
    files: ['mcp.json', 'mcp/email.json'],
    served: ['mcp', 'mcp/email'],
    reported: ['warning prefix-name skills/mcp.json'],
  },
  {
    title: 'files of a skill',
    files: ['mcp/email.json', 'mcp/email.files/x.json'],
    served: ['mcp/email'],
    reported: [],
  },
  { title: 'hidden files and folders', files: ['.mail.json.swp', '.git/x.json', '.x.json'], reported: [] },
  { title: 'other files', files: ['README.md', 'mcp/notes.txt'], reported: [] },
]

test.each(ROWS)('$title', async ({ files, served = [], reported }) => {
  const layout = tempHome()
  for (const file of files) put(join(layout.skills, file), '{}')
  put(skillPath(layout, 'good'), '{}')
  const { stamps, diagnostics } = await storeOn(layout).list()
  expect([...stamps.keys()].sort()).toEqual(['good', ...served].sort())
  expect(diagnostics.map((d) => `${d.severity} ${d.code} ${d.file}`).sort()).toEqual(reported)
  for (const d of diagnostics) expect([d.expected, d.received, d.fix]).not.toContain('')
})

test('a contested name tells of both files', async () => {
  const layout = tempHome()
  for (const file of ['Plan.json', 'plan.json']) put(join(layout.skills, file), '{}')
  const { diagnostics } = await storeOn(layout).list()
  expect(diagnostics[0]).toMatchObject({
    expected: 'one file for each name, whatever the case of its letters',
    received: expect.stringMatching(/^"skills\/(Plan|plan)\.json" and "skills\/(Plan|plan)\.json"$/),
    fix: 'Rename or remove all but one; until then neither is served.',
  })
})

test('links and pipes are reported, and nothing behind a link is read or written', async () => {
  const layout = tempHome()
  const outside = tempFolder()
  const text = skillJson('team/secret', 'Outside.')
  writeFileSync(join(outside, 'secret.json'), text)
  mkdirSync(layout.skills)
  symlinkSync(join(outside, 'secret.json'), skillPath(layout, 'linked'))
  symlinkSync(outside, join(layout.skills, 'team'))
  execFileSync('mkfifo', [skillPath(layout, 'pipe')])
  const store = storeOn(layout)
  const { stamps, diagnostics } = await store.list()
  expect(stamps.size).toBe(0)
  expect(diagnostics.map((d) => `${d.code} ${d.file}`).sort()).toEqual([
    'file-link skills/linked.json',
    'file-link skills/team',
    'file-not-a-file skills/pipe.json',
  ])
  for (const name of ['linked', 'team/secret', 'pipe']) {
    await expect(store.read(name)).rejects.toMatchObject({ code: 'damaged' })
    await expect(store.update(name, saving(name, text))).rejects.toMatchObject({ code: 'damaged' })
  }
  await expect(store.update('team/new', saving('team/new', text))).rejects.toMatchObject({ code: 'damaged' })
  const { skills, diagnostics: unreadable } = await store.readAll(['linked', 'team/secret', 'pipe'])
  expect([skills, unreadable.map((d) => `${d.code} ${d.file}`)]).toEqual([
    [],
    [
      'file-unreadable skills/linked.json',
      'file-unreadable skills/team/secret.json',
      'file-unreadable skills/pipe.json',
    ],
  ])
})

test('a file where a folder is wanted is said', async () => {
  const layout = tempHome()
  put(join(layout.skills, 'mcp'), 'a file')
  await expect(storeOn(layout).update('mcp/email', saving('mcp/email', 'x'))).rejects.toMatchObject({
    code: 'damaged',
    message: 'expected "mcp" to be a folder of the library, got a link or a file',
  })
})

test('bytes that are no UTF-8 are refused and stay as they are', async () => {
  const layout = tempHome()
  const latin1 = Buffer.from(skillJson('mail', 'Gr\u00fc\u00dfe'), 'latin1')
  put(skillPath(layout, 'mail'), latin1)
  const store = storeOn(layout)
  const refusal = {
    code: 'damaged',
    message: 'expected text in UTF-8, got other bytes',
    fix: 'Save the file in UTF-8.',
  }
  await expect(store.read('mail')).rejects.toMatchObject(refusal)
  await expect(store.update('mail', saving('mail', 'x'))).rejects.toMatchObject(refusal)
  expect((await store.readAll(['mail'])).diagnostics).toMatchObject([{ received: refusal.message, fix: refusal.fix }])
})
