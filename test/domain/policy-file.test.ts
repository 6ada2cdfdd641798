// Goal: a policy.json says what a skill asks for and nothing else; whatever it holds, reading it throws nothing and takes
// neither an approval nor a secret, and what we write we read back the same.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePolicyFile, writePolicyFile } from '../../src/domain/policy-file.ts'
import type { Policy } from '../../src/domain/skill.ts'

const SEED = Number(process.env.SEED ?? 20261122)
console.info(`policy file seed ${SEED}`)

const policyOf = (over: Partial<Policy> = {}): Policy => ({
  ...{ tools: [], domains: [], credentials: [], sideEffects: [] },
  ...over,
})
const read = (value: unknown) =>
  parsePolicyFile(typeof value === 'string' ? value : JSON.stringify(value), 'policy.json')
const codes = (value: unknown) => read(value).diagnostics.map(({ code, severity }) => `${severity} ${code}`)

const FULL = policyOf({
  tools: ['Bash(git:*)', 'mcp__mail__send'],
  domains: ['api.example.org', '*.example.com'],
  credentials: ['MAIL_TOKEN'],
  sideEffects: ['write:mail'],
})

test('the bytes of version 1', () => {
  const provenance = { source: 'https://skills.example.org/mail', fetchedAt: '2026-11-21T10:00:00Z' }
  expect(writePolicyFile(policyOf({ tools: ['Bash'], domains: ['*.example.org'] }), provenance)).toBe(`{
  "version": 1,
  "tools": [
    "Bash"
  ],
  "domains": [
    "*.example.org"
  ],
  "credentials": [],
  "sideEffects": [],
  "provenance": {
    "source": "https://skills.example.org/mail",
    "fetchedAt": "2026-11-21T10:00:00Z"
  }
}
`)
  expect(read(writePolicyFile(FULL, provenance))).toEqual({ policy: FULL, provenance, diagnostics: [] })
})

// Each as a file says it, and what of it is taken.
const LENIENT: [is: string, value: unknown, policy: Partial<Policy>, codes: string[]][] = [
  ['a byte order mark', `\ufeff${writePolicyFile(FULL)}`, FULL, []],
  ['line ends of Windows', writePolicyFile(FULL).replaceAll('\n', '\r\n'), FULL, []],
  ['lists that are not there', { version: 1 }, {}, []],
  ['lists that are null', { version: 1, tools: null }, {}, []],
  ['one item without brackets', { version: 1, tools: 'Bash' }, { tools: ['Bash'] }, []],
  ['an item twice', { version: 1, tools: ['Bash', 'Bash'] }, { tools: ['Bash'] }, []],
  ['a host in capitals', { version: 1, domains: ['API.Example.ORG'] }, { domains: ['api.example.org'] }, []],
  ['no version', { tools: ['Bash'] }, { tools: ['Bash'] }, ['warning policy-version']],
  [
    'the names that others use',
    { schemaVersion: 1, allowedTools: ['Bash'], allowedDomains: ['a.example.org'], requiredCredentials: ['A_TOKEN'] },
    { tools: ['Bash'], domains: ['a.example.org'], credentials: ['A_TOKEN'] },
    [],
  ],
  [
    'both names: ours holds',
    { version: 1, tools: ['Bash'], allowedTools: ['ALL'] },
    { tools: ['Bash'] },
    ['warning unknown-key'],
  ],
  ['a key that nobody knows', { version: 1, color: 'red' }, {}, ['warning unknown-key']],
  ['a key called __proto__', '{"version": 1, "__proto__": {"tools": ["Bash"]}}', {}, ['warning unknown-key']],
  ['a list that is none', { version: 1, tools: { Bash: true } }, {}, ['warning bad-field']],
  ['an item that is no text', { version: 1, tools: ['Bash', 1] }, { tools: ['Bash'] }, ['warning bad-field']],
  [
    'hosts out of form',
    { version: 1, domains: ['*', '10.0.0.1', '[::1]', 'https://a.example.org', 'localhost', 'a.example.org'] },
    { domains: ['a.example.org'] },
    Array.from({ length: 5 }, () => 'warning bad-field'),
  ],
  ['65 tools', { version: 1, tools: Array.from({ length: 65 }, (_, i) => `t${i}`) }, {}, ['warning bad-field']],
  [
    'one side effect of two out of form: none is taken',
    { version: 1, sideEffects: ['read:mail', 'deletes everything'] },
    {},
    ['warning bad-field', 'warning bad-field'],
  ],
  ['a source that is none', { version: 1, provenance: { url: 'x' } }, {}, ['warning bad-field']],
]

test.each(LENIENT)('read: %s', (_is, value, policy, said) => {
  expect(read(value).policy).toEqual(policyOf(policy))
  expect(codes(value)).toEqual(said)
  expect(Object.getPrototypeOf(read(value).policy)).toBe(Object.prototype)
})

const NONE: [is: string, text: string, code: string][] = [
  ['no JSON', '{"version": 1', 'json-syntax'],
  ['an empty file', '', 'json-syntax'],
  ['a key twice', '{"version": 1, "tools": [], "tools": ["Bash"]}', 'duplicate-key'],
  ['a list', '[]', 'bad-field'],
  ['another version', '{"version": 2, "tools": ["Bash"]}', 'policy-version'],
  ['another version by its other name', '{"schemaVersion": 2, "tools": ["Bash"]}', 'policy-version'],
  ['a version in quotes', '{"version": "1"}', 'policy-version'],
  ['more than 64 KiB', `{"version": 1, "x": "${'x'.repeat(64 * 1024)}"}`, 'too-large'],
  ['brackets within brackets', `{"version": 1, "x": ${'['.repeat(9)}${']'.repeat(9)}}`, 'json-syntax'],
  ['a great many brackets', '['.repeat(60_000), 'json-syntax'],
]

test.each(NONE)('asks for nothing: %s', (_is, text, code) => {
  expect(read(text)).toEqual({
    diagnostics: [expect.objectContaining({ severity: 'warning', code, file: 'policy.json' })],
  })
})

test('an approval, a hash and a secret in it are named and never taken', () => {
  const value = {
    ...{ version: 1, tools: ['Bash'], trust: 'approved', status: 'approved', approvedBy: 'user', approvedAt: 'now' },
    ...{ contentHash: 'a'.repeat(64), extractedFrom: { runId: '1' }, runEvidence: {} },
    ...{ credentialValues: { MAIL_TOKEN: 'very-secret' }, provenance: { source: 'x', contentHash: 'very-hash' } },
  }
  const { policy, provenance, diagnostics } = read(value)
  expect(policy).toEqual(policyOf({ tools: ['Bash'] }))
  expect(provenance).toEqual({ source: 'x' })
  expect(diagnostics.map(({ code, received }) => [code, received])).toEqual([
    [
      'approval-ignored',
      '"trust", "status", "approvedBy", "approvedAt", "contentHash", "extractedFrom", "runEvidence", "provenance.contentHash"',
    ],
    ['secret-ignored', '"credentialValues"'],
  ])
  expect(JSON.stringify(diagnostics)).not.toMatch(/very-/)
})

test('what could be a secret in the wrong place is not said again', () => {
  const { diagnostics } = read({ version: 1, credentials: ['sk-0123456789abcdefghij', { MAIL: 'very-secret' }] })
  expect(diagnostics).toHaveLength(2)
  expect(JSON.stringify(diagnostics)).not.toMatch(/0123456789|very-/)
})

test('what would not be read back is not written', () => {
  const throws = (over: Partial<Policy>) => expect(() => writePolicyFile(policyOf(over)))
  throws({ domains: ['10.0.0.1'] }).toThrow(/an IP address/)
  throws({ domains: ['A.example.org'] }).toThrow(/in the spelling in which they are kept/)
  throws({ tools: Array.from({ length: 65 }, (_, i) => `t${i}`) }).toThrow(/at most 64 "tools", got 65/)
})

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)
const host = fc.tuple(label, label).map((labels) => labels.join('.'))
const uniqueOf = (item: fc.Arbitrary<string>) => fc.uniqueArray(item, { maxLength: 8 })
const anyPolicy = fc.record({
  tools: uniqueOf(fc.stringMatching(/^[A-Za-z][\w.:/-]{0,20}(\([a-z:*]{1,9}\))?$/)),
  domains: uniqueOf(
    fc.oneof(
      host,
      host.map((name) => `*.${name}`),
    ),
  ),
  credentials: uniqueOf(fc.stringMatching(/^[A-Z][A-Z_]{0,12}$/)),
  sideEffects: uniqueOf(
    fc.tuple(fc.constantFrom('read', 'write', 'delete', 'shell', 'network'), label).map((parts) => parts.join(':')),
  ),
})

test('whatever policy is written is read back', () => {
  const property = fc.property(anyPolicy, (policy) => {
    expect(parsePolicyFile(writePolicyFile(policy), 'policy.json')).toEqual({ policy, diagnostics: [] })
  })
  fc.assert(property, { seed: SEED, numRuns: 300 })
})

// Near a policy, so that the branches are reached and not only the parser.
const nearPolicy = fc.dictionary(
  fc.constantFrom(
    'version',
    'schemaVersion',
    'tools',
    'domains',
    'credentials',
    'sideEffects',
    'provenance',
    'trust',
    '__proto__',
  ),
  fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.array(fc.string({ unit: 'grapheme' })), fc.constant(1)),
)

test('no text throws, and what is read can be written', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    nearPolicy.map((value) => JSON.stringify(value)),
    fc.tuple(nearPolicy, fc.nat()).map(([value, at]) => JSON.stringify(value).slice(0, at % 200)),
  )
  const property = fc.property(texts, (text) => {
    const { policy } = parsePolicyFile(text, 'policy.json')
    if (policy !== undefined) expect(parsePolicyFile(writePolicyFile(policy), '').policy).toEqual(policy)
  })
  fc.assert(property, { seed: SEED, numRuns: 2_000 })
})
