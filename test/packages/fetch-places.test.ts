// Goal: what is fetched is read like a file that somebody downloaded, is called by its URL wherever it is named, and
// leaves nothing behind, whatever happens. Real hosts, and a temporary folder of each test's own.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
import { createFetcher } from '../../src/net/fetcher.ts'
import { type FetchedPlaces, networkForbidden, withFetched } from '../../src/packages/fetch-places.ts'
import type { ReadPackages } from '../../src/packages/read-package.ts'
import { withPlaces } from '../../src/packages/read-places.ts'
import { type Host, httpHost } from '../support/hosts.ts'
import { tempFolder } from '../support/temp-home.ts'
import { zipOf } from '../support/zip-file.ts'
import { folderWith, NOW, skillMd } from './package-folders.ts'

const fetchBytes = createFetcher({ isAllowedAddress: (address) => address === '127.0.0.1' })
const PARTS = { permitted: () => Promise.resolve(fetchBytes), now: () => new Date(NOW) }

let temp: string

beforeEach(() => {
  temp = tempFolder()
  vi.stubEnv('TMPDIR', temp)
  return () => {
    vi.unstubAllEnvs()
  }
})

/** A host that has these files. */
function hostOf(files: Record<string, string | Uint8Array>): Promise<Host> {
  return httpHost((request, response) => {
    const file = files[request.url ?? '']
    response.statusCode = file === undefined ? 404 : 200
    response.end(file)
  })
}

const fetched = <T>(paths: string[], use: (named: FetchedPlaces) => T) =>
  withFetched(paths, PARTS, (named) => Promise.resolve(use(named)))

function read(...paths: string[]): Promise<ReadPackages> {
  return withFetched(paths, PARTS, (named) =>
    withPlaces(named.paths, { userHome: '', folder: '/', now: NOW, shownAs: named.shownAs }, (all) =>
      Promise.resolve(all),
    ),
  )
}

test('a text is a skill whose origin is the URL as it was named', async () => {
  const { url } = await hostOf({ '/pdf/SKILL.md?x=1': skillMd('pdf', 'Read it.\n') })
  const named = `${url.replace('http', 'HTTP')}/pdf/../pdf/SKILL.md?x=1#top`
  expect(await read(named)).toMatchObject({
    packages: [{ origin: named, skill: { name: 'pdf', content: 'Read it.\n' }, diagnostics: [] }],
    diagnostics: [],
  })
})

test('what is wrong with it is told of the URL, never of a temporary file', async () => {
  const { url } = await hostOf({ '/a.md': '---\nname: a\n', '/b.md': Buffer.from([0xff, 0xfe, 0x41]) })
  const { packages } = await read(`${url}/a.md`, `${url}/b.md`)
  const faults = packages.flatMap(({ diagnostics }) => diagnostics)
  expect(faults.map(({ code, file }) => [code, file])).toEqual([
    ['front-matter-unclosed', `${url}/a.md`],
    ['not-utf8', `${url}/b.md`],
  ])
  expect(JSON.stringify(packages)).not.toContain(temp)
})

const NAMED: [path: string, text: string, name: string | undefined][] = [
  ['/other/SKILL.md', skillMd('pdf'), 'pdf'],
  ['/pdf/SKILL.md', 'Read it.', 'pdf'],
  ['/pdf/skill.MD', 'Read it.', 'pdf'],
  ['/a/Make%20Tea.md', 'Boil.', 'make-20-tea'],
  ['/a/b.tar.gz', 'Boil.', 'b'],
  ['/SKILL.md', 'Boil.', undefined],
  ['/', 'Boil.', undefined],
  ['/...', 'Boil.', undefined],
  ['/con.md', 'Boil.', undefined],
]

test.each(NAMED)('%s: what the text says of itself comes first, then the path', async (path, text, name) => {
  const body = text.startsWith('---') ? text : `---\ndescription: Does it\n---\n${text}`
  const { url } = await hostOf({ [path]: body })
  const { packages } = await read(url + path)
  expect(packages.map(({ skill }) => skill?.name)).toEqual([name])
})

test('the bytes say what it is, not the name', async () => {
  const zip = Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3])
  const { url } = await hostOf({
    ...{ '/a.md': zip, '/b.skill': Buffer.from([0x50, 0x4b, 5, 6]), '/c.zip': gzipSync('x') },
    ...{ '/d.zip': skillMd('d'), '/e': Buffer.alloc(0) },
  })
  const paths = ['a.md', 'b.skill', 'c.zip', 'd.zip', 'e'].map((name) => `${url}/${name}`)
  const [files, bytes] = await fetched(paths, (named) => [
    named.paths.map((p) => basename(p)),
    readFileSync(named.paths[0]!),
  ])
  expect(files).toEqual(['a.zip', 'b.zip', 'c.tgz', 'd.md', 'e.md'])
  expect(bytes).toEqual(zip)
})

test('an archive is taken by what it holds, each package by its place below the URL', async () => {
  const one = zipOf([{ name: 'SKILL.md', data: skillMd('pdf') }])
  const two = zipOf([
    { name: 'tea/SKILL.md', data: skillMd('tea') },
    { name: 'a/bread/SKILL.md', data: skillMd('bread') },
  ])
  const broken = one.subarray(0, one.length - 10)
  const { url } = await hostOf({ '/one?v=1': one, '/two.skill': two, '/broken.zip': broken })
  const { packages } = await read(`${url}/one?v=1`, `${url}/two.skill`, `${url}/broken.zip`)
  expect(packages.map(({ origin, skill }) => [origin.replace(url, 'URL'), skill?.name])).toEqual([
    ['URL/one?v=1', 'pdf'],
    ['URL/two.skill/a/bread', 'a/bread'],
    ['URL/two.skill/tea', 'tea'],
    ['URL/broken.zip', undefined],
  ])
  expect(packages.at(-1)?.diagnostics).toMatchObject([{ severity: 'error', file: `${url}/broken.zip` }])
  expect(readdirSync(temp)).toEqual([])
})

test('where it was, when, and what bytes came is told', async () => {
  const text = skillMd('pdf')
  const { url } = await httpHost((request, response) => {
    if (request.url === '/latest') response.writeHead(302, { location: '/v2/SKILL.md' })
    response.end(text)
  })
  expect(await fetched([`${url}/latest`, tempFolder()], (named) => named.fetched)).toEqual([
    {
      ...{ url: `${url}/latest`, from: `${url}/v2/SKILL.md`, at: NOW, bytes: text.length },
      sha256: createHash('sha256').update(text).digest('hex'),
    },
  ])
})

test('paths among URLs stay what and where they are', async () => {
  const { url } = await hostOf({ '/pdf.md': skillMd('pdf') })
  const folder = folderWith({ 'tea/SKILL.md': skillMd('tea') })
  const { packages } = await read(folder, `${url}/pdf.md`)
  expect(packages.map(({ origin }) => origin)).toEqual([`${folder}/tea`, `${url}/pdf.md`])
})

test('what came is there while it is used, for this user alone, and gone afterwards', async () => {
  const { url } = await hostOf({ '/pdf.md': skillMd('pdf') })
  const [place, stood] = await fetched([`${url}/pdf.md`], ({ paths }) => [paths[0]!, existsSync(paths[0]!)])
  expect([stood, existsSync(place), readdirSync(temp)]).toEqual([true, false, []])
  const failing = withFetched([`${url}/pdf.md`], PARTS, () => Promise.reject(new Error('the import failed')))
  await expect(failing).rejects.toThrow('the import failed')
  expect(readdirSync(temp)).toEqual([])
})

test('one that does not come ends it, and nothing of the others is left', async () => {
  const { url } = await hostOf({ '/pdf.md': skillMd('pdf') })
  const use = vi.fn()
  await expect(withFetched([`${url}/pdf.md`, `${url}/none.md`], PARTS, use)).rejects.toMatchObject({
    code: 'not-found',
  })
  expect([use.mock.calls, readdirSync(temp)]).toEqual([[], []])
})

const PAGES = ['<!DOCTYPE html><html>', '\n <html lang="en">', '\ufeff<!doctype HTML >']

test.each(PAGES)('a web page is no skill: %j', async (page) => {
  const { url } = await hostOf({ '/x.md': page })
  await expect(read(`${url}/x.md`)).rejects.toMatchObject({
    code: 'bad-input',
    message: expect.stringMatching(/expected a SKILL\.md or an archive, got a web page$/),
  })
})

test('a text that is longer than any skill is not even kept', async () => {
  const { url } = await hostOf({ '/x.md': Buffer.alloc(2 * 1024 * 1024, 'x') })
  await expect(read(`${url}/x.md`)).rejects.toMatchObject({ code: 'too-large' })
  expect(readdirSync(temp)).toEqual([])
})

test('nothing is asked where nothing may be, and of paths nobody asks', async () => {
  const host = await hostOf({ '/pdf.md': skillMd('pdf') })
  const permitted = vi.fn((url: string) => Promise.reject(networkForbidden(url)))
  const parts = { ...PARTS, permitted }
  for (const path of ['C:\\skills', 'C://skills', './http:/x', '~/a', 'https:/x', 'mailto:x']) {
    expect(await withFetched([path], parts, ({ paths }) => Promise.resolve(paths))).toEqual([path])
  }
  expect(permitted).not.toHaveBeenCalled()
  for (const url of [`${host.url}/pdf.md`, 'ftp://a.example/x', 'file:///etc/passwd', 'HTTPS://a.example']) {
    await expect(withFetched([url], parts, () => Promise.resolve())).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/expected a path, got a URL/),
      fix: 'Add --allow-network, or set "allowNetwork": true in config.json.',
    })
  }
  expect(host.connections()).toBe(0)
})
