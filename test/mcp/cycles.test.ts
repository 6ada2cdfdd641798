// Work orders through real clients of both eras: taken, handed in, refused, and seen in cortex://health. Nothing else ever
// mentions passes.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type HttpApi, openHttpApi } from '../support/http-api.ts'
import { CLIENT_KINDS, connectClient, type McpClient } from '../support/mcp-clients.ts'
import { scriptedPass } from '../support/scripted-pass.ts'
import { makeFolder } from '../support/temp-home.ts'

const SKILLS = Array.from({ length: 4 }, (_, at) => `mail/part-${at}`)
const { folder: home, remove } = makeFolder()
let api: HttpApi
let turn = 0

beforeAll(async () => {
  const shows = (name: string) => SKILLS.includes(name)
  api = await openHttpApi(home, {}, { passes: ({ shelf }) => [scriptedPass(shelf, { shows })] })
  for (const name of SKILLS) await api.save(name)
})
afterAll(async () => {
  await api.close()
  remove()
})
// So that something has changed since the last cycle.
beforeEach(async () => {
  turn++
  await api.save(SKILLS[3]!, { content: `Changed for turn ${turn}.\n` })
})

const savesOf = (names: readonly string[]) => ({
  saves: names.map((name) => ({ name, content: `Send ${name}, turn ${turn}.\n` })),
  archives: [],
})

async function connected(kind: (typeof CLIENT_KINDS)[number]): Promise<McpClient> {
  const client = await connectClient(kind, { kind: 'http', url: api.url })
  onTestFinished(() => client.close())
  return client
}

describe.each(CLIENT_KINDS)('a %s client', (kind) => {
  test('takes a work order and hands it in, once with an object and once more with the same', async () => {
    const client = await connected(kind)
    const begun = await client.call('begin_cycle')
    const order = begun.structuredContent!
    expect(order).toMatchObject({ kind: 'consolidate', instructions: 'Do the pass consolidate.', skipped: [], due: [] })
    expect(order.schema).toMatchObject({ required: ['saves', 'archives'] })
    for (const part of [order.cycleId, 'Do the pass consolidate.', '## mail/part-0', '"saves"']) {
      expect(begun.content[0]!.text).toContain(part)
    }
    const handedIn = { cycleId: order.cycleId, output: savesOf(SKILLS.slice(0, 2)) }
    const submitted = await client.call('submit_cycle', handedIn)
    expect(submitted.structuredContent).toMatchObject({
      applied: SKILLS.slice(0, 2).map((name) => ({ kind: 'save', name, draft: false })),
      refused: [],
      due: [],
    })
    expect((await client.call('submit_cycle', handedIn)).structuredContent!.applied).toEqual(
      submitted.structuredContent!.applied,
    )
  })

  test('is told what cannot be read, and may send it once more as text', async () => {
    const client = await connected(kind)
    const { cycleId } = (await client.call('begin_cycle', { kind: 'consolidate' })).structuredContent!
    const unread = await client.call('submit_cycle', { cycleId, output: { saves: 'all of them' } })
    expect(unread).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^bad-input: saves/) }] })
    const output = `Here it is:\n\`\`\`json\n${JSON.stringify(savesOf([SKILLS[2]!]))}\n\`\`\``
    expect((await client.call('submit_cycle', { cycleId, output })).structuredContent).toMatchObject({
      applied: [{ name: SKILLS[2] }],
    })
  })

  test('finds out that there is nothing to do, and why', async () => {
    const client = await connected(kind)
    const { cycleId } = (await client.call('begin_cycle')).structuredContent!
    const reason = expect.stringMatching(/^skill-cortex-test is at it until /)
    const none = await client.call('begin_cycle')
    expect(none.structuredContent).toEqual({ skipped: [{ kind: 'consolidate', reason }], due: [] })
    expect(none.content[0]!.text).toMatch(/^There is nothing to do\./)
    expect(await client.call('begin_cycle', { kind: 'consolidate' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^busy: /) }],
    })
    await client.call('submit_cycle', { cycleId, output: savesOf([]) })
  })

  test('reads how the home does, as JSON and as text', async () => {
    const client = await connected(kind)
    expect(await client.resources()).toContain('cortex://health')
    const text = await client.read('cortex://health')
    const health = JSON.parse(text.slice(0, text.lastIndexOf('}') + 1))
    expect(health).toMatchObject({
      waiting: { reviews: expect.any(Number), proposals: 0 },
      faults: 0,
      provider: { state: 'none' },
      schedule: null,
    })
    expect(text).toMatch(/Model provider: none; an attached agent does the work of passes\.$/)
  })

  test('gets the prompt that says how, with the kinds completed', async () => {
    const client = await connected(kind)
    expect(await client.prompts()).toContain('dream')
    expect(await client.prompt('dream')).toMatch(/Call begin_cycle\..*submit_cycle/s)
    expect(await client.prompt('dream', { kind: 'gap' })).toContain('begin_cycle with kind "gap"')
    expect(await client.complete('dream', 'kind', 'con')).toEqual(['consolidate', 'consult'])
  })

  test('is never told of passes by recall and get_skill', async () => {
    const client = await connected(kind)
    const answers = [
      await client.call('recall_skills', { message: 'send mail part 0', force: true }),
      await client.call('get_skill', { name: SKILLS[0] }),
      await client.call('list_skills'),
    ]
    expect(JSON.stringify(answers)).not.toMatch(/_cycle|consolidate|"due"/)
  })
})

test('a long hand-in tells how far it has come, where the client asked for it', async () => {
  const client = new Client({ name: 'progress', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`)))
  onTestFinished(() => client.close())
  const begun = await client.callTool({ name: 'begin_cycle', arguments: {} })
  const { cycleId } = begun.structuredContent as { cycleId: string }
  const heard: unknown[] = []
  const call = { name: 'submit_cycle', arguments: { cycleId, output: savesOf(SKILLS) } }
  const done = await client.callTool(call, { onprogress: (progress) => void heard.push(progress) })
  expect(done.structuredContent).toMatchObject({ applied: { length: 4 } })
  expect(heard).toEqual(SKILLS.map((_, at) => ({ progress: at, total: 4, message: `${at} of 4 changes` })))
})

test('a 2025 session that cannot be told of progress is answered all the same', async () => {
  const client = new V1Client({ name: 'progress', version: '1' })
  await client.connect(new V1Transport(new URL(`${api.url}/mcp`)))
  onTestFinished(() => client.close())
  const begun = await client.callTool({ name: 'begin_cycle', arguments: {} })
  const { cycleId } = begun.structuredContent as { cycleId: string }
  const call = { name: 'submit_cycle', arguments: { cycleId, output: savesOf(SKILLS) } }
  const done = await client.callTool(call, undefined, { onprogress: () => undefined })
  expect(done.structuredContent).toMatchObject({ applied: { length: 4 } })
})
