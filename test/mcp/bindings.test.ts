// bind and unbind through skill_write: the user is asked about the whole of it, or a proposal waits; nothing holds before.
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeLayout } from '../../src/files/home-layout.ts'
import { type Answered, type Asked, CLIENT_KINDS, connectClient, type McpClient } from '../support/mcp-clients.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const { folder: home, remove } = makeFolder()
const TARGET = { kind: 'stdio' as const, home, args: ['--toolsets', 'core,manage'] }
const asked: Asked[] = []
let answer: Answered = { action: 'cancel' }
let count = 0
afterAll(remove)

const stored = (): { id: string; skill: string; createdBy: string }[] => {
  const { bindings } = homeLayout(home)
  return existsSync(bindings) ? JSON.parse(readFileSync(bindings, 'utf8')).bindings : []
}
function placed(): string {
  const name = `bound-${++count}`
  writeSkill(home, name, `# Bound ${count}\n\nThe text of ${count}.\n`)
  return name
}

describe.each(CLIENT_KINDS)('%s', (kind) => {
  let client: McpClient
  beforeAll(async () => {
    client = await connectClient(kind, TARGET, 'pen-and-paper', async (question) => {
      asked.push(question)
      return answer
    })
  })
  afterAll(() => client.close())
  const bind = (name: string, more: object = {}) =>
    client.call('skill_write', { operation: 'bind', name, event: 'tool.called', action: { kind: 'notify' }, ...more })

  test('the user sees the whole binding and decides; it is marked as the idea of an agent', async () => {
    const name = placed()
    answer = { action: 'accept', content: { decision: 'yes' } }
    const conditions = [{ field: 'tool', op: 'equals', value: 'Bash' }]
    const action = { kind: 'inject_context', text: 'Mind the freeze' }
    const done = await bind(name, { conditions, action, cooldownSeconds: 60 })
    expect(asked.at(-1)?.message).toContain(
      `bind "${name}" on tool.called where tool equals "Bash" to tell the model "Mind the freeze" at most every 60 s`,
    )
    expect(done.structuredContent).toMatchObject({ operation: 'bind', name, changed: true, version: 1 })
    const made = stored().find(({ skill }) => skill === name)
    expect(made).toMatchObject({ createdBy: 'agent', id: done.structuredContent?.binding })
    const gone = await client.call('skill_write', { operation: 'unbind', binding: made?.id })
    expect(gone.structuredContent).toMatchObject({ operation: 'unbind', name, binding: made?.id, changed: true })
    expect(stored().some(({ skill }) => skill === name)).toBe(false)
  })

  test('nobody answers: a proposal is written down, and nothing is bound', async () => {
    const name = placed()
    answer = { action: 'cancel' }
    const open = await bind(name)
    expect(open.structuredContent).toMatchObject({ changed: false, proposal: expect.any(String) })
    expect(stored().some(({ skill }) => skill === name)).toBe(false)
  })

  test.each([
    ['no action', { action: undefined }, /action/],
    ['an unknown event', { event: 'tool.caled' }, /tool\.called/],
    ['a text where none belongs', { action: { kind: 'invoke_skill', text: 'x' } }, /text/],
    ['no text of an event', { action: { kind: 'emit_event' } }, /custom/],
    ['what belongs to another operation', { content: 'x' }, /got content/],
    ['an unknown skill', { name: 'nobody' }, /no skill is named "nobody"/],
  ])('%s is refused with what was expected', async (_, more, says) => {
    const refused = await bind(placed(), more)
    expect(refused.isError).toBe(true)
    expect(refused.content[0]?.text).toMatch(says)
  })
})
