// The package as npm makes it: exactly what runs, and installed elsewhere without any network it is a working program.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, tempFolder } from '../support/temp-home.ts'
import { connectTo, DEFAULT_TOOLS, ROOT, run, toolNames } from './packed.ts'

const { folder, remove } = makeFolder()
const npm = (args: string[]) => run({ command: 'npm', args })
const packageJson = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
let packed: { filename: string; files: { path: string }[] }

beforeAll(async () => {
  // Without scripts: a build now would change what other tests are running.
  packed = JSON.parse(await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder]))[0]
  const tarball = join(folder, packed.filename)
  await npm(['install', '--prefix', folder, '--offline', '--no-audit', '--no-fund', tarball])
}, 60_000)
afterAll(remove)

const installed = (path: string) => join(folder, 'node_modules', path)

test('it holds what runs, and what a person wants to know before', () => {
  const entries = packed.files.map(({ path }) =>
    path
      .replace(/^dist\/chunks\/[\w-]+\.js$/, 'dist/chunks/*')
      .replace(/^dist\/dashboard\/assets\/[\w-]+\.(?:js|css|svg)$/, 'dist/dashboard/assets/*'),
  )
  expect([...new Set(entries)].sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/THIRD-PARTY-LICENSES.txt',
    'dist/chunks/*',
    'dist/dashboard/assets/*',
    'dist/dashboard/index.html',
    'dist/hook-line.js',
    'dist/main.js',
    'package.json',
  ])
})

test('every file of it loads where no other package is', async () => {
  const chunks = readdirSync(installed('skill-cortex/dist/chunks')).map((name) => `chunks/${name}`)
  expect(chunks.length).toBeGreaterThan(3)
  const urls = [...chunks, 'hook-line.js'].map((path) => pathToFileURL(installed(`skill-cortex/dist/${path}`)).href)
  const script = `for (const url of ${JSON.stringify(urls)}) await import(url)`
  expect(await run({ command: process.execPath, args: ['--input-type=module', '-e', script] })).toBe('')
})

test('its command runs', async () => {
  const command = installed('.bin/skill-cortex')
  expect(await run({ command, args: ['--version'] })).toBe(`${packageJson.version}\n`)
  expect(await run({ command, args: ['setup', 'cursor', '--print'] })).toContain(installed('skill-cortex/dist/main.js'))
})

test('its server answers', async () => {
  const home = join(tempFolder(), 'home')
  const client = await connectTo(
    { command: process.execPath, args: [installed('skill-cortex/dist/main.js'), 'stdio', '--home', home] },
    {},
  )
  expect(client.getServerVersion()).toMatchObject({ name: 'skill-cortex', version: packageJson.version })
  expect(await toolNames(client)).toEqual(DEFAULT_TOOLS)
  const answer = await client.callTool({ name: 'recall_skills', arguments: { message: 'save this as a skill' } })
  expect(JSON.stringify(answer.structuredContent)).toContain('skills-and-rules')
})

test('the other search engine, a package of the old module kind, works in it', async () => {
  const home = tempFolder()
  const args = ['recall', 'save this as a skill', '--home', home]
  const env = { SKILL_CORTEX_RECALL_ENGINE: 'wink' }
  const program = installed('skill-cortex/dist/main.js')
  const client = await connectTo({ command: process.execPath, args: [program, 'stdio', '--home', home] }, env)
  await client.close()
  expect(await run({ command: process.execPath, args: [program, ...args] }, { env })).toContain('skills-and-rules')
})
