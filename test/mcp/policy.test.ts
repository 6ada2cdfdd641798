// What a skill may touch, through the tools: get_skill tells what is in force, request_policy asks for another, and only
// the user's yes, or a person's later, changes it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, type Asked, CLIENT_KINDS, connectClient, type McpClient } from '../support/mcp-clients.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const { folder: home, remove } = makeFolder()
const TARGET = { kind: 'stdio' as const, home, args: ['--toolsets', 'core,manage'] }
const POLICY = { tools: ['Bash'], domains: ['a.mail.dev'], credentials: [], sideEffects: [] }
const NONE = { tools: [], domains: [], credentials: [], sideEffects: [] }
let count = 0
const asked: Asked[] = []
let answer: Answered = { action: 'cancel' }
afterAll(remove)

function placed(): string {
  const name = `tea-${++count}`
  writeSkill(home, name, `# Tea ${count}\n\nThe tea of day ${count}.\n`, { policy: POLICY })
  return name
}
const onDisk = (name: string) => JSON.parse(readFileSync(join(home, `skills/${name}.json`), 'utf8')).policy

describe.each(CLIENT_KINDS)('%s', (kind) => {
  let client: McpClient
  beforeAll(async () => {
    client = await connectClient(kind, TARGET, 'pen-and-paper', async (question) => {
      asked.push(question)
      return answer
    })
  })
  afterAll(() => client.close())
  const request = (name: string, more: object) =>
    client.call('skill_write', { operation: 'request_policy', name, ...more })

  test('is told what is in force, and why nothing is', async () => {
    const { structuredContent, content } = await client.call('get_skill', { name: placed() })
    expect(structuredContent).toMatchObject({ policy: NONE, standing: { executable: false } })
    expect(content[0]?.text).toMatch(/^Warning: its policy is not in force: not approved as it stands\.$/m)
  })

  test('asks, and the user decides about the whole of it', async () => {
    const name = placed()
    answer = { action: 'accept', content: { decision: 'yes' } }
    const change = { add: { domains: ['API.Mail.io'], sideEffects: ['write:mail'] }, remove: { tools: ['Bash'] } }
    const done = await request(name, { ...change, reason: 'it moved' })
    expect(asked.at(-1)?.message).toContain(
      `- change the policy of "${name}": add domain api.mail.io, side effect write:mail; remove tool Bash (written by a person, released)`,
    )
    expect(done.structuredContent).toMatchObject({ operation: 'request_policy', name, changed: true, version: 2 })
    expect(onDisk(name)).toEqual({ ...NONE, domains: ['a.mail.dev', 'api.mail.io'], sideEffects: ['write:mail'] })
    answer = { action: 'decline' }
    expect(await request(name, { add: { tools: ['Bash'] } })).toMatchObject({ isError: true })
    answer = { action: 'cancel' }
    const open = await request(name, { add: { tools: ['Bash'] } })
    expect(open.structuredContent).toMatchObject({ changed: false, proposal: expect.stringMatching(/^[0-9a-f]{8}$/) })
    expect(onDisk(name).tools).toEqual([])
  })

  test('is refused what no policy may hold, before anybody is asked', async () => {
    const name = placed()
    const before = asked.length
    const rows: [more: object, said: RegExp][] = [
      [{ add: { domains: ['*'] } }, /every host or none/],
      [{ add: { domains: ['http://evil.io/'] } }, /a scheme/],
      [{ add: { tools: ['x\nYes'] } }, /expected the name of a tool/],
      [{ add: { tool: ['Bash'] } }, /unrecognized|unknown/i],
      [{ policy: POLICY }, /policy: never given by a caller/],
      [{}, /expected 1 to 20/],
      [{ remove: { tools: ['Write'] } }, /declares \(Bash\)/],
      [{ content: 'x', add: { tools: ['X'] } }, /got content/],
    ]
    for (const [more, said] of rows) {
      const { isError, content } = await request(name, more)
      expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(said)])
    }
    expect(asked.length).toBe(before)
    expect(onDisk(name)).toEqual(POLICY)
  })
})
