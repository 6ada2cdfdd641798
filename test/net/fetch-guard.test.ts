// Goal: nothing is connected to but what the rule for addresses allows: not by another spelling, a name, a redirect, or a
// name that resolves otherwise a moment later.
import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { fetchPublic } from '../../src/net/fetch-public.ts'
import { createFetcher, type FetcherOptions } from '../../src/net/fetcher.ts'
import { isPublicAddress } from '../../src/net/public-address.ts'
import { selfSigned } from '../support/certificate.ts'
import { httpHost, httpsHost } from '../support/hosts.ts'

const ASKED = { bytesMax: 1000, accept: '*/*' }
const LOOPBACK = { address: '127.0.0.1', family: 4 }
const PUBLIC = { address: '93.184.215.14', family: 4 }

const fetcher = (options: Partial<FetcherOptions> = {}) =>
  createFetcher({ isAllowedAddress: (address) => address === '127.0.0.1', ...options })

/** A host that counts who comes, and leads on to `location` from `/`. */
async function leading(location: string) {
  return httpHost((request, response) => {
    if (request.url === '/') response.writeHead(302, { location })
    response.end(request.url)
  })
}

const INSIDE = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '127.0.0.1.',
  ],
  ...['127.1.2.3', '0.0.0.0', '0', 'localhost', 'LOCALHOST', '１２７.0.0.1', '127。0。0。1', '%31%32%37.0.0.1'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:0001]', '[::127.0.0.1]'],
  ...['[::ffff:169.254.169.254]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fd00:ec2::254]'],
  ...['169.254.169.254', '10.0.0.1', '192.168.0.1', '172.16.0.1', '100.64.0.1', '2852039166'],
]

test.each(INSIDE)('the fetcher of the product asks nothing at %s', async (spelling) => {
  const host = await httpHost((_request, response) => void response.end('secret'))
  await expect(fetchPublic(`http://${spelling}:${host.port}/`, ASKED)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/^expected a public address, got /),
  })
  expect(host.connections()).toBe(0)
})

const WRONG: [url: string, message: RegExp][] = [
  ['', /^expected a URL of at most 2048 characters, got ""$/],
  ['skills/pdf', /^expected a URL of at most/],
  ['http://', /^expected a URL of at most/],
  ['http://127.0.0.1:99999/', /^expected a URL of at most/],
  [`http://127.0.0.1/${'x'.repeat(2048)}`, /^expected a URL of at most/],
  ['file:///etc/passwd', /expected http: or https:, got file:$/],
  ['ftp://127.0.0.1/', /got ftp:$/],
  ['data:text/plain,x', /got data:$/],
  ['javascript:alert(1)', /got javascript:$/],
  ['http://me:secret@127.0.0.1/', /^expected a URL without a name or password in it, got one for 127\.0\.0\.1$/],
  ['http://me@127.0.0.1/', /without a name or password/],
]

test.each(WRONG)('"%s" is not asked at all', async (url, message) => {
  const lookup = () => Promise.reject(new Error('nobody may be asked'))
  await expect(fetcher({ lookup })(url, ASKED)).rejects.toMatchObject({
    code: 'bad-input',
    message: expect.stringMatching(message),
  })
})

test('a name is refused as soon as one of its addresses is', async () => {
  const host = await leading('/x')
  const url = `http://both.example:${host.port}/`
  for (const found of [
    [LOOPBACK],
    [PUBLIC, LOOPBACK],
    [LOOPBACK, PUBLIC],
    [PUBLIC, { address: 'fe80::1', family: 6 }],
  ]) {
    const fetchBytes = createFetcher({ isAllowedAddress: isPublicAddress, lookup: () => Promise.resolve(found) })
    await expect(fetchBytes(url, ASKED)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/^expected a public address, got \S+ of "both\.example"$/),
    })
  }
  expect(host.connections()).toBe(0)
})

test('the address that was judged is the one connected to, though the name has another a moment later', async () => {
  const host = await httpHost((_request, response) => void response.end('judged'))
  const answers: LookupAddress[][] = [[LOOPBACK], [{ address: '127.0.0.2', family: 4 }]]
  const judged: string[] = []
  const fetchBytes = fetcher({
    isAllowedAddress: (address) => judged.push(address) > 0,
    lookup: () => Promise.resolve(answers.shift() ?? []),
  })
  // No resolver of the system knows this name: only what was judged can have led there.
  const { bytes } = await fetchBytes(`http://rebinding.invalid:${host.port}/`, ASKED)
  expect([bytes.toString(), judged, answers.length]).toEqual(['judged', ['127.0.0.1'], 1])
})

test('an address in the URL itself is judged as it stands, whatever a resolver makes of it', async () => {
  const host = await leading('/x')
  const fetchBytes = fetcher({ lookup: () => Promise.resolve([LOOPBACK]) })
  for (const spelling of ['127.0.0.2', '[::ffff:127.0.0.1]']) {
    await expect(fetchBytes(`http://${spelling}:${host.port}/x`, ASKED)).rejects.toMatchObject({ code: 'refused' })
  }
  expect(host.connections()).toBe(0)
})

test('a name that changes between two redirects is judged each time', async () => {
  const host = await leading('/again')
  const answers = [[LOOPBACK], [PUBLIC]]
  const fetchBytes = fetcher({ lookup: () => Promise.resolve(answers.shift() ?? []) })
  await expect(fetchBytes(`http://rebinding.invalid:${host.port}/`, ASKED)).rejects.toMatchObject({
    code: 'refused',
    message: 'expected a public address, got 93.184.215.14 of "rebinding.invalid"',
  })
  expect(host.connections()).toBe(1)
})

const LEADS: [location: string, to: string][] = [
  ['/x/y?z=1', '/x/y?z=1'],
  ['x', '/x'],
  ['../../x', '/x'],
  ['?q', '/?q'],
]

test.each(LEADS)('a redirect to %s is followed from where it stands', async (location, to) => {
  const host = await leading(location)
  expect(await fetcher()(host.url, ASKED)).toEqual({ url: host.url + to, bytes: Buffer.from(to) })
})

test('a redirect to another host is followed, and judged like the first', async () => {
  const [inner, second] = [await leading('/secret'), await leading('/taken')]
  const first = await leading(`${second.url}/`)
  expect((await fetcher()(first.url, ASKED)).url).toBe(`${second.url}/taken`)
  for (const spelling of ['[::1]', '0.0.0.0', '127.0.0.2', '169.254.169.254', '[::ffff:127.0.0.1]']) {
    const outer = await leading(`http://${spelling}:${inner.port}/secret`)
    await expect(fetcher()(outer.url, ASKED)).rejects.toMatchObject({ code: 'refused' })
  }
  expect(inner.connections()).toBe(0)
})

const ASTRAY: [location: string, code: string][] = [
  ['file:///etc/passwd', 'bad-input'],
  ['ftp://127.0.0.1/', 'bad-input'],
  ['http://me:secret@127.0.0.1/', 'bad-input'],
  ['http://[', 'bad-input'],
  [`/${'x'.repeat(3000)}`, 'bad-input'],
]

test.each(ASTRAY)('a redirect to %s is not followed', async (location, code) => {
  const host = await leading(location)
  await expect(fetcher()(host.url, ASKED)).rejects.toMatchObject({ code })
  expect(host.connections()).toBe(1)
})

test('five redirects are followed, a sixth is not, and a circle ends', async () => {
  const host = await httpHost((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left > 0) response.writeHead(307, { location: `/${left - 1}` })
    response.end('there')
  })
  expect((await fetcher()(`${host.url}/5`, ASKED)).bytes.toString()).toBe('there')
  await expect(fetcher()(`${host.url}/6`, ASKED)).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/expected at most 5 redirects, got more$/),
  })
  const circle = await leading('/')
  await expect(fetcher()(circle.url, ASKED)).rejects.toMatchObject({ code: 'unreachable' })
  expect(circle.connections()).toBe(6)
})

test('from https nothing leads to http, and from http something may lead to https', async () => {
  const certificate = selfSigned()
  const plain = await httpHost((_request, response) => void response.end('plain'))
  const safe = await httpsHost(certificate, (request, response) => {
    if (request.url === '/down') response.writeHead(301, { location: `${plain.url}/x` })
    response.end('safe')
  })
  const fetchBytes = fetcher({ ca: certificate.cert })
  await expect(fetchBytes(`${safe.url}/down`, ASKED)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/leads on to "http:.*": expected https:, got http:/),
  })
  expect(plain.connections()).toBe(0)
  const up = await leading(`${safe.url}/x`)
  expect((await fetchBytes(up.url, ASKED)).bytes.toString()).toBe('safe')
})
