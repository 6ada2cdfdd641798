import { expect, test } from 'vitest'
import type { ScriptedReply } from '../support/fake-model-server.ts'
import { SOON } from '../support/soon.ts'
import { APIS, asking, failureOf, QUESTION } from './asking.ts'

const OK: ScriptedReply = { text: '{}' }
const PASSING: [what: string, reply: ScriptedReply][] = [
  ['429', { status: 429, error: 'slow down' }],
  ['500', { status: 500, error: 'oops' }],
  ['502 by a proxy', { status: 502, body: '<html>Bad Gateway</html>' }],
  ['503 without a body', { status: 503, body: '' }],
  ['529, as Anthropic says overloaded', { status: 529, error: 'Overloaded' }],
  ['a connection cut before the body', { cutAfter: '' }],
  ['a connection cut amid the body', { cutAfter: '{"choices": [{"mess' }],
]

test.each(APIS.flatMap((api) => PASSING.map((row) => [api, ...row] as const)))(
  '%s: after %s it is asked again, with the same question',
  async (api, _, reply) => {
    const { provider, server, pausesMs } = await asking(api)
    server.reply(reply, OK)
    expect((await provider.ask(QUESTION)).text).toBe('{}')
    expect(server.asked[0]!.body).toEqual(server.asked[1]!.body)
    expect([server.asked.length, pausesMs]).toEqual([2, [500]])
  },
)

test.each(APIS)('%s: four times at most, each pause twice as long, and the error counts them', async (api) => {
  const { provider, server, pausesMs, logged } = await asking(api, { dice: () => 0.75 })
  server.otherwise({ status: 503, error: 'no room' })
  const error = await failureOf(provider.ask(QUESTION))
  expect(error.code).toBe('provider-busy')
  expect(error.message).toMatch(/answered 503: no room \(tries: 4\)$/)
  expect(server.asked).toHaveLength(4)
  expect(pausesMs).toEqual([750, 1_500, 3_000])
  expect(logged).toHaveLength(3)
})

test.each<[header: string, pauseMs: number]>([
  ['7', 7_500],
  ['0', 500],
  ['60', 60_500],
  ['Sun, 22 Nov 2026 10:00:20 GMT', 20_500],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 500],
  ['soon', 500],
  ['-5', 500],
  ['9999999999999999999999', 500],
])('Retry-After: %s makes the pause %i ms, the jitter included', async (header, pauseMs) => {
  const { provider, server, pausesMs } = await asking('openai')
  server.reply({ status: 429, headers: { 'retry-after': header }, error: 'slow down' }, OK)
  await provider.ask(QUESTION)
  expect(pausesMs).toEqual([pauseMs])
})

test.each(['61', '86400', 'Sun, 22 Nov 2026 11:00:00 GMT'])(
  'who asks to wait for %s is not asked again now',
  async (header) => {
    const { provider, server, pausesMs } = await asking('anthropic')
    server.reply({ status: 429, headers: { 'retry-after': header }, error: 'slow down' })
    const error = await failureOf(provider.ask(QUESTION))
    expect(error.code).toBe('provider-busy')
    expect(error.message).toMatch(/\(tries: 1; it asks to wait \d+ s\)$/)
    expect([server.asked.length, pausesMs]).toEqual([1, []])
  },
)

test('what fails for good after a pause ends the tries', async () => {
  const { provider, server, pausesMs } = await asking('openai')
  server.reply({ status: 500, error: 'oops' }, { status: 400, error: 'bad' }, OK)
  expect((await failureOf(provider.ask(QUESTION))).code).toBe('provider-refused')
  expect([server.asked.length, pausesMs.length]).toEqual([2, 1])
})

test('a pause ends when whoever asked calls it off', async () => {
  const controller = new AbortController()
  const sleep = async () => {
    controller.abort(new Error('the server ends'))
    throw new DOMException('aborted', 'AbortError')
  }
  const { provider, server } = await asking('openai', { sleep })
  server.otherwise({ status: 500, error: 'oops' })
  await expect(provider.ask({ ...QUESTION, signal: controller.signal })).rejects.toThrow('the server ends')
  expect(server.asked).toHaveLength(1)
})

test('without a sleep handed in the pauses are real, and end at once when called off', async () => {
  const controller = new AbortController()
  const { provider, server, logged } = await asking('openai', { sleep: undefined, dice: () => 0 })
  const held = { status: 429, headers: { 'retry-after': '30' }, error: 'slow down' }
  server.reply({ status: 500, error: 'oops' }, held, OK)
  const asked = provider.ask({ ...QUESTION, signal: controller.signal })
  const called = expect(asked).rejects.toThrow('the server ends')
  await expect.poll(() => logged.length, SOON).toBe(2)
  controller.abort(new Error('the server ends'))
  await called
  expect(server.asked).toHaveLength(2)
})
