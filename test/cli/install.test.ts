// Goal: at a command line a skill of a registry comes in by its name when a person allows the network, and the program by
// itself asks no registry on this machine or its network, whatever the setting names.
import { expect, test } from 'vitest'
import { type FakeSkill, fakeClawhub, skillZip } from '../support/fake-registry.ts'
import { inProcess } from './in-process.ts'
import { homeWith, json, place, skillCortex } from './run-program.ts'

const PDF: FakeSkill = {
  ...{ owner: 'maker', slug: 'pdf-tables', summary: 'Merge tables of PDF files', was: ['pdf-tabs'] },
  versions: [{ version: '2.0.0', zip: skillZip('pdf-tables', 'Merge tables of PDF files') }],
}

async function opened(skills = [PDF]) {
  const fake = await fakeClawhub(skills)
  const home = homeWith([])
  place(home, 'config.json', JSON.stringify({ registries: [fake.setting] }))
  const given = {
    settings: () => ({ settings: [{ key: 'allowNetwork', value: true, origin: 'flag' }], warnings: [] }),
    fetcher: () => Promise.resolve(fake.fetchBytes),
  }
  const install = async (...args: string[]) => {
    const { exit, out, err } = await inProcess(['install', ...args, '--home', home], given)
    return { exit, text: `${out}${err}`.replaceAll(`+${fake.host}`, '').replace(/[\da-f]{64}/g, 'HASH') }
  }
  const ref = (text: string) => `clawhub+${fake.host}:${text}`
  return { ...fake, home, install, ref }
}

test('a skill is taken, with its full name, the word of its registry and what to do next', async () => {
  const { home, install, ref } = await opened()
  const { exit, text } = await install(ref('@maker/pdf-tabs'))
  expect(exit).toBe(0)
  expect(text).toMatch(
    /^clawhub:@maker\/pdf-tabs has another name by now\.\nclawhub:@maker\/pdf-tables@2\.0\.0#HASH\n\d+ bytes from https:.*; its registry calls it verified\.\n/,
  )
  expect(text).toMatch(/^pdf-tables +candidate .*clawhub:@maker\/pdf-tables@2\.0\.0#HASH$/m)
  expect(text).toContain('waits for your yes: skill-cortex review')
  const shown = (await inProcess(['show', 'pdf-tables', '--home', home])).out
  expect(shown).toMatch(/Imported from clawhub\S*:@maker\/pdf-tables@2\.0\.0#[\da-f]{64}; it is a candidate/)
})

test('a dry run takes nothing', async () => {
  const { home, install, ref } = await opened()
  expect(await install(ref('@maker/pdf-tables'), '--dry-run')).toMatchObject({
    exit: 0,
    text: expect.stringContaining('Would take 1 skill'),
  })
  expect((await json(['list'], home)).skills).toEqual([])
})

test('a search shows what may be installed, and the words that were sent', async () => {
  const { install, asked } = await opened()
  const found = await install('--search', 'merge pdf tables')
  expect(found.exit).toBe(0)
  expect(found.text).toBe(
    'Asked with: merge pdf tables\n\nclawhub:@maker/pdf-tables@2.0.0\n  verified; they say: pdf-tables: Merge tables of PDF files\n',
  )
  expect(asked[0]).toContain('q=merge+pdf+tables&')
  expect(await install('--search', 'make good tea')).toEqual({
    ...{ exit: 1, text: expect.stringContaining('Nothing fits: no registry has one that fits.') },
  })
  expect(await install('--search', 'pdf')).toMatchObject({ exit: 1, text: expect.stringContaining('give 3 to 5') })
  for (const args of [[], ['clawhub:@a/b', '--search', 'x']]) expect((await install(...args)).exit).toBe(2)
})

test.each([
  ['what is withheld', '@maker/pdf-tables', 1, /^refused: .*a verdict against it/],
  ['what is not there', '@nobody/pdf-tables', 1, /^not-found: /],
  ['what is no name', 'pdf', 2, /^bad-input: expected clawhub:@owner\/slug/],
])('%s is refused, and says so', async (_what, name, exit, text) => {
  const { install, ref } = await opened([{ ...PDF, isBlocked: true }])
  expect(await install(ref(name))).toEqual({ exit, text: expect.stringMatching(text) })
})

// From here on the built program, which has no rule but its own.

test('without leave no registry is asked', async () => {
  const { exit, err } = await skillCortex(['install', 'clawhub:@a/b', '--home', homeWith([])])
  expect([exit, err]).toEqual([1, expect.stringMatching(/^refused: expected leave to ask registries, got none/)])
  expect(err).toContain('Add --allow-network')
})

test('with leave, a registry on this machine is refused all the same, unasked', async () => {
  const { home, ref, asked } = await opened()
  const { exit, err } = await skillCortex(['install', ref('@maker/pdf-tables'), '--allow-network', '--home', home])
  expect([exit, err, asked]).toEqual([1, expect.stringMatching(/^refused: expected a public address, got /), []])
})

test('a registry that is not in the setting is refused; the setting is shown, and what is none is named', async () => {
  const home = homeWith([])
  const args = ['install', 'clawhub+hub.example:@a/b', '--allow-network', '--home', home]
  expect((await skillCortex(args)).err).toMatch(
    /^refused: expected a registry of the setting registries, got "https:\/\/hub\.example"/,
  )
  const { settings } = (await json(['config'], home)) as { settings: { key: string }[] }
  expect(settings).toContainEqual({ key: 'registries', value: ['https://clawhub.ai'], origin: 'default' })
  const env = { SKILL_CORTEX_REGISTRIES: 'wellknown+https://a.example, http://b.example' }
  const wrong = await skillCortex(['config', '--home', home], { env })
  expect([wrong.exit, wrong.err]).toEqual([
    2,
    expect.stringMatching(/setting "registries" \(environment\): expected a list of https origins/),
  ])
})
