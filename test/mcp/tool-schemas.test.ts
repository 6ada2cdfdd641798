// The tools as a reviewed contract: what a client is told of each one stands in a snapshot file, so that a changed word or
// parameter is a red test with a diff. Accept a change on purpose with `npx vitest run test/mcp/tool-schemas.test.ts -u`.
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectClient, type ListedTool, type McpClient } from '../support/mcp-clients.ts'
import { makeFolder } from '../support/temp-home.ts'

// In the order in which clients list them; typed out, so that a renamed or moved tool turns this red.
const TOOLS = [
  'recall_skills',
  'get_skill',
  'list_skills',
  'save_skill',
  'edit_skill',
  'delete_skill',
  'report_outcome',
  'begin_cycle',
  'submit_cycle',
  'load_skill',
  'skill_read',
  'skill_write',
  'import_skill',
  'checkout_skill',
  'extract_skills',
  'keep_skill',
  'find_skill',
  'plan_skill',
  'install_skill',
  'record_interaction',
  'assess_peer',
  'query_peer',
  'list_peers',
  'consult',
]
const ALWAYS_LOADED = ['recall_skills', 'get_skill']
const READ_ONLY = [
  'recall_skills',
  'get_skill',
  'list_skills',
  'load_skill',
  'skill_read',
  'find_skill',
  'plan_skill',
  'query_peer',
  'list_peers',
]
/** Everything that can be switched on. */
const TOOLSETS = ['--toolsets', 'core,work,manage,packages,routing,reflection']
/** They ask other hosts, where the setting allowNetwork lets them. */
const OPEN_WORLD = ['import_skill', 'find_skill', 'install_skill', 'consult']
const DESCRIPTION_CHARS_MAX = 2_000

const { folder: home, remove } = makeFolder()
const { folder: workspace, remove: removeWorkspace } = makeFolder()
let client: McpClient
let tools: ListedTool[]

beforeAll(async () => {
  client = await connectClient('v2 auto', { kind: 'stdio', home, args: TOOLSETS })
  tools = await client.tools()
})
afterAll(async () => {
  await client.close()
  remove()
  removeWorkspace()
})

const toolNamed = (name: string) => tools.find((tool) => tool.name === name)!

test('the tools are listed in one order, always', async () => {
  expect(tools.map((tool) => tool.name)).toEqual(TOOLS)
  expect(JSON.stringify(await client.tools())).toBe(JSON.stringify(tools))
})

describe.each(TOOLS)('%s', (name) => {
  test('says what its snapshot says', async () => {
    await expect(`${JSON.stringify(toolNamed(name), null, 2)}\n`).toMatchFileSnapshot(`__toolsnaps__/${name}.json`)
  })

  test('has a name, title and description that clients show whole', () => {
    const { title, description } = toolNamed(name)
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(title).toMatch(/\S/)
    expect(description!.length).toBeGreaterThan(0)
    expect(description!.length).toBeLessThanOrEqual(DESCRIPTION_CHARS_MAX)
  })

  test('says whether it only reads', () => {
    expect(toolNamed(name).annotations?.readOnlyHint).toBe(READ_ONLY.includes(name))
    expect(toolNamed(name).annotations?.openWorldHint).toBe(OPEN_WORLD.includes(name))
  })

  test('is always in sight only where the first turn needs it', () => {
    const meta = ALWAYS_LOADED.includes(name) ? { 'anthropic/alwaysLoad': true } : undefined
    expect(toolNamed(name)._meta).toEqual(meta)
  })
})

// Each call with arguments that fill as much of the answer as can be filled.
const CALLS: [tool: string, args: Record<string, unknown>][] = [
  ['save_skill', { name: 'mail/send', content: '# Send mail\n\nSend it.\n', seeAlso: ['mail/read'], tags: ['mail'] }],
  ['save_skill', { name: 'mail/read', content: '# Read mail\n\nRead it.\n', summary: 'Read the mail' }],
  ['recall_skills', { message: 'please send the mail', why: true, bodies: 2 }],
  ['recall_skills', { message: 'hm' }],
  ['get_skill', { name: 'mail/send' }],
  ['list_skills', { limit: 1 }],
  ['list_skills', { query: 'nothing is called like this' }],
  ['edit_skill', { name: 'mail/send', old_string: 'Send it.', new_string: 'Send it at once.' }],
  ['report_outcome', { name: 'mail/send', outcome: 'success', feedback: 'praise', note: 'Quick.' }],
  ['delete_skill', { name: 'mail/read' }],
  ['delete_skill', { name: 'mcp-tool-guide', reason: 'A starter: for a person to decide.' }],
  ['begin_cycle', {}],
  ['load_skill', { name: 'mail/send' }],
  ['skill_read', {}],
  ['skill_read', { name: 'mail/send' }],
  ['skill_read', { limit: 1, origin: 'machine' }],
  ['skill_write', { operation: 'create', name: 'tea/brew', content: '# Brew tea\n', dependsOn: ['mail/send'] }],
  ['skill_write', { operation: 'update', name: 'tea/brew', steps: [{ action: 'boil', tool: 'kettle' }] }],
  ['skill_write', { operation: 'dependents', name: 'mail/send' }],
  ['skill_write', { operation: 'dependencies', name: 'tea/brew' }],
  ['skill_write', { operation: 'promote', name: 'tea/brew' }],
  ['skill_write', { operation: 'deprecate', name: 'tea/brew', supersededBy: 'mail/send' }],
  ['skill_write', { operation: 'bulk_delete', names: ['tea/brew', 'mcp-tool-guide', 'not/there', '../etc'] }],
  ['skill_write', { operation: 'request_policy', name: 'mail/send', add: { domains: ['api.example.org'] } }],
  ['skill_write', { operation: 'delete', name: 'mail/send' }],
  ['import_skill', { text: '---\nname: soup\ndescription: Soup\n---\n\n```sh\ncurl https://soup.example.net\n```\n' }],
  ['import_skill', { text: 'No skill.' }],
  ['keep_skill', { name: 'soup' }],
  ['checkout_skill', { name: 'soup', dir: `${workspace}/soup` }],
  ['extract_skills', { dir: `${workspace}/soup` }],
  ['extract_skills', { dir: workspace }],
  ['find_skill', { task: 'send the mail', keywords: ['send', 'mail'] }],
  ['find_skill', { task: 'hm' }],
  ['plan_skill', { name: 'mcp-tool-guide' }],
]

test('every structured answer fits the output schema that was listed', async () => {
  const validator = new AjvJsonSchemaValidator()
  for (const [name, args] of CALLS) {
    const result = await client.call(name, args)
    expect(result.isError, `${name}: ${result.content[0]?.text}`).toBeFalsy()
    const checked = validator.getValidator(toolNamed(name).outputSchema!)(result.structuredContent)
    expect(checked, name).toMatchObject({ valid: true })
    expect(result.content).toEqual([{ type: 'text', text: expect.stringMatching(/\S/) }])
  }
})
