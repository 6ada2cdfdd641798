// Goal: the same yes by every way that a person has (HTTP, a script with the operator's token, a terminal), and none for
// agents: no tool, no operation and no argument of MCP approves, whatever header the client sends.
import { beforeAll, expect, test, vi } from 'vitest'
import { asPerson, WAYS } from '../cli/person-process.ts'
import { connectClient } from '../support/mcp-clients.ts'
import { type Json, type OneHome, openOneHome } from './one-home.ts'
import { expectSeenByAll } from './seen-by-all.ts'

// Each look starts two processes, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let of: OneHome
beforeAll(async () => {
  of = await openOneHome('--toolsets', 'core,manage')
  return of.close
})

const PENDING = { tier: 1, lifecycle: 'candidate', approval: 'pending_review', executable: false, draft: false }
const APPROVED = { tier: 2, lifecycle: 'verified', approval: 'approved', executable: true, draft: false }
const DISHES: Record<string, string> = { tea: 'Boil the water.', bread: 'Knead the dough.', soup: 'Chop the onions.' }
const textOf = (name: string) => `# ${name}\n\n1. ${DISHES[name]}\n`
const slowly = (text: string) => text.replace(/\.\n$/, ' slowly.\n')
const hashOf = async (name: string) =>
  String((await of.http('operator', `GET /api/approvals/detail?name=${name}`)).json.hash)
const save = (name: string) =>
  of.agents.stdio.call('save_skill', { name, summary: `Make ${name} at home`, content: textOf(name) })

type Way = [who: string, name: string, sayYes: (name: string) => Promise<unknown>]
const PIPED: Way[] = [
  [
    'over HTTP',
    'tea',
    async (name) => of.http('operator', 'POST /api/approvals/approve', { name, hash: await hashOf(name) }),
  ],
  ['by a script with the token', 'bread', async (name) => of.person('approve', name, '--hash', await hashOf(name))],
]
const AT_TERMINAL: Way[] = WAYS.includes('terminal')
  ? [
      [
        'at a terminal',
        'soup',
        (name) =>
          asPerson('terminal', ['approve', name], of.home, [
            { after: 'just as it is shown here? [y/N] ', keys: 'y\r' },
          ]),
      ],
    ]
  : []

test.each([...PIPED, ...AT_TERMINAL])('a person approves and accepts %s', async (_, name, sayYes) => {
  await save(name)
  await expectSeenByAll(of, name, { standing: PENDING, version: 1, content: textOf(name) })
  await sayYes(name)
  await expectSeenByAll(of, name, { standing: APPROVED, version: 1, content: textOf(name) })
  await of.agents.http.call('save_skill', { name, content: slowly(textOf(name)) })
  await expectSeenByAll(of, name, { standing: { ...APPROVED, draft: true }, version: 1, content: textOf(name) })
  await sayYes(name)
  await expectSeenByAll(of, name, { standing: APPROVED, version: 2, content: slowly(textOf(name)) })
})

const DECIDING = /approv|accept|declin|reject|review|restore|\bpin|unpin/i
const DECIDED = ['hash', 'approval', 'tier', 'lifecycle', 'origin', 'pinned', 'policy', 'actor', 'token', 'version']

test('no tool, no operation and no argument of MCP decides', async () => {
  const tools = await of.agents.stdio.tools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['save_skill', 'skill_write', 'delete_skill']))
  expect((await of.agents.http.tools()).map(({ name }) => name).sort()).toEqual(tools.map(({ name }) => name).sort())
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)
  for (const { name, inputSchema } of writing) {
    const { properties = {} } = inputSchema as { properties?: Record<string, { enum?: string[] }> }
    const words = [name, ...Object.keys(properties), ...(properties.operation?.enum ?? [])]
    expect(
      words.filter((word) => DECIDING.test(word) || DECIDED.includes(word)),
      name,
    ).toEqual([])
  }
})

const FORGED: [tool: string, args: Json][] = [
  ['save_skill', { approval: 'approved', actor: 'operator', tier: 4, lifecycle: 'released' }],
  ['edit_skill', { old_string: 'Pour', new_string: 'Pour', hash: 'HASH', actor: 'operator' }],
  ['skill_write', { operation: 'approve', hash: 'HASH' }],
  ['skill_write', { operation: 'promote', actor: 'operator', via: 'elicitation', confirmed: true }],
  ['approve', { hash: 'HASH' }],
  ['approve_skill', { hash: 'HASH' }],
]

test('an agent who claims to be the person stays the agent, with the token in its header too', async () => {
  const name = 'forged-juice'
  const content = '# Juice\n\n1. Pour it.\n'
  await of.agents.stdio.call('save_skill', { name, content })
  const target = { kind: 'http' as const, url: of.url, headers: { authorization: `Bearer ${of.token}` } }
  const withToken = await connectClient('v2 default', target, 'claude-code')
  const hash = await hashOf(name)
  for (const [tool, args] of FORGED) {
    const forged = { name, ...args, ...('hash' in args ? { hash } : {}) }
    for (const agent of [of.agents.stdio, of.agents.http, withToken]) {
      // Some are refused by the protocol, some by the tool, some do what they may; none approves.
      await agent.call(tool, forged).catch((error: Error) => error)
    }
  }
  await withToken.close()
  await expectSeenByAll(of, name, { standing: PENDING, version: 1, content })
  const decided = of.ledger().filter((line) => line.name === name && line.event !== 'skill-saved')
  expect(decided).toEqual([])
})
