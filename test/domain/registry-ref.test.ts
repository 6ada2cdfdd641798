// Goal: a skill of a registry has one name, whatever it was written like; and nothing that a host says of itself can become
// part of a path, a query or a command by way of that name.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { registryPlace } from '../../src/domain/registry-place.ts'
import { originOf, parseRegistryRef, printRegistryRef, registryRefOf } from '../../src/domain/registry-ref.ts'
import { seeded } from '../support/seed.ts'

const RUNS = seeded(1_000)
console.info(`registry ref property seed ${RUNS.seed}`)

const HASH = 'a'.repeat(64)

const NAMES: [text: string, printed: string][] = [
  ['clawhub:@steipete/gifgrep', 'clawhub:@steipete/gifgrep'],
  [' clawhub:@Steipete/GifGrep@1.2.3 ', 'clawhub:@steipete/gifgrep@1.2.3'],
  [`clawhub:@a/b@1.0.0-rc.1+7#${HASH}`, `clawhub:@a/b@1.0.0-rc.1+7#${HASH}`],
  [`clawhub:@a/b#sha256:${HASH.toUpperCase()}`, `clawhub:@a/b#${HASH}`],
  ['clawhub+clawhub.ai:@a/b', 'clawhub:@a/b'],
  ['clawhub+hub.example:8443:@a/b@2', 'clawhub+hub.example:8443:@a/b@2'],
  ['wellknown+Example.com:pdf-tools', 'wellknown+example.com:pdf-tools'],
  [`wellknown+example.com:pdf#${HASH}`, `wellknown+example.com:pdf#${HASH}`],
]

test.each(NAMES)('%s is %s', (text, printed) => {
  expect(printRegistryRef(parseRegistryRef(text))).toBe(printed)
})

const WRONG = [
  ...['', 'pdf', 'clawhub:', 'clawhub:pdf', 'clawhub:@a', 'clawhub:@a/', 'clawhub:@/b', 'clawhub:a/b', 'github:@a/b'],
  ...[
    'clawhub:@a/b@',
    'clawhub:@a/b#',
    'clawhub:@a/b#abc',
    `clawhub:@a/b#${HASH}0`,
    'clawhub:@a/b@1@2',
    'clawhub:@a/b/c',
  ],
  ...['clawhub:@../b', 'clawhub:@a/..', 'clawhub:@a/b?x=1', 'clawhub:@a/b c', 'clawhub:@a/b\n', 'clawhub:@ä/b'],
  ...[
    'wellknown:pdf',
    'wellknown+:pdf',
    'wellknown+a.b:@o/pdf',
    'wellknown+a.b:pdf@1',
    'wellknown+a.b:Pdf_',
    'wellknown+a.b:-x',
  ],
  ...['wellknown+a.b/c:pdf', 'wellknown+[::1]:pdf', 'clawhub+https://a.b:@a/b', `clawhub:@a/${'x'.repeat(600)}`],
]

test.each(WRONG)('%j is no name', (text) => {
  if (text === 'clawhub:@a/b\n') return expect(printRegistryRef(parseRegistryRef(text))).toBe('clawhub:@a/b')
  expect(() => parseRegistryRef(text)).toThrow(/expected clawhub:@owner\/slug/)
})

const part = fc.stringMatching(/^[a-z\d][a-z\d._-]{0,20}$/)
const host = fc.constantFrom('clawhub.ai', 'hub.example', '127.0.0.1:8443')
const sha256 = fc.option(fc.stringMatching(/^[\da-f]{64}$/), { nil: null })
const version = fc.option(fc.stringMatching(/^[a-zA-Z\d][a-zA-Z\d.+_-]{0,12}$/), { nil: null })
const clawhub = fc.record({ kind: fc.constant('clawhub' as const), host, owner: part, slug: part, version, sha256 })
const wellKnown = fc.record({
  ...{ kind: fc.constant('wellknown' as const), host, owner: fc.constant(null), version: fc.constant(null) },
  ...{ slug: fc.stringMatching(/^[a-z\d]{1,8}(?:-[a-z\d]{1,8}){0,3}$/), sha256 },
})

test('what is printed is read as the same, whatever the parts', () => {
  fc.assert(
    fc.property(fc.oneof(clawhub, wellKnown), (ref) => {
      expect(registryRefOf(ref)).toEqual(ref)
      expect(parseRegistryRef(printRegistryRef(ref))).toEqual(ref)
      expect(originOf(printRegistryRef(ref))).toBe(printRegistryRef({ ...ref, version: null, sha256: null }))
    }),
    RUNS,
  )
})

test('any text is a name or is refused, and a name holds nothing but what a name may hold', () => {
  const near = fc.stringMatching(/^(?:clawhub|wellknown)(?:\+[a-z.:%/@]{0,8})?:@?[a-z./@#:%?&\s]{0,20}$/)
  fc.assert(
    fc.property(fc.oneof(fc.string(), near), (text) => {
      let printed: string
      try {
        printed = printRegistryRef(parseRegistryRef(text))
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad-input' })
        return
      }
      expect(printed).toMatch(/^(?:clawhub|wellknown)(?:\+[a-z\d.:-]+)?:[\w@/.+#-]+$/)
      expect(printed).not.toMatch(/\/\.\.|@\.|\/\./)
    }),
    RUNS,
  )
})

test.each(['/home/me/skills/pdf', 'https://a.example/SKILL.md', 'pasted text', 'clawhub:pdf', 'x'.repeat(900)])(
  'the origin of what no registry lists is its own: %s',
  (origin) => {
    expect(originOf(origin)).toBe(origin)
  },
)

const PLACES: [text: string, place: object | undefined][] = [
  ['https://clawhub.ai', { kind: 'clawhub', host: 'clawhub.ai' }],
  ['https://clawhub.ai/', { kind: 'clawhub', host: 'clawhub.ai' }],
  ['https://hub.example:8443', { kind: 'clawhub', host: 'hub.example:8443' }],
  ['wellknown+https://Example.com', { kind: 'wellknown', host: 'example.com' }],
  ...['http://clawhub.ai', 'clawhub.ai', 'https://a.example/hub', 'https://a.example?x', 'https://me:pw@a.example'].map(
    (text): [string, undefined] => [text, undefined],
  ),
  ...['https://[::1]', 'file:///etc', 'wellknown+http://a.example', 'wellknown+', ''].map(
    (text): [string, undefined] => [text, undefined],
  ),
]

test.each(PLACES)('the setting %s names %o', (text, place) => {
  expect(registryPlace(text)).toEqual(place)
})
