// The tools of the toolset packages against hostile input: no path, run or name makes one of them read or write anywhere
// but in a folder that was meant for it, and every refusal is a short sentence.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient, type McpClient, type ToolResult } from '../support/mcp-clients.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'
import { HOSTILE_STRINGS } from './hostile-strings.ts'

const { folder: parent, remove } = makeFolder()
const home = join(parent, 'home')
const workspace = join(parent, 'work')
let agent: McpClient

beforeAll(async () => {
  writeSkill(home, 'mail', '# Mail\n')
  agent = await connectClient('v2 auto', { kind: 'stdio', home, args: ['--toolsets', 'core,packages'] })
  await agent.call('get_skill', { name: 'mail' })
})
afterAll(async () => {
  await agent.close()
  remove()
})

const files = () =>
  readdirSync(parent, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith('home/'))
const said = (result: ToolResult) => result.content[0]?.text ?? ''

const ARGUMENTS: Record<string, (text: string) => [tool: string, args: Record<string, unknown>]> = {
  'checkout_skill.name': (name) => ['checkout_skill', { name, dir: workspace }],
  'checkout_skill.dir': (dir) => ['checkout_skill', { name: 'mail', dir }],
  'extract_skills.dir': (dir) => ['extract_skills', { dir }],
  'import_skill.path': (path) => ['import_skill', { path }],
  'import_skill.url': (url) => ['import_skill', { url }],
}

test.each(Object.keys(ARGUMENTS))('no hostile string as %s is taken', async (argument) => {
  const before = files()
  for (const text of HOSTILE_STRINGS) {
    const result = await agent.call(...ARGUMENTS[argument]!(text))
    expect(result.isError, `${JSON.stringify(text)}: ${said(result)}`).toBe(true)
    expect(said(result).length).toBeLessThan(2_000)
    expect(said(result)).not.toMatch(/^internal/)
  }
  expect(files()).toEqual(before)
})

test('exactly one source is imported', async () => {
  for (const args of [{}, { text: '# X\n', path: '/x' }, { text: '# X\n', path: '/x', url: 'https://x.example' }]) {
    expect(said(await agent.call('import_skill', args))).toMatch(/^bad-input: expected one of text, path and url/)
  }
})

test('a run has a name that can be shown', async () => {
  for (const run of ['../x', 'a b', '']) {
    expect(said(await agent.call('checkout_skill', { name: 'mail', dir: workspace, run }))).toMatch(/^bad-input: run/)
  }
})

test('what is hidden by its lifecycle is not copied', async () => {
  expect((await agent.call('checkout_skill', { name: 'nothing', dir: workspace })).isError).toBe(true)
  expect(files()).toEqual(['home'])
})
