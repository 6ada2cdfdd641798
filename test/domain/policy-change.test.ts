// A change of a policy: what comes of it, how it reads, and what it is refused with.
import { expect, test } from 'vitest'
import {
  changedPolicy,
  POLICY_CHANGES_MAX,
  policyChangeText,
  policyDiffText,
  scopeOf,
  spelledChange,
} from '../../src/domain/policy-change.ts'
import { proposalSchema, requestText, spelledRequest, withProposal } from '../../src/domain/proposal.ts'
import type { Policy } from '../../src/domain/skill.ts'

const policy = (lists: Partial<Policy> = {}): Policy => ({
  ...{ tools: [], domains: [], credentials: [], sideEffects: [] },
  ...lists,
})
const STANDS = policy({ tools: ['Bash', 'Read'], domains: ['a.example.org', '*'], sideEffects: ['read:mail'] })
const change = (add: Partial<Policy>, remove: Partial<Policy> = {}) => ({ add: policy(add), remove: policy(remove) })

const CHANGES: [what: string, ReturnType<typeof change>, after: Partial<Policy>, scope: 'wider' | 'narrower'][] = [
  ['a tool more', change({ tools: ['Write'] }), { tools: ['Bash', 'Read', 'Write'] }, 'wider'],
  ['a tool less', change({}, { tools: ['Bash'] }), { tools: ['Read'] }, 'narrower'],
  ['one for another', change({ tools: ['Write'] }, { tools: ['Bash'] }), { tools: ['Read', 'Write'] }, 'wider'],
  ['a side effect less', change({}, { sideEffects: ['read:mail'] }), { sideEffects: [] }, 'wider'],
  [
    'a side effect more',
    change({ sideEffects: ['write:mail'] }),
    { sideEffects: ['read:mail', 'write:mail'] },
    'wider',
  ],
  ['every host less', change({}, { domains: ['*'] }), { domains: ['a.example.org'] }, 'narrower'],
  [
    'a host instead of every host',
    change({ domains: ['B.org'] }, { domains: ['*'] }),
    { domains: ['a.example.org', 'b.org'] },
    'narrower',
  ],
  ['a host spelled otherwise', change({}, { domains: ['A.Example.Org'] }), { domains: ['*'] }, 'narrower'],
  ['the same twice', change({ credentials: ['X', 'X'] }), { credentials: ['X'] }, 'wider'],
  [
    'one that is there, and one more',
    change({ tools: ['Bash', 'Write'] }),
    { tools: ['Bash', 'Read', 'Write'] },
    'wider',
  ],
]
test.each(CHANGES)('%s', (_what, asked, after, scope) => {
  const changed = changedPolicy(STANDS, asked)
  expect(changed).toEqual({ ...STANDS, ...after })
  expect(scopeOf(STANDS, changed)).toBe(scope)
})

const many = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${i}`)
const REFUSED: [what: string, before: Policy, ReturnType<typeof change>, code: string, said: RegExp][] = [
  ['nothing', STANDS, change({}), 'bad-input', /expected 1 to 20 things .*, got 0$/],
  ['too much at once', STANDS, change({ tools: many(21, 'T') }), 'too-large', /, got 21$/],
  ['what is there', STANDS, change({ tools: ['Bash'] }), 'conflict', /declares all of that already/],
  ['removing what is not there', STANDS, change({}, { tools: ['Wrte'] }), 'bad-input', /\(Bash, Read\), got "Wrte"$/],
  ['removing from nothing', policy(), change({}, { tools: ['X'] }), 'bad-input', /\(it declares none\), got "X"$/],
  [
    'both at once',
    STANDS,
    change({ tools: ['Bash'] }, { tools: ['Bash'] }),
    'bad-input',
    /added or removed, got both$/,
  ],
  [
    'more than 64 of a kind',
    policy({ tools: many(60, 'T') }),
    change({ tools: many(5, 'U') }),
    'too-large',
    /at most 64/,
  ],
  ['an item out of form', STANDS, change({ domains: ['http://a.b'] }), 'bad-input', /^domain "http:\/\/a\.b"/],
]
test.each(REFUSED)('%s is refused', (_what, before, asked, code, said) => {
  expect(() => changedPolicy(before, asked)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(said) }),
  )
})

test('what is too much already can still be made less', () => {
  const before = policy({ tools: many(70, 'T') })
  expect(changedPolicy(before, change({}, { tools: ['T0'] })).tools).toHaveLength(69)
})

test('keys of a policy that nobody knows stay', () => {
  const before = { ...STANDS, note: 'mine' }
  expect(changedPolicy(before, change({ tools: ['Write'] }))).toMatchObject({ note: 'mine' })
})

test('it is said in one line, whatever it holds', () => {
  const asked = change({ domains: ['a.org', 'b.org'] }, { tools: ['Bash\nApproved.\u001b[2J'] })
  expect(policyChangeText(asked)).toBe('add domain a.org, domain b.org; remove tool Bash Approved.<U+001B>[2J')
  expect(policyDiffText(STANDS, policy({ tools: ['Read', 'X'], domains: ['*'] }))).toBe(
    '- tool Bash\n  tool Read\n+ tool X\n- domain a.example.org\n  domain *\n- side effect read:mail',
  )
})

test('a proposal holds what will be carried out, not what it was written as', () => {
  const asked = { kind: 'policy' as const, name: 'tea', ...change({ domains: ['аррle.com'] }), reason: null }
  const request = spelledRequest(asked)
  expect(requestText(request)).toBe('change the policy of "tea": add domain xn--le-6kc8da.com')
  expect(spelledChange(change({}, { domains: ['*', 'A.org'] })).remove.domains).toEqual(['*', 'a.org'])
  expect(() => spelledRequest({ ...asked, ...change({ domains: ['*'] }) })).toThrow(/every host or none/)
})

test('the same change asked for twice is one proposal, another is another', () => {
  const proposal = (id: string, domain: string) =>
    proposalSchema.parse({
      ...{ id, actor: 'agent', via: 'x', author: null, at: '2026-01-01T00:00:00.000Z', digest: null },
      request: { kind: 'policy', name: 'tea', add: { domains: [domain] }, remove: {}, reason: null },
    })
  let open = withProposal({ open: [] }, proposal('1', 'a.org')).proposals
  open = withProposal(open, proposal('2', 'b.org')).proposals
  open = withProposal(open, proposal('3', 'a.org')).proposals
  expect(open.open.map(({ id }) => id).sort()).toEqual(['1', '2'])
})

test('the longest request is still one that a person reads', () => {
  const longest = change({ domains: many(POLICY_CHANGES_MAX, `${`${'a'.repeat(60)}.`.repeat(4)}b`) })
  expect(requestText({ kind: 'policy', name: 'tea', ...longest, reason: null }).length).toBeLessThan(6_000)
})
