// The scenarios that only a real model can pass (test/scenarios/reflection): here it is made sure that what they hold reaches
// the judge whole, in its order, with every peer.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
// @ts-expect-error A script for people, without types.
import { journalLines } from '../scenarios/reflection/journal-lines.mjs'
import { answerOf, openSecondLoopHome } from './second-loop-home.ts'

const scenarioSchema = z.object({
  peers: z.array(
    z.object({
      id: z.string(),
      interactions: z.array(z.tuple([z.number(), z.enum(['in', 'out']), z.string().max(200)])),
    }),
  ),
})

test.each([
  ['farming', 1],
  ['quality', 20],
])('%s: every word of every peer is shown, the newest first', async (name, peers) => {
  const text = readFileSync(join(import.meta.dirname, `../scenarios/reflection/${name}.json`), 'utf8')
  const scenario = scenarioSchema.parse(JSON.parse(text))
  expect(scenario.peers).toHaveLength(peers)
  const { home, app, now, begin } = await openSecondLoopHome()
  writeFileSync(join(home, 'skill-usage', 'scenario.jsonl'), journalLines(scenario, now()))
  let shown = ''
  for (let order = (await begin()).order; order !== undefined; order = (await begin()).order) {
    shown += order.context
    await app.cycles.submit(order.cycleId, answerOf({}))
  }
  for (const { id, interactions } of scenario.peers) {
    const part = shown.slice(shown.indexOf(`- "${id}": `))
    let place = 0
    for (const [, , preview] of interactions.slice(-10).reverse()) {
      place = part.indexOf(JSON.stringify(preview), place) + 1
      expect(place, `${id}: ${preview}`).toBeGreaterThan(0)
    }
  }
})
