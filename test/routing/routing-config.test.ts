// Goal: every number of routing memory can be set under its own name, within its range, and what is set holds.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { explainConfig, readConfig } from '../../src/config.ts'
import { ROUTING_DEFAULTS } from '../../src/domain/routing-settings.ts'
import { ROUTING_CONFIG, routingSettings } from '../../src/routing/routing-config.ts'
import { tempFolder } from '../support/temp-home.ts'
import { useApp } from '../support/use-app.ts'

function homeWith(routing: Record<string, unknown>): string {
  const home = tempFolder()
  writeFileSync(join(home, 'config.json'), JSON.stringify({ routing }))
  return home
}

test('unless something is set the settings are those of the seed', () => {
  const { settings, warnings } = readConfig({ home: tempFolder() })
  expect(routingSettings(settings)).toEqual(ROUTING_DEFAULTS)
  expect(warnings).toEqual([])
})

test('each number has a key, nested ones with dots, and each key a variable of its own', () => {
  const { failureFactors, ...plain } = ROUTING_DEFAULTS
  const names = [...Object.keys(plain), ...Object.keys(failureFactors).map((kind) => `failureFactors.${kind}`)]
  expect(Object.keys(ROUTING_CONFIG).sort()).toEqual(names.map((name) => `routing.${name}`).sort())
  const variables = Object.values(ROUTING_CONFIG).map(({ env }) => env)
  expect(new Set(variables).size).toBe(names.length)
})

test('the file and the environment are read, and said to be where a value comes from', () => {
  process.env.SKILL_CORTEX_ROUTING_ROUTES_MAX = '3'
  onTestFinished(() => void delete process.env.SKILL_CORTEX_ROUTING_ROUTES_MAX)
  const config = readConfig({
    home: homeWith({ weightFirst: 0.6, failureFactors: { api_error: 0.95 }, reflex: 'automatic' }),
  })
  expect(routingSettings(config.settings)).toMatchObject({
    ...{ weightFirst: 0.6, reflex: 'automatic', routesMax: 3 },
    failureFactors: { ...ROUTING_DEFAULTS.failureFactors, api_error: 0.95 },
  })
  const told = explainConfig(config).filter(({ key }) => /weightFirst|routesMax|hideBelow/.test(key))
  expect(told.map(({ key, origin }) => `${key} ${origin}`)).toEqual([
    'routing.weightFirst config.json',
    'routing.hideBelow default',
    'routing.routesMax environment',
  ])
})

test.each<[name: string, value: unknown]>([
  ['weightFirst', 1.5],
  ['weightFirst', 'much'],
  ['windowDays', 0],
  ['windowDays', 2.5],
  ['reflex', 'always'],
  ['reflexStreakMin', 1],
  ['reflexWeightMin', 0.2],
  ['signalsAgreeingMin', 1],
])('%s: %j is refused with its name', (name, value) => {
  expect(() => readConfig({ home: homeWith({ [name]: value }) })).toThrow(`setting "routing.${name}" (config.json)`)
})

test('values that defeat each other are told of', () => {
  const { warnings } = readConfig({ home: homeWith({ weightFirst: 0.2, pruneBelow: 0.4, lessonConfidenceFirst: 0.1 }) })
  expect(warnings).toEqual([
    'routing.pruneBelow is above routing.hideBelow: no route is ever hidden, only dropped',
    'routing.weightFirst is below routing.hideBelow: no new route is ever shown',
    'routing.lessonConfidenceFirst is below routing.lessonPruneBelow: no lesson is ever kept',
  ])
})

test('what is set holds: a first weight and a factor of ones own', async () => {
  const { app, used } = await useApp(homeWith({ weightFirst: 0.8, failureFactors: { api_error: 0.5 } }))
  await used('monday', 'pour the tea', 'mcp-tool-guide', 'api_error')
  const { regions } = await app.routing.overview()
  expect(regions[0]!.routes[0]!.weight).toBe(0.4)
})
