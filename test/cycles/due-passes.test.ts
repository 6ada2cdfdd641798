// What is due is looked for once in a while, however many ask, and what has begun since is not named.
import { expect, onTestFinished, test } from 'vitest'
import { createDuePasses } from '../../src/cycles/due-passes.ts'
import { CLIENT, EXECUTOR, openCycleHome } from '../support/cycle-home.ts'
import { scriptedPass } from '../support/scripted-pass.ts'
import { tempHome } from '../support/temp-home.ts'

test('a hundred questions are one look, and a pass that was begun meanwhile is left out', async () => {
  let looks = 0
  const home = await openCycleHome(tempHome(), {
    passes: (shelf) => (['gap', 'consolidate'] as const).map((name) => scriptedPass(shelf, { name })),
  })
  onTestFinished(home.close)
  await home.library.save('mail', { content: 'Send it.' }, CLIENT)
  const { engine } = home
  const looking = () => {
    looks++
    return engine.due()
  }
  const due = createDuePasses({ engine: { due: looking, cycles: engine.cycles }, now: () => new Date() })
  const answers = await Promise.all(Array.from({ length: 100 }, due))
  expect([looks, new Set(answers.map((names) => names.join()))]).toEqual([1, new Set(['gap,consolidate'])])
  await engine.begin('gap', EXECUTOR)
  expect([await due(), looks]).toEqual([['consolidate'], 1])
})
