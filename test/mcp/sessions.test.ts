// Which session a call belongs to, seen in what a second recall leaves out and in which file of the journal a load lands.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  openLegacySession,
  postMcp,
  postModern,
  type StdioPeer,
  startStdioPeer,
  toolCall,
} from '../support/json-rpc.ts'
import { forThisTest, type HttpServer, startHttpServer } from '../support/server-process.ts'
import { SOON } from '../support/soon.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const MESSAGE = 'polish the brass telescope'
const { folder: home, remove } = makeFolder()
let http: HttpServer

beforeAll(async () => {
  writeSkill(home, 'telescope', '# Telescope\n', { summary: 'Polish a brass telescope' })
  http = await startHttpServer(home)
})
afterAll(async () => {
  await http.stop()
  remove()
})

type Call = (tool: string, args?: Record<string, unknown>) => Promise<Answer>

function hitsOf(answer: Answer): string[] {
  return (answer.result!.structuredContent!.hits as { name: string }[]).map((hit) => hit.name)
}

async function recalled(call: Call, args: Record<string, unknown> = {}): Promise<string[]> {
  return hitsOf(await call('recall_skills', { message: MESSAGE, ...args }))
}

/** The sessions in whose streams the skill was loaded, with how it was found. */
function loads(stream: string): { skillName: string; sessionId: string; how: string }[] {
  const path = join(home, 'skill-usage', `${stream}.jsonl`)
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line)).filter((event) => event.event === 'loaded')
}

async function modern(headers: Record<string, string> = {}): Promise<Call> {
  return async (tool, args) => (await postModern(http.url, toolCall('modern', 1, tool, args), headers)).answer!
}

async function legacySession(): Promise<Call> {
  const session = await openLegacySession(http.url)
  return async (tool, args) => (await postMcp(http.url, toolCall('legacy', 2, tool, args), session)).answer!
}

async function onStdio(): Promise<Call> {
  return (await forThisTest(startStdioPeer(home, 'legacy'))).call
}

describe.each<[string, () => Promise<Call>]>([
  ['a stdio connection', onStdio],
  ['a legacy HTTP session', legacySession],
  ['a modern HTTP client with a Skill-Session header', () => modern({ 'skill-session': 'by-header' })],
])('%s', (_who, connect) => {
  test('is shown a skill once, again when forced, and afresh in a session that it names', async () => {
    const call = await connect()
    expect(await recalled(call)).toEqual(['telescope'])
    const second = await call('recall_skills', { message: MESSAGE })
    expect(second.result?.structuredContent).toMatchObject({
      hits: [],
      silent: expect.stringMatching(/^every matching/),
    })
    expect(await recalled(call, { force: true })).toEqual(['telescope'])
    const session = `named-${crypto.randomUUID()}`
    expect(await recalled(call, { session })).toEqual(['telescope'])
    expect(await recalled(call, { session })).toEqual([])
  })
})

describe.each<[string, () => Promise<Call>]>([
  ['a modern HTTP client without a session', () => modern()],
  [
    'a legacy HTTP client without a session',
    async () => async (tool, args) => (await postMcp(http.url, toolCall('legacy', 2, tool, args))).answer!,
  ],
])('%s', (_who, connect) => {
  test('is stateless: the same question twice has the same answer', async () => {
    const call = await connect()
    const first = await call('recall_skills', { message: MESSAGE })
    expect(hitsOf(first)).toEqual(['telescope'])
    expect((await call('recall_skills', { message: MESSAGE })).result).toEqual(first.result)
  })

  test('still has its loads written down, in the stream of calls without a session', async () => {
    const call = await connect()
    const stateless = () => readdirSync(join(home, 'skill-usage')).filter((file) => file.startsWith('stateless-'))
    const count = () => stateless().flatMap((file) => loads(file.replace('.jsonl', ''))).length
    const before = count()
    await call('get_skill', { name: 'telescope' })
    expect(count()).toBe(before + 1)
  })
})

test('the first session that is named on stdio names the connection', async () => {
  const { call } = await forThisTest(startStdioPeer(home, 'legacy'))
  expect(await recalled(call, { session: 'night-watch' })).toEqual(['telescope'])
  expect(await recalled(call)).toEqual([])
  await call('get_skill', { name: 'telescope' })
  // A later name is a session of its own and does not rename the connection.
  await call('get_skill', { name: 'telescope', session: 'day-watch' })
  await call('get_skill', { name: 'telescope' })
  const load = { skillName: 'telescope', version: 1 }
  expect(loads('night-watch')).toMatchObject([
    { ...load, sessionId: 'night-watch', how: 'recalled' },
    { ...load, sessionId: 'night-watch' },
  ])
  expect(loads('day-watch')).toMatchObject([{ ...load, sessionId: 'day-watch', how: 'by-name' }])
})

test('a server process and a client hook agree on what a session has seen', async () => {
  const session = `shared-${crypto.randomUUID()}`
  const first: StdioPeer = await forThisTest(startStdioPeer(home, 'legacy'))
  const second: StdioPeer = await forThisTest(startStdioPeer(home, 'modern'))
  expect(await recalled(first.call, { session })).toEqual(['telescope'])
  expect(await recalled(second.call, { session })).toEqual([])
  expect(await recalled(await modern({ 'skill-session': session }))).toEqual([])
})

test('an outcome lands beside the load that it is of', async () => {
  const call = await modern({ 'skill-session': 'with-outcome' })
  await call('get_skill', { name: 'telescope' })
  await call('report_outcome', { name: 'telescope', outcome: 'runtime_error', note: 'The polish was gone.' })
  const lines = readFileSync(join(home, 'skill-usage', 'with-outcome.jsonl'), 'utf8')
    .trim()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'loaded', skillName: 'telescope', actor: 'agent' },
    { event: 'outcome', skill: 'telescope', outcome: 'runtime_error', note: 'The polish was gone.', actor: 'agent' },
  ])
})

test('POST /api/recall belongs to the session that it names, in the body or in the header', async () => {
  const recall = async (body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${http.url}/api/recall`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ message: MESSAGE, ...body }),
      signal: AbortSignal.timeout(SOON.timeout),
    })
    return ((await response.json()) as { hits: unknown[] }).hits.length
  }
  expect(await recall({})).toBe(1)
  expect(await recall({})).toBe(1)
  expect(await recall({ session: 'api' })).toBe(1)
  expect(await recall({}, { 'skill-session': 'api' })).toBe(0)
})
