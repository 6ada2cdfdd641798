// Goal: no address of this machine, its network or a cloud's own services counts as public, in whatever form it is
// embedded; what is on the public internet does.
// Method: the ranges once more, by their first and last address, against generated addresses that crowd at their ends.
// Others with SEED, more with RUNS_FACTOR.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from '../../src/net/public-address.ts'
import { seeded } from '../support/seed.ts'

const RUNS = seeded(5_000)
console.info(`public address property seed ${RUNS.seed}`)

type Range = readonly [first: bigint, last: bigint]

const V4: Range[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
].map(([first, last]) => [numberOfV4(first!), numberOfV4(last!)])

const V6_LAST = (1n << 128n) - 1n
const V6: Range[] = [
  [0n, (0x2000n << 112n) - 1n],
  [0x2001_0000n << 96n, (0x2001_0200n << 96n) - 1n],
  [0x2001_0db8n << 96n, (0x2001_0db9n << 96n) - 1n],
  [0x2002n << 112n, (0x2003n << 112n) - 1n],
  [0x3fff_0000n << 96n, (0x3fff_1000n << 96n) - 1n],
  [0x4000n << 112n, V6_LAST],
]

test('an IPv4 address is public unless it lies in one of the ranges that are not', () => {
  fc.assert(
    fc.property(crowded(V4, 0xffff_ffffn), (number) => {
      expect([textOfV4(number), isPublicAddress(textOfV4(number))]).toEqual([textOfV4(number), !isWithin(V4, number)])
    }),
    RUNS,
  )
})

test('an IPv6 address is public where it is given out for use, but for the ranges within that are not', () => {
  fc.assert(
    fc.property(crowded(V6, V6_LAST), (number) => {
      expect([textOfV6(number), isPublicAddress(textOfV6(number))]).toEqual([textOfV6(number), !isWithin(V6, number)])
    }),
    RUNS,
  )
})

const EMBEDDINGS: [name: string, of: (v4: bigint) => bigint][] = [
  ['mapped', (v4) => (0xffffn << 32n) | v4],
  ['compatible', (v4) => v4],
  ['translated', (v4) => (0xffff_0000n << 32n) | v4],
  ['NAT64', (v4) => (0x0064_ff9bn << 96n) | v4],
  ['NAT64 of a local prefix', (v4) => (0x0064_ff9b_0001n << 80n) | v4],
  ['6to4', (v4) => (0x2002n << 112n) | (v4 << 80n) | 1n],
  ['Teredo', (v4) => (0x2001n << 112n) | (v4 ^ 0xffff_ffffn)],
  ['ISATAP on a link', (v4) => (0xfe80n << 112n) | (0x5efen << 32n) | v4],
]

test.each(EMBEDDINGS)('an IPv4 address within an IPv6 one (%s) is never public, whatever it is', (_name, embed) => {
  fc.assert(
    fc.property(crowded(V4, 0xffff_ffffn), (v4) => {
      expect(isPublicAddress(textOfV6(embed(v4)))).toBe(false)
    }),
    { ...RUNS, numRuns: 500 },
  )
})

const KNOWN: [address: string, isPublic: boolean][] = [
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['172.15.255.255', true],
  ['172.32.0.1', true],
  ['100.63.255.255', true],
  ['2606:4700:4700::1111', true],
  ['2a00:1450:4001:82a::200e', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['169.254.169.254', false],
  ['100.100.100.200', false],
  ['192.0.0.192', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::8.8.8.8', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['2606:4700:4700::1111%eth0', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
]

test.each(KNOWN)('%s: public is %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test('what is no address in the way that a resolver writes one is not public', () => {
  const odd = [
    '',
    'localhost',
    '8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8/8',
    '[2606:4700::1]',
  ]
  expect(odd.filter(isPublicAddress)).toEqual([])
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcdefx.:%[] ') }), (text) => {
      if (isPublicAddress(text)) expect(text).toMatch(/^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:.]+)$/)
    }),
    RUNS,
  )
})

// Anywhere, and within two steps of an end of a range.
function crowded(ranges: Range[], last: bigint) {
  const ends = ranges.flat()
  return fc.oneof(
    fc.bigInt({ min: 0n, max: last }),
    fc
      .tuple(fc.constantFrom(...ends), fc.bigInt({ min: -2n, max: 2n }))
      .map(([end, step]) => (end + step < 0n ? 0n : end + step > last ? last : end + step)),
    fc.constantFrom(...ranges).chain(([first, end]) => fc.bigInt({ min: first, max: end })),
  )
}

function isWithin(ranges: Range[], number: bigint): boolean {
  return ranges.some(([first, last]) => number >= first && number <= last)
}

function numberOfV4(text: string): bigint {
  return text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
}

function textOfV4(number: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join('.')
}

function textOfV6(number: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => (number >> BigInt(112 - 16 * index)) & 0xffffn)
  return groups.map((group) => group.toString(16)).join(':')
}
