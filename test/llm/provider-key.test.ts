// The key appears nowhere but in the one header that it is for, whatever the server says back.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sayable } from '../../src/llm/provider-key.ts'
import { envelope, type ModelApi, type ScriptedReply, startFakeModelServer } from '../support/fake-model-server.ts'
import { APIS, asking, deepText, failureOf, KEY, QUESTION } from './asking.ts'

const PART = KEY.slice(3, 15)
const QUOTES: [what: string, reply: (api: ModelApi) => ScriptedReply][] = [
  ['401 that quotes it', () => ({ status: 401, error: `Incorrect API key provided: ${KEY}` })],
  ['403 that quotes it', () => ({ status: 403, error: `${KEY} may not` })],
  ['400 that quotes it', () => ({ status: 400, error: `header was Bearer ${KEY}` })],
  ['400 that quotes a part', () => ({ status: 400, error: `key ${PART}... has no model` })],
  ['400 that quotes it in a page', () => ({ status: 400, body: `<pre>authorization: Bearer ${KEY}</pre>` })],
  ['400 that hides it in escapes', () => ({ status: 400, body: `{"error":"\\u0073k${KEY.slice(2)}"}` })],
  ['500 for ever that quotes it', () => ({ status: 500, error: `crashed with ${KEY}` })],
  ['200 that is no JSON', () => ({ status: 200, body: KEY })],
  ['200 of another form', () => ({ status: 200, body: JSON.stringify({ [KEY]: KEY, choices: KEY, content: KEY }) })],
  ['an answer with it', (api) => ({ status: 200, body: envelope({ text: `{"key": "${KEY}"}` }, api) })],
  ['a model named like it', (api) => ({ status: 200, body: envelope({ text: '{}', model: KEY }, api) })],
  ['a redirect to it', () => ({ status: 302, headers: { location: `http://127.0.0.1/${KEY}` }, body: KEY })],
  ['a connection cut behind it', () => ({ cutAfter: KEY })],
]

test.each(APIS.flatMap((api) => QUOTES.map((row) => [api, ...row] as const)))(
  '%s: %s: no error, no log and no file holds the key',
  async (api, _, reply) => {
    const { provider, server, logged, usagePath } = await asking(api)
    server.otherwise(reply(api))
    const said = [deepText(await failureOf(provider.ask(QUESTION))), ...logged, readFileSync(usagePath, 'utf8')].join(
      '\n',
    )
    expect(server.asked.length).toBeGreaterThan(0)
    for (let at = 0; at + 8 <= KEY.length; at++) expect(said).not.toContain(KEY.slice(at, at + 8))
  },
)

test.each<[what: string, key: string | undefined, message: RegExp]>([
  ['not set', undefined, /THE_KEY, got nothing there$/],
  ['empty', '  ', /got nothing there$/],
  ['with a line break inside', 'sk-first\nsecond-line', /got characters that no key has$/],
  ['with letters beyond ASCII', 'sk-ключ-0123456789', /got characters that no key has$/],
])('a key that is %s stops the call before anything is sent', async (_, key, message) => {
  const { provider, server, logged } = await asking('openai', { key })
  const error = await failureOf(provider.ask(QUESTION))
  expect([error.code, server.asked.length]).toEqual(['provider-auth', 0])
  expect(error.message).toMatch(message)
  expect(`${deepText(error)} ${logged.join()}`).not.toMatch(/second-line|0123456789/)
})

test('blanks around a key are not part of it', async () => {
  const { provider, server } = await asking('openai', { key: ` ${KEY}\n` })
  server.reply({ text: '{}' })
  await provider.ask(QUESTION)
  expect(server.asked[0]!.headers.authorization).toBe(`Bearer ${KEY}`)
})

test('a key never travels over plain http to another machine', async () => {
  const server = await startFakeModelServer()
  const settings = { 'provider.baseUrl': 'http://192.0.2.7:8080/v1' }
  const { provider, pausesMs } = await asking('openai', { server, settings })
  const error = await failureOf(provider.ask(QUESTION))
  expect([error.code, pausesMs]).toEqual(['bad-input', []])
  expect(error.message).toMatch(/expected https/)
})

test('what a server says is one line of bounded length, with nothing in it that a terminal obeys', () => {
  const said = sayable(`\u001b[2Jfirst\r\nsecond ${'x'.repeat(1_000)}`, undefined)
  expect(said).toMatch(/^<U\+001B>\[2Jfirst second x+\.\.\.$/)
  expect(said).toHaveLength(303)
})

test('a part of the key, or a mere word for a key, may stand in an honest answer', async () => {
  const { provider, server } = await asking('openai')
  server.reply({ text: `{"content": "Keys begin with ${KEY.slice(0, 9)}."}` })
  expect((await provider.ask(QUESTION)).text).toContain(KEY.slice(0, 9))
  const { provider: local } = await asking('openai', { server, key: 'ollama' })
  server.reply({ text: '{"content": "Start ollama."}', model: 'ollama/small' })
  expect((await local.ask(QUESTION)).text).toContain('ollama')
})

test('an error says nothing of what a server writes with a short key in it', () => {
  expect([sayable('token abc', 'abc'), sayable('token ab', 'abc')]).toEqual([
    '(its words are left out: they hold the key)',
    'token ab',
  ])
})
