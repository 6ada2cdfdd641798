// Goal: ClawHub's API, as it is documented, is asked so that a name is always an owner's, a verdict always of the very
// version, and nothing that it answers is believed further than that.
import { expect, test } from 'vitest'
import { sha256Of } from '../../src/domain/digest.ts'
import { parseRegistryRef, printRegistryRef } from '../../src/domain/registry-ref.ts'
import type { Registry } from '../../src/registry/registry.ts'
import { type Answering, type FakeSkill, fakeClawhub, skillZip } from '../support/fake-registry.ts'

const ZIP = skillZip('pdf-tables', 'Merge tables of PDF files')
const PDF: FakeSkill = {
  ...{ owner: 'maker', slug: 'pdf-tables', summary: 'Merge tables of PDF files', was: ['pdf-tabs'] },
  versions: [
    { version: '2.0.0', zip: ZIP },
    { version: '1.1.0', zip: ZIP, isWithdrawn: true },
    { version: '1.0.0', zip: ZIP, status: 'suspicious' },
  ],
}

async function opened(skills: FakeSkill[] = [PDF], first?: Answering) {
  const fake = await fakeClawhub(skills, first)
  const registry: Registry = fake.open().all[0]!
  const ref = (text: string) => parseRegistryRef(`clawhub+${fake.host}:${text}`)
  const print = (text: string) => text.replace(`+${fake.host}`, '')
  return { ...fake, registry, ref, print }
}

test('a search gives owner, version and a page; only the words and limits are sent', async () => {
  const { registry, asked, print, host } = await opened()
  const [hit] = await registry.search(['merge', 'pdf', 'tables'], 10)
  expect(asked).toEqual(['GET /api/v1/search?q=merge+pdf+tables&limit=10&nonSuspiciousOnly=true'])
  expect(print(printRegistryRef(hit!.ref))).toBe('clawhub:@maker/pdf-tables@2.0.0')
  expect(hit!.page).toBe(`https://${host}/maker/skills/pdf-tables`)
})

test('what a search lists without an owner, without a version, or under a name that is none is left out', async () => {
  const odd = [
    { slug: 'a', version: '1.0.0' },
    { slug: 'b', ownerHandle: 'x' },
    { slug: '../c', ownerHandle: 'x', version: '1' },
    { slug: 'd', ownerHandle: 'x/y', version: '1' },
    { slug: 'e', ownerHandle: 'x', version: '1&owner=z' },
    ...[7, null, 'text', {}],
    { slug: 'Fine', owner: { handle: '@Maker' }, version: '1.0.0', summary: null },
  ]
  const { registry } = await opened([], (request, response) => {
    if (!request.url?.startsWith('/api/v1/search')) return false
    response.end(JSON.stringify({ results: odd }))
    return true
  })
  const hits = await registry.search(['a', 'b', 'c'], 10)
  expect(hits.map(({ ref: { owner, slug } }) => `${owner}/${slug}`)).toEqual(['maker/fine'])
})

test('the newest version, or the one that is asked for; under the name that it has now', async () => {
  const { registry, ref, print } = await opened()
  const name = async (text: string) => print(printRegistryRef((await registry.inspect(ref(text))).ref))
  expect(await name('@maker/pdf-tables')).toBe('clawhub:@maker/pdf-tables@2.0.0')
  expect(await name('@maker/pdf-tables@1.0.0')).toBe('clawhub:@maker/pdf-tables@1.0.0')
  expect(await name('@maker/pdf-tabs')).toBe('clawhub:@maker/pdf-tables@2.0.0')
  await expect(name('@other/pdf-tables')).rejects.toMatchObject({ code: 'not-found' })
})

test('a redirect to the new name is followed, as far as it stays with https', async () => {
  const to = { location: '' }
  const { registry, ref, host, print } = await opened([PDF], (request, response) => {
    if (!request.url?.startsWith('/api/v1/skills/old')) return false
    response.writeHead(308, to).end()
    return true
  })
  to.location = `https://${host}/api/v1/skills/pdf-tables?ownerHandle=maker`
  expect(print(printRegistryRef((await registry.inspect(ref('@maker/old'))).ref))).toBe(
    'clawhub:@maker/pdf-tables@2.0.0',
  )
  to.location = `http://${host}/api/v1/skills/pdf-tables?ownerHandle=maker`
  await expect(registry.inspect(ref('@maker/old'))).rejects.toMatchObject({ code: 'refused' })
})

test('each version has its own verdict, whatever the order of the answer; what is not answered is unreviewed', async () => {
  const { registry, ref, asked } = await opened([PDF, { ...PDF, owner: 'bad', isBlocked: true }])
  const refs = [
    '@maker/pdf-tables@2.0.0',
    '@maker/pdf-tables@1.1.0',
    '@maker/pdf-tables@1.0.0',
    '@bad/pdf-tables@2.0.0',
  ]
  const verdicts = await registry.verdicts([...refs, '@no/body@1'].map(ref))
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['verified', 'withheld', 'suspicious', 'withheld', 'withheld'])
  expect(asked[0]).toContain('{"ownerHandle":"maker","slug":"pdf-tables","version":"2.0.0"}')
})

test('a verdict of something that was not asked about counts for nothing', async () => {
  const { registry, ref } = await opened([], (request, response) => {
    if (request.method !== 'POST') return false
    const requested = { requestedSlug: 'other', requestedOwnerHandle: 'maker', requestedVersion: '2.0.0' }
    const item = { ok: true, decision: 'pass', reasons: [], security: { status: 'clean' }, ...requested }
    const items = [item, { ...item, requestedSlug: 'pdf-tables', requestedVersion: '1.0.0' }, 'odd', null]
    response.end(JSON.stringify({ schema: 'clawhub.skill.security-verdicts.v1', items }))
    return true
  })
  expect(await registry.verdicts([ref('@maker/pdf-tables@2.0.0')])).toEqual([{ verdict: 'unreviewed', why: [] }])
})

test('at most a hundred are asked about at once', async () => {
  const { registry, ref, asked } = await opened()
  const refs = Array.from({ length: 201 }, (_, at) => ref(`@maker/skill-${at}@1`))
  expect(await registry.verdicts(refs)).toHaveLength(201)
  expect(asked).toHaveLength(3)
})

test('a download is its bytes with their hash, and other bytes than a known hash says are refused', async () => {
  const { registry, ref } = await opened()
  const sha256 = sha256Of(ZIP)
  const got = await registry.download(ref('@maker/pdf-tables@2.0.0'))
  expect([got.bytes.equals(ZIP), got.ref.sha256]).toEqual([true, sha256])
  expect((await registry.download(ref(`@maker/pdf-tables@2.0.0#${sha256}`))).ref.sha256).toBe(sha256)
  await expect(registry.download(ref(`@maker/pdf-tables@2.0.0#${'0'.repeat(64)}`))).rejects.toMatchObject({
    ...{ code: 'refused', message: expect.stringContaining(`got ${sha256}`) },
  })
})

test('a version that was withdrawn or never was is not found, and those that are there are named', async () => {
  const { registry, ref } = await opened()
  for (const version of ['1.1.0', '9.9.9']) {
    await expect(registry.download(ref(`@maker/pdf-tables@${version}`))).rejects.toMatchObject({
      ...{ code: 'not-found', fix: 'Nothing was taken. There are: 2.0.0, 1.0.0.' },
    })
  }
})

const BYTES: [what: string, status: number, body: string, error: object][] = [
  [
    'a pointer to a repository',
    200,
    '{"sourceRef":"public-github"}',
    { code: 'refused', message: /stand in a repository/ },
  ],
  ['a web page', 200, '<!doctype html>', { code: 'bad-input', message: /expected a zip archive/ }],
  ['nothing', 200, '', { code: 'bad-input', message: /expected a zip archive/ }],
  ['a refusal', 403, 'Blocked', { code: 'refused', message: /a verdict against it/ }],
  ['a failure', 500, 'x', { code: 'unreachable' }],
]

test.each(BYTES)('%s in the place of a download is said', async (_what, status, body, error) => {
  const { registry, ref } = await opened([PDF], (request, response) => {
    if (!request.url?.startsWith('/api/v1/download')) return false
    response.writeHead(status).end(body)
    return true
  })
  await expect(registry.download(ref('@maker/pdf-tables@2.0.0'))).rejects.toMatchObject(
    Object.fromEntries(
      Object.entries(error).map(([key, value]) => [
        key,
        value instanceof RegExp ? expect.stringMatching(value) : value,
      ]),
    ),
  )
})
