// Goal: at a command line, too, a skill goes out into a workspace and comes back for review.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { expectRow, homeWith, json, skillCortex } from './run-program.ts'

const TEA = { name: 'tea', content: '# Tea\n\n1. Boil the water.\n' }

test('out, changed, back as a draft; the same again is nothing', async () => {
  const home = homeWith([TEA])
  const dir = join(realpathSync(tempFolder()), 'run')
  await expectRow(
    {
      args: ['checkout', 'tea', dir, '--run', 'r-1'],
      out: /^Copied tea \(version 1, 2 files\) for run r-1\. It is not executable: not approved as it stands\.\n$/,
    },
    home,
  )
  const text = join(dir, 'SKILL.md')
  writeFileSync(text, readFileSync(text, 'utf8').replace('Boil', 'Heat'))
  const done = await json(['extract', dir], home)
  expect(done).toMatchObject({
    runId: 'r-1',
    skills: [{ name: 'tea', outcome: 'updated', version: 2, draft: true }],
    refused: [],
  })
  await expectRow({ args: ['extract', dir], out: /^tea: unchanged, version 2, a draft\n1 skill extracted\.\n$/ }, home)
})

test('of three processes that extract one workspace at once, one writes', async () => {
  const home = homeWith([TEA])
  const dir = join(realpathSync(tempFolder()), 'run')
  await json(['checkout', 'tea', dir], home)
  const text = join(dir, 'SKILL.md')
  writeFileSync(text, readFileSync(text, 'utf8').replace('Boil', 'Heat'))
  mkdirSync(join(dir, 'scripts'))
  writeFileSync(join(dir, 'scripts/heat.sh'), 'echo hot\n')
  const all = await Promise.all([1, 2, 3].map(() => skillCortex(['extract', dir, '--json', '--home', home])))
  const outcomes = all.map(({ out }) => JSON.parse(out).skills[0]?.outcome ?? 'refused')
  expect(outcomes.filter((outcome) => outcome === 'updated')).toHaveLength(1)
  const record = JSON.parse(readFileSync(join(home, 'cortex/records/tea.json'), 'utf8'))
  expect(record).toMatchObject({ draft: { version: 2, files: [{ path: 'scripts/heat.sh' }] }, formerDrafts: [] })
  expect(record.extractedFrom).toMatchObject({ version: 2, changedFiles: ['SKILL.md', 'scripts/heat.sh'] })
})

test('a relative folder is one of the current folder, and what is refused is exit code 1', async () => {
  const home = homeWith([TEA])
  const cwd = realpathSync(tempFolder())
  mkdirSync(join(cwd, 'tea'))
  writeFileSync(join(cwd, 'tea/SKILL.md'), '---\nname: tea\ndescription: Tea\n---\n\n# Mine\n')
  const { exit, out } = await skillCortex(['extract', 'tea', '--home', home], { cwd })
  expect([exit, out]).toEqual([
    1,
    expect.stringMatching(
      /name-taken.*"tea", which exists and was not checked out.*\n0 skills extracted, 1 refused\.\n$/s,
    ),
  ])
  await expectRow(
    {
      args: ['checkout', 'tea', join(home, 'skills/x')],
      exit: 1,
      err: /^refused: dir: expected a folder outside the library/,
    },
    home,
  )
})

test('the settings name folders, and nothing but folders', async () => {
  const home = homeWith([])
  writeFileSync(join(home, 'config.json'), JSON.stringify({ workspaceRoots: ['work'] }))
  await expectRow(
    {
      args: ['config'],
      exit: 2,
      err: /setting "workspaceRoots" \(config\.json\): expected a list of absolute paths, got \["work"\]/,
    },
    home,
  )
  writeFileSync(join(home, 'config.json'), JSON.stringify({ workspaceRoots: ['/work'], importRoots: [] }))
  const env = { SKILL_CORTEX_IMPORT_ROOTS: '/a:/b,c' }
  const { out } = await skillCortex(['config', '--json', '--home', home], { env })
  const settings = JSON.parse(out) as { settings: { key: string; value: unknown; origin: string }[] }
  expect(settings.settings.filter(({ key }) => key.endsWith('Roots'))).toEqual([
    { key: 'workspaceRoots', value: ['/work'], origin: 'config.json' },
    { key: 'importRoots', value: ['/a', '/b,c'], origin: 'environment' },
  ])
})
