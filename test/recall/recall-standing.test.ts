// How a skill stands decides whether it may come up and with which warning; what comes first is a matter of the text, and
// only between near ties of how well it does.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { NO_VOTES } from '../../src/domain/learned-votes.ts'
import type { Outcome } from '../../src/domain/outcomes.ts'
import { findCandidates } from '../../src/recall/candidates.ts'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import { AGENT, OPERATOR } from '../support/open-library.ts'
import { tempHome } from '../support/temp-home.ts'
import { hitNames, useApp } from '../support/use-app.ts'
import { writeSkill } from '../support/written-skills.ts'
import { skill } from './indexed-skill.ts'

const MESSAGE = 'calibrate the telescope before the night'
const text = (what: string) => `# ${what}\nCalibrate the telescope before the night.\n`

async function opened(config: object = {}) {
  const { home } = tempHome()
  writeFileSync(join(home, 'config.json'), JSON.stringify(config))
  for (const name of ['alpha', 'beta', 'mail', 'bread']) {
    const content = name < 'b' || name === 'beta' ? text('Telescope') : `# ${name}\nAll about ${name}.\n`
    writeSkill(home, name, content)
  }
  const used = await useApp(home)
  const names = async () => hitNames(await used.recall(MESSAGE))
  const report = async (name: string, outcome: Outcome, times: number) => {
    for (let i = 0; i < times; i++) await used.used(`${name}-${outcome}-${i}`, 'unrelated words here', name, outcome)
  }
  return { ...used, names, report }
}

describe('what is put away never comes up', () => {
  test('neither as a hit nor as see-also, nor in the index; and again when it is brought back', async () => {
    const { app, names, recall } = await opened()
    await app.library.save('alpha', { seeAlso: ['mail'] }, OPERATOR)
    expect(await names()).toEqual(['alpha', 'beta'])
    await app.review.step('beta', 'deprecate', OPERATOR)
    await app.review.step('mail', 'deprecate', OPERATOR)
    const { hits, related } = await recall(MESSAGE)
    expect([hits.map(({ name }) => name), related]).toEqual([['alpha'], []])
    expect(app.parts.indexText.text(2_000)).not.toMatch(/beta|mail/)
    await app.review.step('beta', 'promote', OPERATOR)
    expect(await names()).toEqual(['alpha', 'beta'])
  })

  test('nor what another process put away', async () => {
    const { app, names } = await opened()
    expect(await names()).toEqual(['alpha', 'beta'])
    await (await useApp(app.config.home)).app.review.step('alpha', 'deprecate', OPERATOR)
    expect(await names()).toEqual(['beta'])
  })

  test("nor a strict library's unreviewed skill, until a person approves it", async () => {
    const { app, names } = await opened({ gate: 'strict' })
    const saved = await app.library.save('gamma', { content: text('Gamma') }, AGENT, { force: true })
    expect(saved).toMatchObject({ draft: true, created: true })
    expect(await names()).toEqual(['alpha', 'beta'])
    await app.review.approve('gamma', (await app.review.look('gamma')).hash, OPERATOR)
    expect(await names()).toContain('gamma')
  })
})

test('an unreviewed skill and one that often fails come up with one short warning', async () => {
  const { app, recall, report } = await opened()
  await app.library.save('gamma', { content: text('Gamma') }, AGENT, { force: true })
  const warnings = async () => new Map((await recall(MESSAGE)).hits.map(({ name, warning }) => [name, warning]))
  expect(await warnings()).toEqual(
    new Map([
      ['alpha', undefined],
      ['beta', undefined],
      ['gamma', 'written by an agent and not reviewed'],
    ]),
  )
  await report('gamma', 'runtime_error', 3)
  expect((await warnings()).get('gamma')).toBe('often fails: 3 of 3 reported uses failed')
  expect((await recall(MESSAGE)).block).toContain('[often fails: 3 of 3 reported uses failed]')
})

describe('of two that fit alike', () => {
  test('the one that works comes first, whatever their names', async () => {
    const { names, report } = await opened()
    expect(await names()).toEqual(['alpha', 'beta'])
    await report('beta', 'success', 3)
    expect(await names()).toEqual(['beta', 'alpha'])
    await report('beta', 'runtime_error', 9)
    expect(await names()).toEqual(['alpha', 'beta'])
  })

  test('unless that is switched off', async () => {
    const { names, report } = await opened({ recall: { standing: 'off', learn: 'off' } })
    await report('beta', 'success', 3)
    expect(await names()).toEqual(['alpha', 'beta'])
  })
})

test('what fits clearly better stays first, and no score moves', () => {
  const index = createSkillIndex('bm25f')
  index.upsert(skill('good', 'Calibrate the telescope before the night'))
  index.upsert(skill('poor', 'Calibrate the scales'))
  index.upsert(skill('bread', 'Bake bread'))
  const find = (factor: (name: string) => number) =>
    findCandidates(index, () => NO_VOTES, MESSAGE, 5, factor).candidates
  const plain = find(() => 1).map(({ name, score }) => [name, score])
  expect(plain.map(([name]) => name)).toEqual(['good', 'poor'])
  expect(find((name) => (name === 'poor' ? 1.1 : 0.9)).map(({ name, score }) => [name, score])).toEqual(plain)
})
