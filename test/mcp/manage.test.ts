// The toolset `manage`: seed 001's three tools, off unless it is asked for. What they may do is what the other tools may
// do; their fields are checked one operation at a time, and what a caller may never say is refused aloud.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { CLIENT_KINDS, connectClient, type McpClient, type ToolResult } from '../support/mcp-clients.ts'
import { makeFolder } from '../support/temp-home.ts'
import { useApp } from '../support/use-app.ts'
import { writeSkill } from '../support/written-skills.ts'

const { folder: home, remove } = makeFolder()
const MANAGE = { kind: 'stdio' as const, home, args: ['--toolsets', 'core,manage'] }
let agent: McpClient
let count = 0

beforeAll(async () => {
  agent = await connectClient('v2 pin 2026-07-28', MANAGE)
})
afterAll(async () => {
  await agent.close()
  remove()
})

const write = (operation: string, args: Record<string, unknown> = {}) =>
  agent.call('skill_write', { operation, ...args })
const read = (args: Record<string, unknown> = {}) => agent.call('skill_read', args)
const textOf = (result: ToolResult) => result.content[0]?.text ?? ''
const onDisk = (name: string) => JSON.parse(readFileSync(join(home, 'skills', `${name}.json`), 'utf8'))
const isThere = (name: string) => existsSync(join(home, 'skills', `${name}.json`))

function handPlaced(more: Record<string, unknown> = {}): string {
  const name = `hand/skill-${++count}`
  writeSkill(
    home,
    name,
    `# Skill ${count}\n\nHow a person does thing number ${count}.\n\n1. Turn knob ${count}.\n`,
    more,
  )
  return name
}
async function agents(more: Record<string, unknown> = {}): Promise<string> {
  const name = `agent/skill-${++count}`
  const created = await write('create', {
    name,
    content: `# Skill ${count}\n\nThing ${count} of an agent.\n`,
    force: true,
    ...more,
  })
  expect(created.isError, textOf(created)).toBeFalsy()
  return name
}
function expectRefusal(result: ToolResult, pattern: RegExp): void {
  expect(result.isError).toBe(true)
  expect(textOf(result)).toMatch(pattern)
}

test('is off unless it is asked for', async () => {
  const plain = await connectClient('v1', { kind: 'stdio', home })
  onTestFinished(() => plain.close())
  const names = (await plain.tools()).map((tool) => tool.name)
  expect(names).toContain('get_skill')
  for (const name of ['load_skill', 'skill_read', 'skill_write']) expect(names).not.toContain(name)
})

describe.each(CLIENT_KINDS)('a client (%s)', (kind) => {
  test('goes through the life of a skill', async () => {
    const client = await connectClient(kind, MANAGE)
    onTestFinished(() => client.close())
    const name = `life/of-${kind.replaceAll(/[^a-z0-9]/g, '')}`
    const content = `# Life of ${kind}\n\nA day in the life of ${kind}.\n`
    const created = await client.call('skill_write', { operation: 'create', name, content, force: true })
    expect(created.structuredContent).toMatchObject({
      operation: 'create',
      name,
      version: 1,
      created: true,
      draft: false,
    })
    const looked = await client.call('skill_read', { name })
    expect(textOf(looked)).toMatch(new RegExp(`^★☆☆☆ \\[candidate\\] ${name}: `))
    expect(looked.structuredContent).toMatchObject({
      skills: [{ stars: '★☆☆☆', tier: 1, origin: 'machine' }],
      total: 1,
    })
    const loaded = await client.call('load_skill', { name })
    expect(loaded.structuredContent).toMatchObject({ skill: { name, content }, stats: { loads: 1 } })
    const updated = await client.call('skill_write', {
      operation: 'update',
      name,
      summary: 'Another day',
      expectedVersion: 1,
    })
    expect(updated.structuredContent).toMatchObject({ version: 2, created: false, changed: true })
    const promoted = await client.call('skill_write', { operation: 'promote', name })
    expect(promoted.structuredContent).toMatchObject({ changed: false, proposal: expect.any(String) })
    const deleted = await client.call('skill_write', { operation: 'delete', name, reason: 'over' })
    expect(deleted.structuredContent).toMatchObject({ changed: true, lifecycle: 'archived' })
    expect(isThere(name)).toBe(false)
  })
})

test('load_skill is get_skill', async () => {
  const tools = new Map((await agent.tools()).map((tool) => [tool.name, tool]))
  const [load, get] = [tools.get('load_skill')!, tools.get('get_skill')!]
  expect(load.inputSchema).toEqual(get.inputSchema)
  expect(load.outputSchema).toEqual(get.outputSchema)
})

describe('skill_read', () => {
  test('shows stars and lifecycle of every kind of skill', async () => {
    const [hand, own, approved] = [handPlaced(), await agents(), await agents()]
    const { app } = await useApp(home)
    const { hash } = await app.review.look(approved)
    await app.review.approve(approved, hash, { actor: 'operator', via: 'cli', author: null })
    const text = textOf(await read({ limit: 500 }))
    expect(text).toContain(`- ★★★☆ [released] ${hand}: `)
    expect(text).toContain(`- ★☆☆☆ [candidate] ${own}: `)
    expect(text).toContain(`- ★★☆☆ [verified] ${approved}: `)
    expect(text).toMatch(/- ★★★★ \[released\] mcp-tool-guide: /)
  })

  test('filters, and gives every skill once in pages', async () => {
    const whole = (await read({ limit: 500, origin: 'machine' })).structuredContent as Page
    expect(whole.skills.every((skill) => skill.origin === 'machine')).toBe(true)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const args = { limit: 2, origin: 'machine', ...(cursor === undefined ? {} : { cursor }) }
      const page = (await read(args)).structuredContent as Page
      paged.push(...page.skills.map((skill) => skill.name))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(paged).toEqual(whole.skills.map((skill) => skill.name))
    expect(paged.length).toBe(whole.total)
    expectRefusal(await read({ cursor: 'nonsense' }), /^bad-input: cursor: .*nextCursor/)
  })

  test('shows what is put away, but not its text, and counts no load', async () => {
    const [name, other] = [handPlaced({ steps: [{ action: 'Turn knob' }] }), handPlaced()]
    const { app } = await useApp(home)
    const why = { reason: 'too old', supersededBy: other }
    await app.review.step(name, 'deprecate', { actor: 'operator', via: 'cli', author: null }, why)
    const looked = await read({ name })
    expect(textOf(looked)).toContain(`★★★☆ [deprecated] ${name}`)
    expect(textOf(looked)).toMatch(new RegExp(`superseded by "${other}": too old`))
    expect(JSON.stringify(looked)).not.toContain('Turn knob')
    expect(((await read({ lifecycle: 'deprecated' })).structuredContent as Page).skills).toMatchObject([{ name }])
    await read({ name: other })
    expect((await agent.call('get_skill', { name: other })).structuredContent).toMatchObject({ stats: { loads: 1 } })
  })

  test('names those who need it', async () => {
    const needed = await agents()
    const needing = await agents({ dependsOn: [needed] })
    expect((await read({ name: needed })).structuredContent).toMatchObject({ dependents: [needing] })
    expect((await write('dependents', { name: needed })).structuredContent).toMatchObject({ names: [needing] })
    expect((await write('dependencies', { name: needing })).structuredContent).toMatchObject({
      names: [needed],
      warnings: [],
    })
    expectRefusal(await write('delete', { name: needed }), /^conflict: .*still needed.*agent\/skill/)
  })
})

type Page = { skills: { name: string; origin: string }[]; total: number; nextCursor?: string }

describe('skill_write', () => {
  test('create refuses a name that is there, however it is asked', async () => {
    const name = handPlaced()
    const before = onDisk(name)
    for (const force of [undefined, false, true]) {
      const again = await write('create', { name, content: '# Mine now\n', ...(force === undefined ? {} : { force }) })
      expectRefusal(again, /^conflict: skill ".*" was expected to be new, but is there at version 1\. .*update/)
    }
    expect(onDisk(name)).toEqual(before)
  })

  test('update refuses a name that is not there, and an update of nothing', async () => {
    expectRefusal(await write('update', { name: 'not/there', content: '# X\n' }), /^not-found: /)
    expectRefusal(await write('update', { name: await agents() }), /^bad-input: .*got the name alone/)
    expect(isThere('not/there')).toBe(false)
  })

  test('update keeps what is not given, steps too', async () => {
    const given = {
      summary: 'Said by its author',
      ...{
        tags: ['one'],
        triggers: ['when asked'],
        seeAlso: ['mcp-tool-guide'],
        conflictsWith: ['other'],
        parent: 'mcp-tool-guide',
      },
      steps: [{ action: 'boil', description: 'Boil it.', tool: 'kettle' }, { action: 'pour' }],
    }
    const name = await agents(given)
    await write('update', { name, content: '# Quite new\n\nQuite another text.\n' })
    expect(onDisk(name)).toMatchObject({ ...given, content: '# Quite new\n\nQuite another text.\n' })
    await write('update', { name, steps: [{ action: 'drink' }], parent: null })
    expect(onDisk(name)).toMatchObject({ ...given, steps: [{ action: 'drink' }], parent: null })
  })

  test('update of what a person wrote becomes a draft, and goes on from it', async () => {
    const name = handPlaced()
    const before = onDisk(name)
    const updated = await write('update', { name, content: '# Better\n' })
    expect(updated.structuredContent).toMatchObject({ name, draft: true, created: false, changed: true })
    expect(onDisk(name)).toEqual(before)
    await write('update', { name, tags: ['further'] })
    expect((await agent.call('get_skill', { name, version: 'draft' })).structuredContent).toMatchObject({
      skill: { content: '# Better\n', tags: ['further'] },
    })
  })

  const FORGED = ['tier', 'trust_tier', 'lifecycle', 'approval', 'origin', 'pinned', 'policy', 'actor', 'author']
  test.each(FORGED)('%s cannot be given', async (field) => {
    const name = await agents()
    const before = onDisk(name)
    for (const operation of ['create', 'update']) {
      const target = operation === 'create' ? `${name}-new` : name
      const forged = await write(operation, { name: target, content: '# Forged\n', [field]: 'approved' })
      expectRefusal(forged, new RegExp(`^bad-input: .*${field}: never given by a caller`))
    }
    expect(onDisk(name)).toEqual(before)
    expect(isThere(`${name}-new`)).toBe(false)
  })

  const WRONG: [operation: string, args: Record<string, unknown>, said: RegExp][] = [
    ['create', { content: '# X\n' }, /^bad-input: operation "create": expected name/],
    ['create', { name: 'no/content' }, /^bad-input: content: expected the procedure as text/],
    ['create', { name: 'x', content: '# X\n', trigger: ['x'] }, /^bad-input: .*unknown: trigger; expected some of/],
    [
      'create',
      { name: 'x', content: '# X\n', expectedVersion: 1 },
      /^bad-input: operation "create": expected .*; got expectedVersion/,
    ],
    ['update', { name: 'x', reason: 'why' }, /got reason/],
    ['delete', {}, /^bad-input: operation "delete": expected name/],
    ['delete', { name: 'x', content: '# X\n' }, /got content/],
    ['bulk_delete', {}, /^bad-input: operation "bulk_delete": expected names/],
    ['bulk_delete', { names: [] }, /^bad-input: names: /],
    ['bulk_delete', { name: 'x' }, /got name/],
    ['merge', { name: 'x' }, /^bad-input: operation "merge": expected source/],
    ['promote', { name: 'not/there' }, /^not-found: /],
    ['deprecate', { name: 'mcp-tool-guide', supersededBy: 'not/there' }, /^not-found: .*not\/there/],
    ['deprecate', { name: 'mcp-tool-guide', supersededBy: 'mcp-tool-guide' }, /^bad-input: supersededBy: /],
    ['dependents', { name: 'not/there' }, /^not-found: /],
    ['dependencies', { name: '../../etc/passwd' }, /^bad-name: /],
    ['approve', { name: 'mcp-tool-guide' }, /^bad-input: operation: /],
  ]
  test.each(WRONG)('%s %j is refused and says why', async (operation, args, said) => {
    expectRefusal(await write(operation, args), said)
  })

  test('what is a person’s to decide becomes a proposal, the same one when it is asked again', async () => {
    const name = handPlaced()
    const source = handPlaced()
    for (const operation of ['delete', 'deprecate', 'merge']) {
      const more = operation === 'merge' ? { source } : {}
      const first = await write(operation, { name, ...more, reason: 'I think so' })
      const again = await write(operation, { name, ...more, reason: 'I still think so' })
      expect(first.structuredContent).toMatchObject({ operation, name, changed: false, proposal: expect.any(String) })
      expect(again.structuredContent?.proposal).toBe(first.structuredContent?.proposal)
    }
    expect(onDisk(name)).toMatchObject({ name })
    const { app } = await useApp(home)
    const open = (await app.requests.open()).filter((proposal) => proposal.request.name === name)
    expect(open).toMatchObject([
      { actor: 'agent', via: 'skill_write', request: { kind: 'archive', reason: 'I still think so' } },
      { actor: 'agent', via: 'skill_write', request: { kind: 'deprecate' } },
      { actor: 'agent', via: 'skill_write', request: { kind: 'merge', source } },
    ])
    expect(onDisk(source)).toMatchObject({ name: source })
  })

  test('bulk_delete answers for every name, once, in their order', async () => {
    const [own, hand] = [await agents(), handPlaced()]
    const names = [own, hand, 'not/there', own, '%_', "o'hara", 'a"b']
    const { results } = (await write('bulk_delete', { names })).structuredContent as { results: object[] }
    expect(results).toMatchObject([
      { name: own, result: 'done', version: 1 },
      { name: hand, result: 'proposed', proposal: expect.any(String) },
      { name: 'not/there', result: 'failed', code: 'not-found' },
      { name: '%_', result: 'failed', code: 'bad-name' },
      { name: "o'hara", result: 'failed', code: 'bad-name' },
      { name: 'a"b', result: 'failed', code: 'bad-name' },
    ])
    expect([isThere(own), isThere(hand)]).toEqual([false, true])
  })
})
