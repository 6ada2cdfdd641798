// Goal: find_skill goes to registries last, with leave only, and with words that say nothing of whose task it is; what it
// finds there is installed by its ref, counted, and from then on found at home.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { folderWith } from '../packages/package-folders.ts'
import { type FakeSkill, fakeClawhub, skillZip } from '../support/fake-registry.ts'
import { writeSkill } from '../support/written-skills.ts'

const PDF: FakeSkill = {
  ...{ owner: 'maker', slug: 'pdf-tables', summary: 'Merge tables of PDF files into one spreadsheet' },
  versions: [{ version: '2.0.0', zip: skillZip('pdf-tables', 'Merge tables of PDF files into one spreadsheet') }],
}
const TASK = 'merge the tables of these PDF files for Maria Kowalski at Acme Corp: /home/maria/q3-2026.pdf'

async function opened(config: object = { allowNetwork: true }) {
  const fake = await fakeClawhub([PDF])
  const home = folderWith({ 'config.json': JSON.stringify({ registries: [fake.setting], ...config }) })
  writeSkill(home, 'tea', '# Tea\n\nBoil water.\n', { summary: 'Make a pot of tea' })
  const app = await openApp({ flags: { home }, log: () => {}, serving: false, fetchBytes: fake.fetchBytes })
  onTestFinished(() => app.close())
  const find = (task: string, keywords: string[] = []) =>
    app.routing.find({ task, keywords, session: undefined, actor: 'agent' })
  return { ...fake, app, home, find, plain: (text: string) => text.replaceAll(`+${fake.host}`, '') }
}

test('what is at home is taken from home: nothing is sent', async () => {
  const { find, asked } = await opened()
  expect(await find('make a pot of tea')).toMatchObject({ from: 'recall', candidates: [{ name: 'tea' }] })
  expect(asked).toEqual([])
})

test('where home is silent, registries are asked, with plain words alone', async () => {
  const { find, asked, plain } = await opened()
  const found = await find(TASK)
  expect(found).toMatchObject({
    from: 'registry',
    candidates: [],
    offers: [{ verdict: 'verified', title: 'pdf-tables' }],
  })
  expect(plain(found.offers![0]!.ref)).toBe('clawhub:@maker/pdf-tables@2.0.0')
  expect(found.asked).toEqual(['merge', 'tables', 'pdf', 'files'])
  expect(asked[0]).toBe('GET /api/v1/search?q=merge+tables+pdf+files&limit=10&nonSuspiciousOnly=true')
  expect(asked.join('\n')).not.toMatch(/maria|kowalski|acme|q3|2026|home/i)
})

test('with the network off nothing is asked, and the answer says why nothing fits', async () => {
  const { find, asked } = await opened({ allowNetwork: false })
  const found = await find(TASK)
  expect(found).toMatchObject({
    from: 'nothing',
    silent: expect.stringMatching(/; registries were not asked, .*allowNetwork is off$/),
  })
  expect([found.offers, asked]).toEqual([undefined, []])
})

test('what a person put on the blacklist is offered from nowhere', async () => {
  const { app, find } = await opened()
  await app.routing.blacklist('pdf-tables', 'add', 'operator')
  expect(await find(TASK)).toMatchObject({
    from: 'nothing',
    silent: expect.stringContaining('no registry has one that fits'),
  })
})

test('an install is counted in cortex.json, and waits for a yes', async () => {
  const { app, find, home } = await opened()
  const { ref } = (await find(TASK)).offers![0]!
  const { taken } = await app.parts.workspaces.install({ ref, update: false })
  expect(taken).toMatchObject([{ name: 'pdf-tables', as: 'candidate' }])
  await app.parts.workspaces.install({ ref, update: false })
  expect((await app.routing.overview()).stats.installs).toBe(1)
  await app.routing.blacklist('tea', 'add', 'operator')
  const { stats } = JSON.parse(readFileSync(join(home, 'cortex/cortex.json'), 'utf8'))
  expect(stats.installs).toBe(1)
  await app.parts.reportOutcome({ name: 'pdf-tables', outcome: 'success' }, 's', 'agent')
  await app.routing.blacklist('x', 'add', 'operator')
  const { cortex } = JSON.parse(readFileSync(join(home, 'cortex/cortex.json'), 'utf8'))
  expect(cortex.motor['pdf-tables'].candidates).toMatchObject([{ slug: 'pdf-tables', source: 'clawhub' }])
  expect((await app.review.look('pdf-tables')).skill.name).toBe('pdf-tables')
})
