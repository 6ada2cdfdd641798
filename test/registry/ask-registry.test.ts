// Goal: a registry that is busy, slow, broken or another kind of site costs its own answer and nothing else; and one that
// asks to be left alone is left alone.
import { expect, test } from 'vitest'
import { findOffers } from '../../src/registry/find-offers.ts'
import type { Registries } from '../../src/registry/open-registries.ts'
import { type Answering, type FakeSkill, fakeClawhub, fakeWellKnown, skillZip } from '../support/fake-registry.ts'

const PDF: FakeSkill = {
  ...{ owner: 'maker', slug: 'pdf-tables', summary: 'Merge tables of PDF files' },
  versions: [{ version: '2.0.0', zip: skillZip('pdf-tables', 'x') }],
}
const ASKED = { task: 'x', keywords: ['merge', 'pdf', 'tables'], isWanted: () => true }

async function busy(times: number, retryAfter: string | undefined, status = 429) {
  let left = times
  const slept: number[] = []
  let nowMs = Date.parse('2026-11-21T10:00:00Z')
  const fake = await fakeClawhub([PDF], (_request, response) => {
    if (left-- <= 0) return false
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('Rate limit exceeded')
    return true
  })
  const registries = fake.open({
    now: () => new Date(nowMs),
    dice: () => 0,
    async sleep(ms) {
      slept.push(ms)
      nowMs += ms
    },
  })
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { ...fake, slept, search: () => registries.all[0]!.search(['a'], 3), pass }
}

test.each([429, 503])('a %i with a short Retry-After is asked again after that time', async (status) => {
  const { search, slept, asked } = await busy(2, '2', status)
  expect(await search()).toHaveLength(1)
  expect([slept, asked.length]).toEqual([[2_000, 2_000], 3])
})

test('a longer one is an answer, and until then nothing more is sent', async () => {
  const { search, slept, asked, pass } = await busy(1, '34')
  const wish = { code: 'unreachable', message: expect.stringContaining('asked again in 34 s') }
  await expect(search()).rejects.toMatchObject(wish)
  pass(4_000)
  await expect(search()).rejects.toMatchObject({ message: expect.stringContaining('asked again in 30 s') })
  expect([slept, asked.length]).toEqual([[], 1])
  pass(30_000)
  expect(await search()).toHaveLength(1)
})

test.each(['999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
  'nobody is left alone for ever: Retry-After %s',
  async (said) => {
    const { search, pass } = await busy(1, said)
    await expect(search()).rejects.toMatchObject({ code: 'unreachable' })
    pass(3_600_001)
    expect(await search()).toHaveLength(1)
  },
)

test.each([undefined, 'soon', '-1', ''])(
  'without a time that can be read (%j) it is asked a few times',
  async (said) => {
    const { search, asked } = await busy(99, said)
    await expect(search()).rejects.toMatchObject({ code: 'unreachable' })
    expect(asked).toHaveLength(4)
  },
)

const BROKEN: [what: string, answering: Answering, fault: RegExp][] = [
  ['a web page', answer('<!doctype html><title>Hello</title>'), /expected JSON of its protocol, got a web page/],
  ['no JSON', answer('hello'), /expected JSON of its protocol, got something else/],
  ['JSON of another kind', answer('{"hits":[]}'), /got something else/],
  ['JSON that nests without end', answer(`${'['.repeat(9_000)}${']'.repeat(9_000)}`), /got something else/],
  ['a list', answer('[]'), /got something else/],
  ['a body without end', endless, /expected at most 1048576 bytes, got more/],
  ['a body that is cut', cut, /got a connection that was cut|expected an answer/],
  ['silence', () => true, /nothing more for 0.3 seconds|none within/],
  ['an error', (_request, response) => end(response, 500), /expected status 200, got 500/],
  ['a way round in a circle', circle, /expected at most 5 redirects/],
]

test.each(BROKEN)('%s: named, while another registry still answers', async (_what, answering, fault) => {
  const broken = await fakeClawhub([PDF], answering, { idleMs: 300, totalMs: 3_000 })
  const sound = await fakeClawhub([PDF])
  const all = [...broken.open().all, ...sound.open().all]
  const { offers, faults } = await findOffers(ASKED, { all, isOn: true })
  expect(offers.map(({ ref }) => ref)).toEqual([`clawhub+${sound.host}:@maker/pdf-tables@2.0.0`])
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(fault)
  expect(faults[0]).toContain('127.0.0.1')
})

test('where no verdict comes, what is found is unreviewed, and the fault is named', async () => {
  const fake = await fakeClawhub([PDF], (request, response) => request.method === 'POST' && end(response, 500))
  const { offers, faults } = await findOffers(ASKED, fake.open())
  expect(offers).toMatchObject([{ verdict: 'unreviewed' }])
  expect(faults).toHaveLength(1)
})

test('malicious, blocked and withdrawn ones are not offered, and neither is what a person never wants', async () => {
  const one = (owner: string, over: Partial<FakeSkill>): FakeSkill => ({ ...PDF, owner, ...over })
  const { zip } = PDF.versions[0]!
  const fake = await fakeClawhub([
    one('malicious', { versions: [{ version: '1', zip, status: 'malicious' }] }),
    one('blocked', { isBlocked: true }),
    one('withdrawn', { versions: [{ version: '1', zip, isWithdrawn: true }] }),
    one('pending', { versions: [{ version: '1', zip, status: 'pending' }] }),
    one('unwanted', { slug: 'unwanted', versions: [{ version: '1', zip }] }),
  ])
  const isWanted = (slug: string) => slug !== 'unwanted'
  const { offers } = await findOffers({ ...ASKED, isWanted }, fake.open())
  expect(offers.map(({ ref, verdict }) => [ref.replace(`+${fake.host}`, ''), verdict])).toEqual([
    ['clawhub:@pending/pdf-tables@1', 'unreviewed'],
  ])
})

const QUIET: [
  what: string,
  over: (fake: { open: () => Registries }) => Pick<Registries, 'all' | 'isOn'>,
  asked: object,
  silent: RegExp,
][] = [
  ['the network is off', () => ({ all: [], isOn: false }), ASKED, /allowNetwork is off/],
  ['no registry is set', () => ({ all: [], isOn: true }), ASKED, /no registry is set/],
  ['too few words may leave', (fake) => fake.open(), { ...ASKED, keywords: ['Maria', 'pdf'] }, /give 3 to 5/],
  [
    'nothing fits',
    (fake) => fake.open(),
    { ...ASKED, keywords: ['make', 'good', 'tea'] },
    /no registry has one that fits/,
  ],
]

test.each(QUIET)('nothing where %s, and the answer says so', async (_what, over, asked, silent) => {
  const fake = await fakeClawhub([PDF])
  const found = await findOffers({ ...ASKED, ...asked }, over(fake))
  expect(found).toMatchObject({ offers: [], silent: expect.stringMatching(silent) })
  if (!/fits/.test(found.silent!)) expect([fake.asked, found.asked]).toEqual([[], []])
})

test('registries of both kinds answer together', async () => {
  const entry = {
    name: 'table-merger',
    type: 'skill-md',
    description: 'Merge PDF tables',
    url: '/x',
    digest: `sha256:${'0'.repeat(64)}`,
  }
  const index = { $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json', skills: [entry] }
  const [one, other] = [await fakeWellKnown(index, {}), await fakeClawhub([PDF])]
  const all = [...one.open().all, ...other.open().all]
  const { offers } = await findOffers(ASKED, { all, isOn: true })
  expect(offers.map(({ title, verdict }) => `${title} ${verdict}`)).toEqual([
    'pdf-tables verified',
    'table-merger unreviewed',
  ])
})

function answer(text: string): Answering {
  return (_request, response) => {
    response.end(text)
    return true
  }
}

function end(response: Parameters<Answering>[1], status: number): boolean {
  response.writeHead(status).end('x')
  return true
}

function endless(_request: unknown, response: Parameters<Answering>[1]): boolean {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536))) {}
    if (!response.destroyed) response.once('drain', more)
  }
  more()
  return true
}

function cut(_request: unknown, response: Parameters<Answering>[1]): boolean {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"results":[')
  setImmediate(() => response.destroy())
  return true
}

function circle(_request: unknown, response: Parameters<Answering>[1]): boolean {
  response.writeHead(302, { location: '/api/v1/search?again' }).end()
  return true
}
