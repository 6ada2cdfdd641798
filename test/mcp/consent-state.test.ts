// What a client brings back with an answer is not believed: only the state that we gave for just this call, once, in time,
// while the skill is as it was when it was asked. Raw requests of the 2026 era, and clocks that run fast, in this process.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { type McpOverHttp, openMcpHttp } from '../../src/mcp/http.ts'
import { ENVELOPE, INITIALIZE, modernHeaders, requestOf } from '../support/json-rpc.ts'
import { type ClientKind, connectClient, type Elicits } from '../support/mcp-clients.ts'
import { SOON } from '../support/soon.ts'
import { makeFolder } from '../support/temp-home.ts'
import { writeSkill } from '../support/written-skills.ts'

const URL_OF_IT = 'http://127.0.0.1:1/mcp'
const YES = { confirm: { action: 'accept', content: { decision: 'yes' } } }
const ASKING = { ...ENVELOPE, 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } }
const FIVE_MINUTES_MS = 5 * 60_000
const STEPS = '# Brew tea\n\n1. Boil water.\n'
const OPERATOR = { actor: 'operator' as const, via: 'cli', author: null }

let home: string
let remove: () => void
let app: App
let mcp: McpOverHttp

async function serve(consentMs?: number): Promise<void> {
  app = await openApp({ flags: { home, toolsets: 'core,manage' }, log: () => {}, serving: false })
  mcp = openMcpHttp({ ...app.parts, speaksForPerson: () => true, ...(consentMs === undefined ? {} : { consentMs }) })
}
beforeEach(async () => {
  const made = makeFolder()
  home = made.folder
  remove = made.remove
  writeSkill(home, 'tea', STEPS)
  writeSkill(home, 'coffee', '# Brew coffee\n\n1. Grind beans.\n')
})
afterEach(async () => {
  vi.useRealTimers()
  await mcp.close()
  await app.close()
  remove()
})

type Result = {
  resultType?: string
  requestState?: string
  inputRequests?: Record<string, unknown>
  isError?: boolean
  content?: { text: string }[]
  structuredContent?: Record<string, unknown>
}
type Call = { tool?: string; args?: Record<string, unknown>; state?: unknown; answers?: object; meta?: object }

async function call({ tool = 'delete_skill', args = { name: 'tea' }, state, answers, meta = ASKING }: Call) {
  const brought = {
    ...(state === undefined ? {} : { requestState: state }),
    ...(answers === undefined ? {} : { inputResponses: answers }),
  }
  const message = requestOf('modern', 1, 'tools/call', { name: tool, arguments: args, ...brought })
  Object.assign(message.params, { _meta: meta })
  const body = JSON.stringify(message)
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...modernHeaders(message),
  }
  const response = await mcp.fetch(new Request(URL_OF_IT, { method: 'POST', headers, body }), message)
  const text = await response.text()
  const answer = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
  return (answer.result ?? { isError: true, content: [{ text: JSON.stringify(answer.error) }] }) as Result
}

/** The state of a question that is open now. */
async function asked(call_: Call = {}): Promise<string> {
  const result = await call(call_)
  expect(result).toMatchObject({ resultType: 'input_required', inputRequests: { confirm: expect.anything() } })
  return result.requestState!
}

const isThere = (name: string) => existsSync(join(home, 'skills', `${name}.json`))
const proposals = () => {
  const path = join(home, 'cortex/proposals.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).open : []
}
function expectRefused(result: Result): void {
  expect(result.isError).toBe(true)
  expect(result.content?.[0]?.text).toMatch(/^refused: requestState: .*Call again without requestState/)
  expect(isThere('tea') && isThere('coffee')).toBe(true)
  expect(proposals()).toEqual([])
}

describe('an answer to a question of this very call', () => {
  beforeEach(() => serve())

  test('is carried out once', async () => {
    const state = await asked()
    expect(isThere('tea')).toBe(true)
    expect(await call({ state, answers: YES })).toMatchObject({ structuredContent: { name: 'tea', archived: true } })
    expect(isThere('tea')).toBe(false)
    // The person brings the very same bytes back; the used yes must not archive them again.
    await app.library.restore('tea', undefined, OPERATOR)
    expect(isThere('tea')).toBe(true)
    expectRefused(await call({ state, answers: YES }))
  })

  test('is nothing without the state: the user is asked anew', async () => {
    await asked({ answers: YES })
    expect(isThere('tea')).toBe(true)
  })

  test('cannot be among the arguments', async () => {
    await asked({
      args: { name: 'tea', ...{ confirm: 'yes', decision: 'yes', actor: 'operator', inputResponses: YES } },
    })
    expect(isThere('tea')).toBe(true)
  })

  test('is no yes when it is missing', async () => {
    const state = await asked()
    expect(await call({ state })).toMatchObject({ structuredContent: { name: 'tea', archived: false } })
    expect(proposals()).toMatchObject([{ request: { name: 'tea' } }])
  })

  test('is not asked of a client that shows no forms', async () => {
    for (const capabilities of [{}, { elicitation: { url: {} } }, { elicitation: 'yes' }, { sampling: {} }]) {
      const meta = { ...ENVELOPE, 'io.modelcontextprotocol/clientCapabilities': capabilities }
      const { resultType, structuredContent, isError } = await call({ meta })
      expect(resultType).not.toBe('input_required')
      if (isError !== true) expect(structuredContent).toMatchObject({ archived: false })
      expect(isThere('tea')).toBe(true)
    }
  })
})

describe('refused is', () => {
  beforeEach(() => serve())

  const flipped = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
  const STATES: Record<string, (state: string) => unknown> = {
    'a state with another body': (state) => flipped(state, 20),
    'a state with another signature': (state) => flipped(state, state.lastIndexOf('.') + 3),
    'a state without a signature': (state) => state.slice(0, state.lastIndexOf('.')),
    'a state cut short': (state) => state.slice(0, 12),
    'an empty state': () => '',
    'a made-up state': () => 'v1.eyJwIjp7ImlkIjoieCJ9fQ.AAAA',
  }
  test.each(Object.keys(STATES))('%s', async (what) => {
    const state = await asked()
    expectRefused(await call({ state: STATES[what]!(state), answers: YES }))
    // The question itself is still open for who brings the right one.
    expect(await call({ state, answers: YES })).toMatchObject({ structuredContent: { archived: true } })
  })

  const OTHER_CALLS: Record<string, Call> = {
    'the state of another skill': { args: { name: 'coffee' } },
    'the state of the same call with another argument': { args: { name: 'tea', reason: 'because' } },
    'the state of another tool': { tool: 'skill_write', args: { operation: 'delete', name: 'tea' } },
    'the state of another client': {
      meta: { ...ASKING, 'io.modelcontextprotocol/clientInfo': { name: 'other', version: '1' } },
    },
  }
  test.each(Object.keys(OTHER_CALLS))('%s', async (what) => {
    const state = await asked()
    expectRefused(await call({ ...OTHER_CALLS[what], state, answers: YES }))
    expect(await call({ state, answers: YES })).toMatchObject({ structuredContent: { archived: true } })
  })

  test('the state of another server', async () => {
    const state = await asked()
    await mcp.close()
    await app.close()
    await serve()
    expectRefused(await call({ state, answers: YES }))
  })
})

describe('a yes to what has changed since', () => {
  beforeEach(() => serve())

  const CHANGES: Record<string, () => unknown> = {
    'its text': () => writeSkill(home, 'tea', '# Brew green tea\n\n1. Boil less.\n'),
    'its lifecycle': () => app.review.step('tea', 'deprecate', OPERATOR),
    'its pin': () => app.review.pin('tea', true, OPERATOR),
    'its draft': () =>
      app.library.save('tea', { content: '# Tea, better\n' }, { actor: 'agent', via: 'save_skill', author: null }),
  }
  test.each(Object.keys(CHANGES))('%s: conflict, and nothing is done', async (what) => {
    const state = await asked()
    await CHANGES[what]!()
    const result = await call({ state, answers: YES })
    expect(result.content?.[0]?.text).toMatch(/^conflict: .*has changed since\. Nothing was changed\./)
    expect(isThere('tea')).toBe(true)
    expect(proposals()).toEqual([])
  })

  test('the other skill of a merge', async () => {
    const merge = { tool: 'skill_write', args: { operation: 'merge', name: 'tea', source: 'coffee' } }
    const state = await asked(merge)
    writeSkill(home, 'coffee', '# Brew cocoa\n\n1. Warm milk.\n')
    const result = await call({ ...merge, state, answers: YES })
    expect(result.content?.[0]?.text).toMatch(/^conflict: .*merge "coffee" into "tea", but it has changed since/)
    expect(isThere('coffee')).toBe(true)
  })

  test('a promotion is not made twice by two questions about the same step', async () => {
    const agent = { actor: 'agent' as const, via: 'save_skill', author: null }
    await app.library.save('own', { content: '# Of its own\n\nQuite another thing.\n' }, agent)
    const promote = { tool: 'skill_write', args: { operation: 'promote', name: 'own' } }
    const [one, other] = [await asked(promote), await asked(promote)]
    expect(await call({ ...promote, state: one, answers: YES })).toMatchObject({
      structuredContent: { lifecycle: 'verified' },
    })
    const second = await call({ ...promote, state: other, answers: YES })
    expect(second.content?.[0]?.text).toMatch(/^conflict: /)
    expect(app.shelf.entry('own')?.lifecycle).toBe('verified')
  })
})

test('an answer that comes too late is a proposal, whatever it says', async () => {
  await serve()
  vi.useFakeTimers({ toFake: ['Date'] })
  const state = await asked()
  vi.setSystemTime(Date.now() + FIVE_MINUTES_MS + 2_000)
  expect(await call({ state, answers: YES })).toMatchObject({ structuredContent: { name: 'tea', archived: false } })
  expect(isThere('tea')).toBe(true)
  expect(proposals()).toMatchObject([{ request: { kind: 'archive', name: 'tea' }, actor: 'agent' }])
})

test('more names than a person reads are not asked about, but all proposed', async () => {
  await serve()
  const names = Array.from({ length: 21 }, (_, i) => `hand/s${i}`)
  for (const name of names) writeSkill(home, name, `# ${name}\n\nText of ${name}.\n`)
  const bulk = (some: string[]) => ({ tool: 'skill_write', args: { operation: 'bulk_delete', names: some } })
  const { inputRequests } = await call(bulk(names.slice(0, 20)))
  expect(JSON.stringify(inputRequests)).toContain('archive \\"hand/s19\\"')
  expect(proposals()).toEqual([])
  const result = await call(bulk(names))
  expect(result.structuredContent?.results).toMatchObject(names.map((name) => ({ name, result: 'proposed' })))
  expect(proposals()).toHaveLength(21)
  expect(names.every(isThere)).toBe(true)
})

test('more questions than are kept: the oldest is forgotten, and its answer refused', async () => {
  await serve()
  const oldest = await asked()
  for (let i = 0; i < 200; i++) await asked({ args: { name: 'coffee' } })
  expectRefused(await call({ state: oldest, answers: YES }))
})

// Real clients without a socket: what they would send goes straight into the server.
const inProcess: typeof fetch = async (input, init) => {
  const request = new Request(input instanceof Request ? input : String(input), init)
  const body: unknown = request.method === 'POST' ? await request.clone().json() : undefined
  return mcp.fetch(request, body)
}

describe.each(['v1', 'v2 default'] as ClientKind[])('a 2025 client (%s) whose user says nothing', (kind) => {
  test('gets a proposal when the time is over', async () => {
    await serve(150)
    let questions = 0
    const silent: Elicits = () => {
      questions++
      return new Promise(() => {})
    }
    const target = { kind: 'http' as const, url: 'http://127.0.0.1:1', fetch: inProcess }
    const client = await connectClient(kind, target, 'patient', silent)
    onTestFinished(() => client.close())
    // Until its stream is open it cannot be asked at all: then the answer is the same, without a question.
    await vi.waitFor(async () => {
      const result = await client.call('delete_skill', { name: 'tea' })
      expect(result.structuredContent).toMatchObject({ name: 'tea', archived: false })
      expect(questions).toBeGreaterThan(0)
    }, SOON)
    expect(isThere('tea')).toBe(true)
    expect(proposals()).toMatchObject([{ request: { name: 'tea' }, author: 'patient' }])
  })
})

test('a 2025 session that listens to no stream is not waited for', async () => {
  await serve()
  const post = async (body: object, session: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...session }
    return mcp.fetch(new Request(URL_OF_IT, { method: 'POST', headers, body: JSON.stringify(body) }), body)
  }
  const hello = { ...INITIALIZE, capabilities: { elicitation: {} } }
  const opened = await post(requestOf('legacy', 1, 'initialize', hello))
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id')! }
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session)
  const params = { name: 'delete_skill', arguments: { name: 'tea' } }
  const answer = await post(requestOf('legacy', 2, 'tools/call', params), session)
  expect(await answer.json()).toMatchObject({
    result: { structuredContent: { archived: false, proposal: expect.any(String) } },
  })
})
