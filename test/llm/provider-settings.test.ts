import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { type OpenOptions, openApp } from '../../src/app.ts'
import { explainConfig, readConfig, readVariable } from '../../src/config.ts'
import { startFakeModelServer } from '../support/fake-model-server.ts'
import { scriptedPass } from '../support/scripted-pass.ts'
import { tempFolder } from '../support/temp-home.ts'
import { asking, failureOf, QUESTION } from './asking.ts'

afterEach(() => vi.unstubAllEnvs())

function homeWith(config: object): string {
  const home = tempFolder()
  writeFileSync(join(home, 'config.json'), JSON.stringify(config))
  return home
}

function shownBy(config: object): Record<string, unknown> {
  const rows = explainConfig(readConfig({ home: homeWith(config) })).filter(({ key }) => key.startsWith('provider.'))
  return Object.fromEntries(
    rows.map(({ key, value, origin }) => [key.slice('provider.'.length), `${value} (${origin})`]),
  )
}

test('without a word about it there is no provider, and config shows what would hold', () => {
  expect(shownBy({})).toEqual({
    kind: 'null (default)',
    baseUrl: 'null (default)',
    model: 'null (default)',
    keyEnv: 'null (default)',
    schemaIn: 'prompt (default)',
    timeoutSeconds: '60 (default)',
    tokensPerDay: '500000 (default)',
    moneyPerDay: 'null (default)',
    inputPrice: 'null (default)',
    outputPrice: 'null (default)',
  })
})

test('the file names a provider as one object, and the environment beats it', () => {
  vi.stubEnv('SKILL_CORTEX_PROVIDER_MODEL', 'other')
  vi.stubEnv('SKILL_CORTEX_PROVIDER_TOKENS_PER_DAY', 'none')
  vi.stubEnv('SKILL_CORTEX_PROVIDER_INPUT_PRICE', '0.25')
  const provider = { kind: 'openai', baseUrl: 'http://localhost:11434/v1/', model: 'mine', timeoutSeconds: 120 }
  expect(shownBy({ provider })).toMatchObject({
    kind: 'openai (config.json)',
    baseUrl: 'http://localhost:11434/v1 (config.json)',
    model: 'other (environment)',
    timeoutSeconds: '120 (config.json)',
    tokensPerDay: 'null (environment)',
    inputPrice: '0.25 (environment)',
  })
})

test.each<[setting: string, value: unknown, message: RegExp]>([
  ['kind', 'google', /"openai"\|"anthropic".*got "google"$/],
  ['baseUrl', 'localhost:11434', /expected an http or https address .*, got something else$/],
  ['baseUrl', 'https://me:geheim@models.example/v1', /without user name, password.*, got something else$/],
  ['baseUrl', 'https://models.example/v1?key=geheim', /query and fragment, got something else$/],
  ['baseUrl', 'file:///geheim', /http or https address.*, got something else$/],
  [
    'keyEnv',
    'sk-geheim-0123456789',
    /the name of an environment variable in capitals, never the key itself, got something else$/,
  ],
  ['keyEnv', 7, /never the key itself, got something else$/],
  ['timeoutSeconds', 0, /got 0$/],
  ['timeoutSeconds', 301, /got 301$/],
  ['tokensPerDay', 'many', /expected a number of tokens, or none, got "many"$/],
  ['tokensPerDay', -1, /got -1$/],
  ['moneyPerDay', 'a lot', /expected an amount of money, or none, got "a lot"$/],
  ['inputPrice', 'cheap', /expected what a million tokens cost, as a number, or none, got "cheap"$/],
])('provider.%s: %j is refused with what was expected, and no secret is repeated', async (setting, value, message) => {
  const home = homeWith({ provider: { [setting]: value } })
  const error = await failureOf((async () => readConfig({ home }))())
  expect(error.message).toMatch(new RegExp(`^setting "provider\\.${setting}" \\(config\\.json\\): `))
  expect(error.message).toMatch(message)
  expect(error.message).not.toContain('geheim')
})

test.each<[what: string, provider: object, warning: RegExp]>([
  ['a model without a kind', { model: 'm', keyEnv: 'K' }, /^provider\.model and provider\.keyEnv: not used while/],
  ['a kind without a model', { kind: 'openai' }, /^provider\.model: expected the name of a model, got none$/],
  [
    'money without prices',
    { kind: 'openai', model: 'm', moneyPerDay: 5, inputPrice: 1 },
    /^provider\.moneyPerDay: expected provider\.inputPrice and/,
  ],
  [
    'a key over plain http',
    { kind: 'openai', model: 'm', keyEnv: 'K', baseUrl: 'http://models.lan/v1' },
    /^provider\.baseUrl: expected https/,
  ],
])('%s is a warning, and the rest works on', (_, provider, warning) => {
  const { warnings } = readConfig({ home: homeWith({ provider }) })
  expect(warnings).toEqual([expect.stringMatching(warning)])
})

test.each([
  ['this machine', { baseUrl: 'http://127.0.0.1:1234', keyEnv: 'K' }],
  ['this machine by IPv6', { baseUrl: 'http://[::1]:1234/v1', keyEnv: 'K' }],
  ['another machine, with TLS', { baseUrl: 'https://models.lan/v1', keyEnv: 'K' }],
  ['another machine, without a key', { baseUrl: 'http://models.lan/v1' }],
  ['the address of the API itself', { keyEnv: 'K' }],
])('nothing is wrong with %s', (_, provider) => {
  const home = homeWith({ provider: { kind: 'anthropic', model: 'm', ...provider } })
  expect(readConfig({ home }).warnings).toEqual([])
})

test('settings that do not fit together refuse each question', async () => {
  const { provider, server } = await asking('openai', { settings: { 'provider.model': null } })
  const error = await failureOf(provider.ask(QUESTION))
  expect([error.code, error.message, server.asked.length]).toEqual([
    'bad-input',
    'provider.model: expected the name of a model, got none',
    0,
  ])
})

test('the app opens the provider that is set, with the key of the environment as it stands when it is asked', async () => {
  const server = await startFakeModelServer()
  const provider = {
    kind: 'anthropic',
    baseUrl: server.baseUrl('anthropic'),
    model: 'm',
    keyEnv: 'SKILL_CORTEX_TEST_KEY',
  }
  const home = homeWith({ provider })
  mkdirSync(join(home, 'skills'))
  const gathered = { context: 'Nothing.', seen: {}, fingerprint: 'nothing', state: null }
  const gather = async () => ({ kind: 'work' as const, gathered })
  const passes: OpenOptions['passes'] = ({ shelf }) => [scriptedPass(shelf, { gather })]
  const app = await openApp({ flags: { home }, log: () => {}, serving: false, passes })
  server.otherwise({ text: '{"saves": [], "archives": []}' })
  const run = () => app.cycles.run({ passes: ['consolidate'], author: 'test' })
  expect(await run()).toMatchObject([{ kind: 'failed', reason: expect.stringContaining('SKILL_CORTEX_TEST_KEY') }])
  vi.stubEnv('SKILL_CORTEX_TEST_KEY', 'a-key-of-the-test')
  expect(readVariable('SKILL_CORTEX_TEST_KEY')).toBe('a-key-of-the-test')
  expect(await run()).toMatchObject([{ kind: 'applied' }])
  expect(server.asked[0]!.headers['x-api-key']).toBe('a-key-of-the-test')
  await app.close()
})
