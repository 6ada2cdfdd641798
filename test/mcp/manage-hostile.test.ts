// skill_write against hostile input: every refusal is a short sentence, and nothing is changed or matched by accident.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient, type McpClient, type ToolResult } from '../support/mcp-clients.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const { folder: home, remove } = makeFolder()
let agent: McpClient

beforeAll(async () => {
  agent = await connectClient('v1', { kind: 'stdio', home, args: ['--toolsets', 'core,manage'] })
})
afterAll(async () => {
  await agent.close()
  remove()
})

const write = (operation: string, args: Record<string, unknown> = {}) =>
  agent.call('skill_write', { operation, ...args })
const textOf = (result: ToolResult) => result.content[0]?.text ?? ''
const isThere = (name: string) => existsSync(join(home, 'skills', `${name}.json`))

function expectRefusal(result: ToolResult, pattern: RegExp): void {
  expect(result.isError).toBe(true)
  expect(textOf(result)).toMatch(pattern)
}

const MIB = 'x'.repeat(1024 * 1024)
const HUGE: [what: string, args: Record<string, unknown>, said: RegExp][] = [
  [
    '10,000 names',
    { operation: 'bulk_delete', names: Array.from({ length: 10_000 }, (_, i) => `n${i}`) },
    /^bad-input: names: .*100/,
  ],
  ['a reason of 1 MiB', { operation: 'delete', name: 'mcp-tool-guide', reason: MIB }, /^bad-input: reason: .*2000/],
  ['a name of 1 MiB', { operation: 'delete', name: MIB }, /^bad-input: name: .*1000/],
  ['a text over 1 MiB', { operation: 'create', name: 'huge', content: `${MIB}x` }, /^bad-input: content: .*1048576/],
  [
    'an unknown field of 1 MiB',
    { operation: 'dependents', name: 'mcp-tool-guide', [MIB]: 1 },
    /^bad-input: .*unknown: x{57}\.\.\./,
  ],
  [
    '300 steps',
    {
      operation: 'create',
      name: 'huge',
      content: '# X\n',
      steps: Array.from({ length: 300 }, () => ({ action: 'a' })),
    },
    /^bad-input: steps: .*200/,
  ],
]
test.each(HUGE)('%s is refused in a short sentence', async (_what, args, said) => {
  const result = await agent.call('skill_write', args)
  expectRefusal(result, said)
  expect(textOf(result).length).toBeLessThan(2_000)
  expect(isThere('huge')).toBe(false)
})

test.each(['mail_box', 'mail%box', "mail'box", 'mail"box', 'mail box', 'Mail', 'a--b', '', '__proto__'])(
  'the name %j is refused by every operation and matches nothing',
  async (name) => {
    writeSkill(home, 'mailxbox', '# Not this one\n')
    for (const operation of [
      'create',
      'update',
      'delete',
      'merge',
      'promote',
      'deprecate',
      'dependents',
      'dependencies',
    ]) {
      const more = operation === 'create' || operation === 'update' ? { content: '# X\n' } : {}
      expectRefusal(
        await write(operation, { name, ...more, ...(operation === 'merge' && { source: 'mailxbox' }) }),
        /^bad-name: /,
      )
    }
    expect(isThere('mailxbox')).toBe(true)
  },
)
