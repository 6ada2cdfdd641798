// How a home does at a glance, on the whole app: with and without a provider, with a schedule, with a budget that is spent.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { homeHealthShape, homeHealthText } from '../../src/domain/home-health.ts'
import { CLIENT } from '../support/cycle-home.ts'
import { scriptedPass } from '../support/scripted-pass.ts'
import { tempFolder } from '../support/temp-home.ts'

const PROVIDER = { kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' }

async function healthOf(config: Record<string, unknown>) {
  const home = tempFolder()
  mkdirSync(join(home, 'skills'))
  writeFileSync(join(home, 'config.json'), JSON.stringify(config))
  const app = await openApp({
    ...{ flags: { home }, log: () => {}, serving: false },
    passes: ({ shelf }) => [scriptedPass(shelf)],
  })
  onTestFinished(app.close)
  await app.library.save('mail', { content: 'Send it.' }, CLIENT)
  const health = await app.parts.health()
  expect(homeHealthShape.parse(health)).toEqual(health)
  return { app, health, text: homeHealthText(health) }
}

test('a home without a model says so, and what waits for whom', async () => {
  const { health, text } = await healthOf({})
  expect(health).toEqual({
    skills: { total: 1, listed: 1 },
    waiting: { reviews: 1, proposals: 0 },
    faults: 0,
    due: ['consolidate'],
    provider: { state: 'none', model: null, tokensToday: 0, note: null },
    schedule: null,
  })
  expect(text).toBe(
    [
      'Skills: 1, of which 1 come up unasked.',
      'Waiting for a person: 1 to review, 0 proposals.',
      'Passes with something to do: consolidate.',
      'Model provider: none; an attached agent does the work of passes.',
    ].join('\n'),
  )
})

test('a schedule counts only where a provider is set', async () => {
  const passes = { schedule: '0 3 * * *', timeZone: 'Europe/Berlin' }
  expect((await healthOf({ passes })).health.schedule).toBeNull()
  const { app, health, text } = await healthOf({ passes, provider: PROVIDER })
  expect(app.schedule).toBeDefined()
  expect(health.schedule).toMatchObject({ cron: '0 3 * * * (Europe/Berlin)', lastRun: null })
  expect(text).toMatch(/Schedule: 0 3 \* \* \* \(Europe\/Berlin\), next at \S+Z; it has not run yet\.$/)
})

test.each<[state: string, provider: object, note: RegExp | null]>([
  ['ready', PROVIDER, null],
  ['misconfigured', { ...PROVIDER, model: 'none' }, /provider\.model: expected the name of a model/],
  ['budget-exhausted', { ...PROVIDER, tokensPerDay: 1_000 }, /today's budget of 1000 tokens leaves too little/],
])('the provider is %s', async (state, provider, note) => {
  const { health, text } = await healthOf({ provider })
  expect(health.provider).toMatchObject({ state, note: note === null ? null : expect.stringMatching(note) })
  expect(text).toContain(state)
})
