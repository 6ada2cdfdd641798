// What a hook keeps of messages and of calls, by the settings as a hook reads them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Signals } from '../../src/domain/signal-text.ts'
import { signalsOf } from '../../src/home-location.ts'
import { tempFolder } from '../support/temp-home.ts'
import { INPUTS, ourToolCall, SESSION } from './client-inputs.ts'
import { homeOf, hooksOn, keepSnapshot, sessionLines } from './hook-home.ts'

const SKILLS = [
  { name: 'mail', content: '# Mail\n\nLook the address up first.\n', summary: 'Send email to a customer' },
]
const MESSAGES = ['Email Alice Miller the invoice of May', 'Now print it for the archive']

async function kept(signals: Signals, mayLearn = true) {
  const layout = homeOf(SKILLS)
  await keepSnapshot(layout)
  const hooks = hooksOn(layout, { signals, mayLearn })
  for (const prompt of MESSAGES) await hooks.run('prompt', { session_id: SESSION, prompt })
  await hooks.run('tool', INPUTS.claude.tool)
  await hooks.run('tool', ourToolCall('claude', 'get_skill', { name: 'mail' }))
  expect(hooks.troubles).toEqual([])
  const lines = sessionLines(layout, SESSION)
  const of = (event: string, field: string) => lines.filter((line) => line.event === event).map((line) => line[field])
  return { texts: of('turn', 'text'), args: of('tool-called', 'args') }
}
const ARGS = 'command: npm test; description: run tests'

test.each<[title: string, signals: Signals, mayLearn: boolean, texts: unknown[], args: unknown[]]>([
  ['the first message', { turns: 'first', tools: 'arguments' }, true, ['email invoice', undefined], [ARGS, undefined]],
  ['all of them', { turns: 'all', tools: 'names' }, true, ['email invoice', 'print archive'], [undefined, undefined]],
  ['none', { turns: 'off', tools: 'names' }, true, [undefined, undefined], [undefined, undefined]],
  [
    'nothing may be learned',
    { turns: 'all', tools: 'arguments' },
    false,
    [undefined, undefined],
    [undefined, undefined],
  ],
])('%s', async (_, signals, mayLearn, texts, args) => {
  expect(await kept(signals, mayLearn)).toEqual({ texts, args })
})

test('the first message of a session stays the first when its client forgets it', async () => {
  const layout = homeOf(SKILLS)
  await keepSnapshot(layout)
  const hooks = hooksOn(layout, { signals: { turns: 'first', tools: 'names' } })
  await hooks.run('prompt', { session_id: SESSION, prompt: MESSAGES[0] })
  await hooks.run('session-start', { session_id: SESSION, source: 'clear' })
  await hooks.run('prompt', { session_id: SESSION, prompt: MESSAGES[1] })
  const turns = sessionLines(layout, SESSION).filter(({ event }) => event === 'turn')
  expect(turns.map(({ text }) => text)).toEqual(['email invoice', undefined])
})

describe('the settings', () => {
  test.each<[config: unknown, env: Record<string, string>, Signals]>([
    [undefined, {}, { turns: 'first', tools: 'arguments' }],
    [{ signals: { turns: 'all', tools: 'names' } }, {}, { turns: 'all', tools: 'names' }],
    [{ 'signals.turns': 'off' }, {}, { turns: 'off', tools: 'arguments' }],
    [{ 'signals.turns': 'off' }, { SKILL_CORTEX_SIGNALS_TURNS: 'all' }, { turns: 'all', tools: 'arguments' }],
    [{}, { SKILL_CORTEX_SIGNALS_TOOLS: 'names' }, { turns: 'first', tools: 'names' }],
    // What is no value keeps the least.
    [{ signals: { turns: 'everything', tools: true } }, {}, { turns: 'off', tools: 'names' }],
  ])('%j with %j', (config, env, signals) => {
    const home = tempFolder()
    mkdirSync(home, { recursive: true })
    if (config !== undefined) writeFileSync(join(home, 'config.json'), JSON.stringify(config))
    expect(signalsOf(home, env)).toEqual(signals)
  })
})
