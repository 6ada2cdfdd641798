import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { homeLayout } from '../../src/files/home-layout.ts'
import { startChild } from '../support/child-process.ts'
import { startFakeModelServer } from '../support/fake-model-server.ts'
import { tempFolder } from '../support/temp-home.ts'
import { APIS, asking, failureOf, QUESTION } from './asking.ts'

// QUESTION reserves 1,022 tokens: 22 as the estimate of what is sent, 1,000 for the answer.
const budgetOf = (tokensPerDay: number | null) => ({ settings: { 'provider.tokensPerDay': tokensPerDay } })
const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test.each(APIS)('%s: what a call reserved and used is written down, with the money it took', async (api) => {
  const prices = { 'provider.inputPrice': 3, 'provider.outputPrice': 15 }
  const { provider, server, usagePath } = await asking(api, { settings: prices })
  server.reply({ text: '{}', inputTokens: 1_000, outputTokens: 100 })
  await provider.ask(QUESTION)
  const [id, at, model] = [expect.any(String), '2026-11-22T10:00:00.000Z', 'little-1']
  expect(linesOf(usagePath)).toEqual([
    { event: 'reserved', id, at, model, inputTokens: 22, outputTokens: 1_000, money: 0.015066 },
    { event: 'used', id, at, model, inputTokens: 1_000, outputTokens: 100, money: 0.0045 },
  ])
})

test('a call that could go beyond the day is refused before anything is sent, and says when to come again', async () => {
  const { provider, server } = await asking('openai', budgetOf(3_000))
  server.otherwise({ text: '{}', inputTokens: 900, outputTokens: 100 })
  await provider.ask(QUESTION)
  await provider.ask(QUESTION)
  const error = await failureOf(provider.ask(QUESTION))
  expect(error).toMatchObject({
    code: 'budget-exhausted',
    message: "today's budget of 3000 tokens leaves too little: 2000 are spent or reserved, and this call may need 1022",
    fix: 'It begins anew at 2026-11-23T00:00:00.000Z; raise provider.tokensPerDay to go on before.',
  })
  expect(server.asked).toHaveLength(2)
  // A refused call takes nothing away from a smaller one.
  await provider.ask({ ...QUESTION, maxOutputTokens: 900 })
})

test('a call that is beyond a whole day is told so', async () => {
  const { provider } = await asking('openai', budgetOf(1_021))
  const error = await failureOf(provider.ask(QUESTION))
  expect(error.fix).toBe('Raise provider.tokensPerDay: this call alone is beyond it.')
  const { provider: exact, server } = await asking('openai', budgetOf(1_022))
  server.reply({ text: '{}' })
  await exact.ask(QUESTION)
})

test('money is counted by its own limit', async () => {
  const prices = { 'provider.inputPrice': 0, 'provider.outputPrice': 1_000 }
  const { provider, server } = await asking('anthropic', { settings: { ...prices, 'provider.moneyPerDay': 1.5 } })
  server.otherwise({ text: '{}', outputTokens: 600 })
  await provider.ask(QUESTION)
  const error = await failureOf(provider.ask(QUESTION))
  expect([error.code, error.message]).toEqual([
    'budget-exhausted',
    "today's budget of 1.5 leaves too little: 0.6 are spent or reserved, and this call may need 1",
  ])
})

test('without a limit nothing is refused, and all is written down', async () => {
  const { provider, server, usagePath } = await asking('openai', budgetOf(null))
  server.otherwise({ text: '{}', outputTokens: 900_000_000 })
  for (let n = 0; n < 3; n++) await provider.ask(QUESTION)
  expect(linesOf(usagePath)).toHaveLength(6)
})

test('a new UTC day begins anew', async () => {
  let now = new Date('2026-11-22T23:59:59.000Z')
  const { provider, server } = await asking('openai', { ...budgetOf(1_500), now: () => now })
  server.otherwise({ text: '{}', inputTokens: 1_000, outputTokens: 0 })
  await provider.ask(QUESTION)
  expect((await failureOf(provider.ask(QUESTION))).code).toBe('budget-exhausted')
  now = new Date('2026-11-23T00:00:00.000Z')
  await provider.ask(QUESTION)
  // The clock is put back: that day is still spent.
  now = new Date('2026-11-22T12:00:00.000Z')
  expect((await failureOf(provider.ask(QUESTION))).code).toBe('budget-exhausted')
})

test.each<
  [what: string, reply: Parameters<Awaited<ReturnType<typeof startFakeModelServer>>['reply']>[0], costs: number]
>([
  ['a refusal', { status: 400, error: 'bad' }, 0],
  ['a key that is not accepted', { status: 401, error: 'bad' }, 0],
  ['an answer cut off', { text: '{', stopped: 'length', inputTokens: 30, outputTokens: 1_000 }, 1_030],
  ['an answer that is no envelope', { status: 200, body: '{}' }, 1_022],
  ['a body without end', { flood: true }, 1_022],
])('%s counts what it may have cost', async (_, reply, costs) => {
  const server = await startFakeModelServer()
  const { usagePath } = homeLayoutOf()
  const { provider } = await asking('openai', { server, usagePath, ...budgetOf(10_000) })
  server.reply(reply)
  await failureOf(provider.ask(QUESTION))
  const { provider: tight } = await asking('openai', { server, usagePath, ...budgetOf(costs + 1_021) })
  expect((await failureOf(tight.ask(QUESTION))).message).toContain(` ${costs} are spent or reserved`)
})

test('each try reserves for itself, so a server that breaks off again and again cannot run through the budget', async () => {
  const { provider, server } = await asking('openai', budgetOf(2_500))
  server.otherwise({ cutAfter: '{' })
  expect((await failureOf(provider.ask(QUESTION))).code).toBe('budget-exhausted')
  expect(server.asked).toHaveLength(2)
})

test('two providers on one file count together, and of many at once only as many begin as there is room for', async () => {
  const server = await startFakeModelServer()
  const { usagePath } = homeLayoutOf()
  const openAsking = () => asking('openai', { server, usagePath, ...budgetOf(5 * 1_022) })
  const [{ provider: one }, { provider: other }] = [await openAsking(), await openAsking()]
  server.otherwise({ text: '{}', inputTokens: 22, outputTokens: 1_000 })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? one : other).ask(QUESTION)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(server.asked).toHaveLength(5)
})

test('processes on one home count together: of what they ask at once no more begins than there is room for', async () => {
  const server = await startFakeModelServer()
  const { usagePath } = homeLayoutOf()
  // Each question reserves 1,000 tokens: one for the empty schema, 999 for the answer.
  server.otherwise({ text: '{}', inputTokens: 1, outputTokens: 999 })
  const args = [usagePath, server.baseUrl('openai'), '8', '10500']
  const children = Array.from({ length: 3 }, () => startChild('ask-model', ...args))
  await Promise.all(children.map((child) => child.heard()))
  const counts = (await Promise.all(children.map((child) => child.ask('go')))) as {
    answered: number
    refused: number
  }[]
  const sum = (key: 'answered' | 'refused') => counts.reduce((total, count) => total + count[key], 0)
  expect([sum('answered'), sum('refused'), server.asked.length]).toEqual([10, 14, 10])
  expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0, 0])
})

test('a call whose process died counts as what it reserved; damaged and strange lines count nothing', async () => {
  const { usagePath } = homeLayoutOf()
  const { provider, server } = await asking('openai', { usagePath, ...budgetOf(3_000) })
  server.otherwise({ text: '{}', inputTokens: 0, outputTokens: 0 })
  await provider.ask(QUESTION)
  const line = {
    event: 'reserved',
    id: 'dead',
    at: '2026-11-22T09:00:00.000Z',
    model: 'm',
    inputTokens: 500,
    outputTokens: 1_500,
    money: 0,
  }
  const strange = [{ ...line, id: 'a', outputTokens: -9e9 }, { ...line, id: 'b', at: 'now' }, { event: 'used' }]
  for (const value of [line, ...strange]) appendFileSync(usagePath, `${JSON.stringify(value)}\n`)
  appendFileSync(usagePath, 'not JSON\n{"event":"reserved","id":"to')
  const error = await failureOf(provider.ask(QUESTION))
  expect(error.message).toContain(' 2000 are spent or reserved')
})

test('a file that is deleted begins anew, and the next call still counts', async () => {
  const { provider, server, usagePath } = await asking('openai', budgetOf(1_100))
  server.otherwise({ text: '{}', inputTokens: 100, outputTokens: 0 })
  await provider.ask(QUESTION)
  expect((await failureOf(provider.ask(QUESTION))).code).toBe('budget-exhausted')
  rmSync(usagePath)
  await provider.ask(QUESTION)
  expect((await failureOf(provider.ask(QUESTION))).code).toBe('budget-exhausted')
})

test('a call that cannot be written down does not begin', async () => {
  const { provider, server } = await asking('openai', { usagePath: tempFolder() })
  const error = await failureOf(provider.ask(QUESTION))
  expect([error.code, server.asked.length]).toEqual(['storage', 0])
  expect(error.message).toMatch(/^writing down the usage of the model failed/)
})

function homeLayoutOf() {
  return { usagePath: homeLayout(tempFolder()).llmUsage }
}
