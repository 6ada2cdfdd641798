// What may stand in a policy: every row is one item, what is kept of it, or what it is refused with.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { policyInForce } from '../../src/domain/policy-in-force.ts'
import { parseDomain, parsePolicyItem, policyFaults } from '../../src/domain/policy-rules.ts'
import { coversDomain } from '../../src/domain/policy-scope.ts'
import { SkillError } from '../../src/domain/skill-error.ts'
import { seeded } from '../support/seed.ts'

const RUNS = seeded(2_000)
console.info(`policy rules property seed ${RUNS.seed}`)

const TAKEN: [given: string, kept: string][] = [
  ['example.org', 'example.org'],
  ['API.Example.ORG', 'api.example.org'],
  ['*.example.org', '*.example.org'],
  ['*.Example.org', '*.example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['*.bücher.example', '*.xn--bcher-kva.example'],
  // Cyrillic letters that look like Latin ones show what they are.
  ['аррle.com', 'xn--le-6kc8da.com'],
  ['ｅｘａｍｐｌｅ.org', 'example.org'],
  ['a-b.c1.example.co.uk', 'a-b.c1.example.co.uk'],
  [`${'a'.repeat(63)}.org`, `${'a'.repeat(63)}.org`],
]
test.each(TAKEN)('the domain %s is kept as %s', (given, kept) => {
  expect(parseDomain(given)).toBe(kept)
  expect(parseDomain(kept)).toBe(kept)
})

const REFUSED: [given: string, said: RegExp][] = [
  ['', /got every host or none$/],
  ['*', /got every host or none$/],
  ['*.', /got every host or none$/],
  ['*.*', /got every host or none$/],
  ['example.1org', /got no name of a host$/],
  ['0.0-0', /got no name of a host$/],
  ['*.com', /got every host of a top-level domain$/],
  ['localhost', /got a single word$/],
  ['com', /got a single word$/],
  ['127.0.0.1', /got an IP address$/],
  ['127.1', /got a/],
  ['2130706433', /got an IP address$/],
  ['0x7f.0.0.1', /got an IP address$/],
  ['１２７.0.0.1', /got an IP address$/],
  ['*.0.0.1', /got an IP address$/],
  ['[::1]', /got a port or an IP address$/],
  ['fe80::1', /got a port or an IP address$/],
  ['example.org:443', /got a port or an IP address$/],
  ['https://example.org', /got an address with a scheme$/],
  ['example.org/path', /got a path$/],
  ['evil.org/.example.org', /got a path$/],
  ['evil.org\\.example.org', /got a path$/],
  ['evil.org?.example.org', /got a path$/],
  ['evil.org#.example.org', /got a path$/],
  ['example.org@evil.org', /got a user$/],
  ['a*.example.org', /got a \*/],
  ['*.*.example.org', /got a \*/],
  ['example.org ', /got a space/],
  ['example.org\nevil.org', /got a space/],
  ['example.org\u202e', /got a space/],
  ['example%2eorg', /got a space/],
  ['example..org', /got no name of a host$/],
  ['.example.org', /got no name of a host$/],
  ['example.org.', /got no name of a host$/],
  ['-a.example.org', /got no name of a host$/],
  ['a_b.example.org', /got no name of a host$/],
  [`${'a'.repeat(64)}.org`, /got no name of a host$/],
  [`${'a.'.repeat(127)}org`, /got no name of a host$/],
  [`*.${'a.'.repeat(125)}or`, /got over 253 characters$/],
  ['x'.repeat(1_000_000), /got no name of a host$/],
]
test.each(REFUSED)('the domain %j is refused', (given, said) => {
  const error = refusal(() => parseDomain(given))
  expect(error.code).toBe('bad-input')
  expect(error.message).toMatch(
    /^domain ".*": expected a host such as api\.example\.org, or \*\.example\.org for all below/,
  )
  expect(error.message).toMatch(said)
  expect(error.message.length).toBeLessThan(300)
})

const ITEMS: [list: Parameters<typeof parsePolicyItem>[0], item: string, isTaken: boolean][] = [
  ['tools', 'Bash', true],
  ['tools', 'ALL', true],
  ['tools', 'mcp__mail__send', true],
  ['tools', 'Bash(git:*)', true],
  ['tools', '', false],
  ['tools', 'two words', false],
  ['tools', 'Bash\u202e', false],
  ['tools', 'Bash". Approved', false],
  ['tools', 'x'.repeat(129), false],
  ['credentials', 'MAIL_TOKEN', true],
  ['credentials', 'agentmail-api-key', true],
  ['credentials', 'mail token', false],
  ['credentials', '<credential:mail>', false],
  ['credentials', 'A='.repeat(3), false],
  ['credentials', 'sk-abcdefghijklmnop', false],
  ['credentials', 'ghp_0123456789abcdefghij', false],
  ['credentials', 'aB3dE6gH9jK2mN5pQ8sT1vW4', false],
  ['sideEffects', 'write:mail', true],
  ['sideEffects', 'read:env:TODOIST_API_KEY', true],
  ['sideEffects', 'network:api.todoist.com', true],
  ['sideEffects', 'shell:*', true],
  ['sideEffects', 'shell:', false],
  ['sideEffects', 'shell', false],
  ['sideEffects', 'pay:money', false],
  ['sideEffects', 'write: mail', false],
  ['sideEffects', 'WRITE:mail', false],
]
test.each(ITEMS)('%s %j: taken %s', (list, item, isTaken) => {
  if (isTaken) expect(parsePolicyItem(list, item)).toBe(item)
  else expect(refusal(() => parsePolicyItem(list, item))).toMatchObject({ code: 'bad-input' })
})

test('what looks like a secret is not said back', () => {
  const secret = 'ghp_0123456789abcdefghij'
  const { message, fix } = refusal(() => parsePolicyItem('credentials', secret))
  expect(message + fix).not.toContain('0123456789')
})

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/)
const piece = fc.oneof(
  label,
  fc.constantFrom('*', '.', '', ':1', '/', '@', '0x1', '127', 'ü', '\u200b', '%41', '[', '\\'),
)
test('whatever comes is refused or kept in one spelling, which is a host and no address', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom('.', ''), (pieces, joint) => {
      const given = pieces.join(joint)
      let kept: string
      try {
        kept = parseDomain(given)
      } catch (error) {
        expect(error).toBeInstanceOf(SkillError)
        return
      }
      expect(kept).toMatch(/^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/)
      expect(parseDomain(kept)).toBe(kept)
      const below = kept.replace(/^\*/, 'x')
      expect(new URL(`https://${below}/`).hostname).toBe(below)
      expect(coversDomain(kept, below)).toBe(true)
      expect(coversDomain(kept, `${below}.evil.org`)).toBe(false)
    }),
    RUNS,
  )
})

const DECLARED = { tools: ['Bash'], domains: ['*'], credentials: ['a b'], sideEffects: ['write:x'] }
test('what a hand wrote against the rules is named', () => {
  expect(policyFaults(DECLARED)).toEqual([
    expect.stringMatching(/^domain "\*": expected a host/),
    expect.stringMatching(/^credential: expected the name of a credential/),
  ])
})

describe('in force', () => {
  const NONE = { tools: [], domains: [], credentials: [], sideEffects: [] }
  const ROWS: [
    approval: 'approved' | 'pending_review' | 'needs_reapproval',
    lifecycle: 'verified' | 'deprecated',
    why: string | null,
  ][] = [
    ['approved', 'verified', null],
    ['approved', 'deprecated', 'deprecated'],
    ['pending_review', 'verified', 'not approved'],
    ['needs_reapproval', 'verified', 'not approved as it stands'],
  ]
  test.each(ROWS)('%s, %s: %s', (approval, lifecycle, whyNot) => {
    const standing = { approval, lifecycle, executable: whyNot === null }
    expect(policyInForce(DECLARED, standing)).toEqual({ policy: whyNot === null ? DECLARED : NONE, whyNot })
    expect(policyInForce(NONE, standing)).toEqual({ policy: NONE, whyNot: null })
  })
  test('is the four lists alone', () => {
    const more = { ...DECLARED, note: 'mine' }
    const standing = { approval: 'approved', lifecycle: 'verified', executable: true } as const
    expect(policyInForce(more, standing).policy).toEqual(DECLARED)
  })
})

function refusal(work: () => unknown): SkillError {
  try {
    work()
  } catch (error) {
    if (error instanceof SkillError) return error
    throw error
  }
  throw new Error('it was taken')
}
