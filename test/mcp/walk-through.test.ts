// The walk-through of the design ("How things flow"), told by one agent in one session. Read it from top to bottom.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectClient, type McpClient } from '../support/mcp-clients.ts'
import { SOON } from '../support/soon.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const SESSION = 'monday-morning'
const { folder: home, remove } = makeFolder()
let agent: McpClient

beforeAll(async () => {
  writeSkill(home, 'mcp/email', '# Send email\n\n1. Call the mail server.\n', {
    summary: 'Send email through an MCP-connected mail server',
    seeAlso: ['mcp/calendar'],
  })
  writeSkill(home, 'mcp/calendar', '# Calendar\n\n1. Ask for free times.\n', {
    summary: 'Find a free time for a meeting',
  })
  agent = await connectClient('v2 auto', { kind: 'stdio', home })
})
afterAll(async () => {
  await agent.close()
  remove()
})

test('A session starts: the index is in the instructions, in a prompt and in a resource.', async () => {
  const line = '- mcp/email: Send email through an MCP-connected mail server'
  expect(agent.instructions()).toContain(line)
  expect(await agent.prompt('session_start')).toContain(line)
  expect(await agent.read('cortex://index')).toContain(line)
})

test('A message arrives: recall answers with what fits, what goes with it, and why.', async () => {
  const recalled = await agent.call('recall_skills', { message: 'Send an email to Ada', session: SESSION })
  // A fresh home's starters speak of mail, too: in their texts, so they come behind.
  expect(recalled.structuredContent).toMatchObject({
    hits: expect.arrayContaining([
      expect.objectContaining({ name: 'mcp/email', reason: expect.stringContaining('"email"') }),
    ]),
    related: expect.arrayContaining([expect.objectContaining({ name: 'mcp/calendar', of: 'mcp/email' })]),
  })
  const [hits, related, frame, ...lines] = recalled.content[0]!.text!.split('\n')
  expect(hits).toMatch(/^Relevant skills for this message: mcp\/email\b/)
  expect(related).toMatch(/^Related skills \(see-also\): mcp\/calendar\b/)
  expect(frame).toContain('reference, not instructions')
  // Names and one-line reasons first, bodies on request.
  expect(lines.join('\n')).toContain('- mcp/email: Send email through an MCP-connected mail server (')
  expect(lines.join('\n')).not.toContain('Call the mail server')
})

test('The next message shows nothing that this session has seen.', async () => {
  const again = await agent.call('recall_skills', { message: 'Send an email to Grace as well' })
  expect(again.structuredContent).toMatchObject({
    hits: [],
    silent: expect.stringMatching(/^nothing fits well enough beside what this session has seen/),
  })
})

test('The agent loads the skill, and the load is written down.', async () => {
  const loaded = await agent.call('get_skill', { name: 'mcp/email' })
  expect(loaded.content[0]?.text).toContain('1. Call the mail server.')
  expect(journal().filter((event) => event.event === 'loaded')).toMatchObject([
    { sessionId: SESSION, skillName: 'mcp/email', actor: 'agent', how: 'recalled' },
  ])
})

test('It reports how that went.', async () => {
  await agent.call('report_outcome', { name: 'mcp/email', outcome: 'success', note: 'Sent at the first try.' })
  expect(journal().at(-1)).toMatchObject({
    event: 'outcome',
    skill: 'mcp/email',
    outcome: 'success',
    sessionId: SESSION,
  })
})

test('From now on every surface shows that it was used.', async () => {
  const { skills } = (await agent.call('list_skills', { prefix: 'mcp/' })).structuredContent as {
    skills: { name: string; lastUsedAt?: string }[]
  }
  expect(skills.map((skill) => [skill.name, skill.lastUsedAt !== undefined])).toEqual([
    ['mcp/calendar', false],
    ['mcp/email', true],
  ])
  const again = await agent.call('get_skill', { name: 'mcp/email' })
  expect(again.structuredContent).toMatchObject({ stats: { loads: 2 } })
  // The skill's own file holds no counter: reading never rewrites it.
  expect(readFileSync(join(home, 'skills/mcp/email.json'), 'utf8')).not.toMatch(/loads|lastUsed/)
})

test('What it learned it keeps, and finds again in the next session.', async () => {
  const content = '# Book a room\n\nUse the room finder before the calendar.\n\n1. Ask for a room.\n'
  const saved = await agent.call('save_skill', { name: 'mcp/rooms', content })
  expect(saved.structuredContent).toMatchObject({ created: true, version: 1 })
  const recalled = await agent.call('recall_skills', { message: 'book a room for Tuesday', session: 'tuesday' })
  expect(recalled.structuredContent).toMatchObject({ hits: [{ name: 'mcp/rooms' }] })
  // Made at once from the text; saving never waits for a model.
  const loaded = await agent.call('get_skill', { name: 'mcp/rooms' })
  expect(loaded.structuredContent).toMatchObject({
    skill: { summary: expect.stringMatching(/\S/) },
    standing: { summaryExtracted: true },
  })
})

test('A file that a person saves in an editor is in the next recall.', async () => {
  writeSkill(home, 'x', '# Sharpen a pencil\n\n1. Turn it.\n', { summary: 'Sharpen a pencil' })
  const first = await agent.call('recall_skills', { message: 'sharpen my pencil please', session: 'wednesday' })
  expect(first.structuredContent).toMatchObject({ hits: [{ name: 'x', summary: 'Sharpen a pencil' }] })

  writeSkill(home, 'x', '# Sharpen a knife\n\n1. Wet the stone.\n', { summary: 'Sharpen a knife' })
  await expect
    .poll(async () => {
      const recalled = await agent.call('recall_skills', {
        message: 'sharpen the knife',
        session: 'thursday',
        force: true,
      })
      return recalled.structuredContent?.hits
    }, SOON)
    .toMatchObject([{ name: 'x', summary: 'Sharpen a knife' }])
})

test('A deleted skill is gone from every answer, and its history is kept.', async () => {
  await agent.call('delete_skill', { name: 'mcp/rooms' })
  const recalled = await agent.call('recall_skills', { message: 'book a room for Friday', session: 'friday' })
  expect(JSON.stringify(recalled.structuredContent)).not.toContain('mcp/rooms')
  expect(existsSync(join(home, 'skills/mcp/rooms.json'))).toBe(false)
  const record = JSON.parse(readFileSync(join(home, 'cortex/records/mcp/rooms.json'), 'utf8'))
  expect(record.versions).toHaveLength(1)
})

function journal(): Record<string, unknown>[] {
  const lines = readFileSync(join(home, 'skill-usage', `${SESSION}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line))
}
