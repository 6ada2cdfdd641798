// Goal: at a command line a skill comes in from a URL when a person allows it, and never from this machine or its network,
// whoever named the URL.
import { expect, test } from 'vitest'
import { createFetcher } from '../../src/net/fetcher.ts'
import { skillMd } from '../packages/package-folders.ts'
import { httpHost } from '../support/hosts.ts'
import { inProcess } from './in-process.ts'
import { homeWith, json, place, skillCortex } from './run-program.ts'

// The loopback stands for the internet.
const ALLOWED = {
  settings: () => ({ settings: [{ key: 'allowNetwork', value: true, origin: 'flag' }], warnings: [] }),
  fetcher: () => Promise.resolve(createFetcher({ isAllowedAddress: (address) => address === '127.0.0.1' })),
  now: () => new Date('2026-11-21T10:00:00.000Z'),
}

async function hostWith(text: () => string) {
  return httpHost((request, response) => {
    if (request.url === '/latest/SKILL.md') response.writeHead(302, { location: '/v2/SKILL.md' })
    response.end(text())
  })
}

const SHA256 = /[0-9a-f]{64}/

test('a skill by URL is a candidate like any other, and where it came from is told', async () => {
  const home = homeWith([])
  const { url } = await hostWith(() => skillMd('pdf'))
  const named = `${url}/latest/SKILL.md`
  const { exit, out } = await inProcess(['import', named, '--home', home], ALLOWED)
  const [first, ...more] = out.replaceAll(url, 'URL').replace(SHA256, 'HASH').split('\n')
  expect([exit, first]).toEqual([
    0,
    'Fetched URL/latest/SKILL.md, which leads to URL/v2/SKILL.md: 56 bytes at 2026-11-21T10:00:00.000Z, sha256 HASH',
  ])
  expect(more.join('\n')).toMatch(/^pdf +candidate .*URL\/latest\/SKILL\.md$/m)
  expect((await inProcess(['show', 'pdf', '--home', home])).out).toContain(`Imported from ${named}; it is a candidate`)
})

test('the same URL again changes nothing, a changed text is taken with --update', async () => {
  const home = homeWith([])
  let text = skillMd('pdf')
  const { url } = await hostWith(() => text)
  const again = async (...args: string[]) => {
    const { out } = await inProcess(['import', `${url}/pdf.md`, ...args, '--json', '--home', home], ALLOWED)
    const { fetched, taken, diagnostics } = JSON.parse(out)
    expect(fetched).toEqual([
      {
        ...{ url: `${url}/pdf.md`, from: `${url}/pdf.md`, at: '2026-11-21T10:00:00.000Z' },
        ...{ bytes: text.length, sha256: expect.stringMatching(SHA256) },
      },
    ])
    return [...taken, ...diagnostics].map(({ outcome, code }: Record<string, string>) => outcome ?? code)
  }
  expect(await again('--dry-run')).toEqual(['new'])
  expect(await again()).toEqual(['new'])
  expect(await again()).toEqual(['unchanged'])
  text = skillMd('pdf', 'Read it twice.\n')
  expect(await again()).toEqual(['changed-since'])
  expect(await again('--update')).toEqual(['updated'])
})

test('a host that sends something else leaves the library as it is', async () => {
  const home = homeWith([])
  const { url } = await hostWith(() => '<!doctype html><title>Log in</title>')
  const { exit, out, err } = await inProcess(['import', `${url}/pdf.md`, '--home', home], ALLOWED)
  expect([exit, out]).toEqual([2, ''])
  expect(err).toMatch(/^bad-input: .*expected a SKILL\.md or an archive, got a web page/)
  expect((await json(['list'], home)).skills).toEqual([])
})

// From here on the built program, which has no rule but its own.

const ALLOWING: [how: string, args: string[], config: object, env: Record<string, string>][] = [
  ['the flag', ['--allow-network'], {}, {}],
  ['config.json', [], { allowNetwork: true }, {}],
  ['the environment', [], {}, { SKILL_CORTEX_ALLOW_NETWORK: 'on' }],
]

test.each(ALLOWING)(
  'allowed by %s, a URL on this machine is refused all the same, unasked',
  async (_how, args, config, env) => {
    const home = homeWith([])
    place(home, 'config.json', JSON.stringify(config))
    const host = await hostWith(() => skillMd('pdf'))
    for (const url of [host.url, `http://localhost:${host.port}`, `http://[::ffff:127.0.0.1]:${host.port}`]) {
      const ended = await skillCortex(['import', `${url}/pdf.md`, ...args, '--home', home], { env })
      expect([ended.exit, ended.out]).toEqual([1, ''])
      expect(ended.err).toMatch(/^refused: expected a public address, got /)
    }
    expect(host.connections()).toBe(0)
  },
)

test('without leave a URL is refused with what to do, and not even its name is looked up', async () => {
  const home = homeWith([])
  place(home, 'config.json', JSON.stringify({ allowNetwork: 'off' }))
  const ended = await skillCortex(['import', 'https://nosuch.invalid/pdf.md', '--home', home])
  expect([ended.exit, ended.out]).toEqual([1, ''])
  expect(ended.err).toMatch(
    /^refused: "https:.*": expected a path, got a URL, and nothing is fetched unless you allow it/,
  )
  expect(ended.err).toContain('Add --allow-network, or set "allowNetwork": true in config.json.')
})

test('a server takes the flag too', async () => {
  // Its client has gone at once.
  const { exit, out } = await skillCortex(['stdio', '--allow-network', '--home', homeWith([])])
  expect([exit, out]).toEqual([0, ''])
})

test('the setting is shown with where it comes from', async () => {
  const home = homeWith([])
  const settings = async () => {
    const { settings } = (await json(['config'], home)) as { settings: { key: string }[] }
    return settings.find(({ key }) => key === 'allowNetwork')
  }
  expect(await settings()).toEqual({ key: 'allowNetwork', value: false, origin: 'default' })
  place(home, 'config.json', JSON.stringify({ allowNetwork: true }))
  expect(await settings()).toEqual({ key: 'allowNetwork', value: true, origin: 'config.json' })
})
