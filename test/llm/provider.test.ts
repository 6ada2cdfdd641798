import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openProvider } from '../../src/llm/open-provider.ts'
import { envelope, type ModelApi, type ScriptedReply } from '../support/fake-model-server.ts'
import { APIS, asking, failureOf, KEY, QUESTION, settingsOf } from './asking.ts'

test('no provider stands where none is set', () => {
  const parts = { usagePath: '', readVariable: () => undefined, now: () => new Date(), newId: () => '', log: () => {} }
  expect(openProvider(settingsOf({}), parts)).toBeUndefined()
})

test.each(APIS)('%s: a question yields the text, the usage and the model that answered', async (api) => {
  const { provider, server } = await asking(api)
  server.reply({ text: '{"ok": true}', inputTokens: 321, outputTokens: 12, model: 'little-1-2026' })
  const answer = await provider.ask(QUESTION)
  expect(answer).toEqual({
    text: '{"ok": true}',
    usage: { inputTokens: 321, outputTokens: 12 },
    model: 'little-1-2026',
  })
  expect(server.asked).toHaveLength(1)
})

const SCHEMA_WORDS = `You tidy skills.\n\nAnswer with one JSON object that fits this JSON Schema, and with nothing else:\n${JSON.stringify(QUESTION.schema)}`

test('openai: what is sent is a chat completion with the key as bearer', async () => {
  const { provider, server } = await asking('openai')
  server.reply({ text: '{}' })
  await provider.ask(QUESTION)
  const { path, headers, body } = server.asked[0]!
  expect(path).toBe('/v1/chat/completions')
  expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' })
  expect(body).toEqual({
    model: 'little-1',
    messages: [
      { role: 'system', content: SCHEMA_WORDS },
      { role: 'user', content: 'Tidy "mail".' },
    ],
    max_tokens: 1_000,
    stream: false,
  })
})

test('anthropic: what is sent is a message with the key in its own header', async () => {
  const { provider, server } = await asking('anthropic')
  server.reply({ text: '{}' })
  await provider.ask(QUESTION)
  const { path, headers, body } = server.asked[0]!
  expect(path).toBe('/v1/messages')
  expect(headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01' })
  expect(headers.authorization).toBeUndefined()
  expect(body).toEqual({
    model: 'little-1',
    system: SCHEMA_WORDS,
    messages: [{ role: 'user', content: 'Tidy "mail".' }],
    max_tokens: 1_000,
  })
})

test.each<[ModelApi, object]>([
  ['openai', { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: QUESTION.schema } } }],
  ['anthropic', { output_config: { format: { type: 'json_schema', schema: QUESTION.schema } } }],
])('%s: a server that enforces schemas is sent it as an argument, not as words', async (api, argument) => {
  const { provider, server } = await asking(api, { settings: { 'provider.schemaIn': 'request' } })
  server.reply({ text: '{}' })
  await provider.ask(QUESTION)
  expect(server.asked[0]!.body).toMatchObject(argument)
  expect(server.asked[0]!.system).toBe('You tidy skills.')
})

test.each(APIS)('%s: a local server needs no key', async (api) => {
  const { server } = await asking(api)
  const { provider } = await asking(api, {
    server,
    settings: { 'provider.keyEnv': null, 'provider.baseUrl': server.baseUrl(api) },
  })
  server.reply({ text: '{}' })
  await provider.ask(QUESTION)
  expect(server.asked[0]!.headers).not.toHaveProperty('authorization')
  expect(server.asked[0]!.headers).not.toHaveProperty('x-api-key')
})

test.each(APIS)('%s: a conversation keeps its order and roles', async (api) => {
  const { provider, server } = await asking(api)
  server.reply({ text: '{}' })
  const messages = [
    { role: 'user', text: 'one' },
    { role: 'assistant', text: 'no JSON' },
    { role: 'user', text: 'again' },
  ] as const
  await provider.ask({ ...QUESTION, messages })
  expect(server.asked[0]!.messages).toEqual(messages.map(({ role, text }) => ({ role, content: text })))
})

test.each(APIS)('%s: a server that counts no tokens is estimated', async (api) => {
  const { provider, server } = await asking(api)
  server.reply({ text: 'x'.repeat(400), withoutUsage: true })
  const { usage } = await provider.ask(QUESTION)
  expect(usage).toEqual({ inputTokens: 22, outputTokens: 100 })
})

test('anthropic: thinking is left out, and what came from a cache counts', async () => {
  const { provider, server } = await asking('anthropic')
  const content = [
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'text', text: '{"ok":' },
    { type: 'text', text: 'true}' },
  ]
  const usage = { input_tokens: 5, output_tokens: 7, cache_creation_input_tokens: 100, cache_read_input_tokens: 1_000 }
  server.reply({ status: 200, body: JSON.stringify({ content, stop_reason: 'end_turn', usage, model: 'm' }) })
  expect(await provider.ask(QUESTION)).toMatchObject({
    text: '{"ok":true}',
    usage: { inputTokens: 1_105, outputTokens: 7 },
  })
})

type FaultRow = [what: string, reply: ScriptedReply | ((api: ModelApi) => ScriptedReply), code: string, message: RegExp]
const NEVER_AGAIN: FaultRow[] = [
  [
    'a key that is not accepted',
    { status: 401, error: 'bad key' },
    'provider-auth',
    /answered 401: it does not accept/,
  ],
  ['a key that may not', { status: 403, error: 'not this model' }, 'provider-auth', /answered 403: not this model$/],
  [
    'a bad request',
    { status: 400, error: 'max_tokens is too large' },
    'provider-refused',
    /400: max_tokens is too large$/,
  ],
  ['a wrong path', { status: 404, body: 'no such page' }, 'provider-refused', /answered 404: no such page$/],
  ['an error without a word', { status: 422, body: '' }, 'provider-refused', /answered 422$/],
  ['an answer cut off', { text: '{"ok"', stopped: 'length' }, 'provider-answer', /cut off \(it may hold 1000 tokens\)/],
  ['a model that declines', { text: 'No.', stopped: 'declined' }, 'provider-answer', /declined/],
  ['an empty answer', { text: ' \n' }, 'provider-answer', /got no text/],
  ['no JSON', { status: 200, body: '<html>hello</html>' }, 'provider-answer', /in the form of its API, got no JSON$/],
  ['half of an envelope', { status: 200, body: '{"choices": [' }, 'provider-answer', /got no JSON$/],
  [
    'another envelope',
    { status: 200, body: '{"answer": "{}"}' },
    'provider-answer',
    /at (choices|content): .*expected array/,
  ],
  [
    'wrong types',
    { status: 200, body: '{"choices":[{"message":{"content":7}}],"content":[{"type":7}]}' },
    'provider-answer',
    /at (choices\.0\.message\.content|content\.0\.type): .*expected string/,
  ],
  ['an envelope that nests for ever', { status: 200, body: '['.repeat(1_000_000) }, 'provider-answer', /got no JSON$/],
  ['a body without end', { flood: true }, 'provider-answer', /at most 2097152 bytes, got more$/],
  [
    'a body of more than 2 MiB in one',
    (api) => ({ status: 200, body: envelope({ text: 'x'.repeat(2 * 1024 * 1024) }, api) }),
    'provider-answer',
    /at most 2097152 bytes/,
  ],
]

test.each(APIS.flatMap((api) => NEVER_AGAIN.map((row) => [api, ...row] as const)))(
  '%s: %s is said once and not tried again',
  async (api, _, reply, code, message) => {
    const { provider, server, pausesMs } = await asking(api)
    server.reply(typeof reply === 'function' ? reply(api) : reply)
    const error = await failureOf(provider.ask(QUESTION))
    expect([error.name, error.code]).toEqual(['SkillError', code])
    expect(error.message).toMatch(message)
    expect(error.fix).toMatch(/\.$/)
    expect(error.message.length).toBeLessThan(500)
    expect([server.asked.length, pausesMs]).toEqual([1, []])
  },
)

test('openai: no choice at all is said of the envelope', async () => {
  const { provider, server } = await asking('openai')
  server.reply({ status: 200, body: '{"choices": []}' })
  expect((await failureOf(provider.ask(QUESTION))).message).toMatch(/got at choices: Too small/)
})

test.each(APIS)('%s: an answer of nearly 2 MiB comes through', async (api) => {
  const { provider, server } = await asking(api)
  const text = 'x'.repeat(2 * 1024 * 1024 - 1_000)
  server.reply({ text })
  expect((await provider.ask(QUESTION)).text).toHaveLength(text.length)
})

test.each(APIS)('%s: a redirect is not followed', async (api) => {
  const { provider, server } = await asking(api)
  server.reply({ status: 307, headers: { location: '/v1/elsewhere' }, body: '' }, { text: '{}' })
  const error = await failureOf(provider.ask(QUESTION))
  expect([error.code, server.asked.length]).toEqual(['provider-refused', 1])
  expect(error.message).toMatch(/redirects to another address/)
})

test.each(APIS)('%s: a server that says nothing is given up after the time limit, once', async (api) => {
  const { provider, server } = await asking(api, { settings: { 'provider.timeoutSeconds': 0.05 } })
  server.reply({ silence: true })
  const error = await failureOf(provider.ask(QUESTION))
  expect([error.code, server.asked.length]).toEqual(['provider-busy', 1])
  expect(error.message).toMatch(/did not answer within 0\.05 s$/)
})

test.each(APIS)('%s: whoever asked can call it off, and hears his own reason', async (api) => {
  const { provider, server } = await asking(api)
  const controller = new AbortController()
  server.reply(() => {
    controller.abort(new Error('the server ends'))
    return { silence: true }
  })
  await expect(provider.ask({ ...QUESTION, signal: controller.signal })).rejects.toThrow('the server ends')
  await expect(provider.ask({ ...QUESTION, signal: controller.signal })).rejects.toThrow('the server ends')
  expect(server.asked).toHaveLength(1)
})

test('an address where nobody listens is said to be out of reach', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void closed.close())
  await new Promise((resolve) => closed.once('listening', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const { provider, pausesMs } = await asking('openai', { settings: { 'provider.baseUrl': baseUrl } })
  const error = await failureOf(provider.ask(QUESTION))
  expect([error.code, error.message]).toEqual(['provider-busy', `127.0.0.1:${port} cannot be reached (tries: 4)`])
  expect(pausesMs).toHaveLength(3)
})
