// Literal values that others rely on: clients read the codes, files on disk hold the rest. A red test here is a change of
// the public contract, to be made on purpose.
import { expect, test } from 'vitest'
import { APPROVALS } from '../../src/domain/approval.ts'
import { diagnosticLine } from '../../src/domain/diagnostic.ts'
import { sha256Of } from '../../src/domain/digest.ts'
import { EXPOSURES } from '../../src/domain/exposure.ts'
import { GATE_DEFAULT, GATES } from '../../src/domain/gates.ts'
import { journalEventSchema, ledgerEventSchema } from '../../src/domain/journal-event.ts'
import { CONTRIBUTIONS, OUTCOMES, verdictOf } from '../../src/domain/outcomes.ts'
import { ACTORS, CAUSES, LIFECYCLE_CAUSES, LIFECYCLES, recordSchema } from '../../src/domain/record.ts'
import { ERROR_CODES, SkillError, shown } from '../../src/domain/skill-error.ts'
import { contextOf, loaded } from '../support/builders.ts'

test('the codes of errors', () => {
  expect(Object.keys(ERROR_CODES)).toEqual([
    ...['bad-input', 'bad-name', 'not-found', 'conflict', 'damaged', 'too-large', 'refused', 'needs-person'],
    ...['busy', 'storage', 'provider-auth', 'provider-refused', 'provider-busy', 'provider-answer', 'budget-exhausted'],
    'unreachable',
  ])
})

test('an error carries its code, its fix and its cause', () => {
  const cause = new Error('deep')
  const error = new SkillError('busy', 'locked', 'Try again.', { cause })
  expect(error).toMatchObject({ name: 'SkillError', code: 'busy', message: 'locked', fix: 'Try again.', cause })
})

test('who acts and why a version came to be', () => {
  expect(ACTORS).toEqual(['operator', 'agent', 'model', 'system', 'installer'])
  expect(CAUSES).toEqual(['saved', 'edited', 'hand-edited', 'restored', 'archived', 'seeded', 'accepted', 'merged'])
  expect(LIFECYCLES).toEqual(['candidate', 'verified', 'released', 'degraded', 'deprecated', 'archived'])
  expect(LIFECYCLE_CAUSES).toEqual(['promote', 'approve', 'deprecate', 'degrade', 'recover', 'archive', 'revive'])
  expect(APPROVALS).toEqual(['pending_review', 'approved', 'needs_reapproval'])
  expect(EXPOSURES).toEqual(['hidden', 'on-request', 'listed-warn', 'listed'])
  expect([GATES, GATE_DEFAULT]).toEqual([['open', 'guarded', 'strict'], 'guarded'])
})

test('the outcomes of a skill, what each says of it, and what it had to do with it', () => {
  expect(OUTCOMES.map((outcome) => [outcome, verdictOf(outcome)])).toEqual([
    ['success', 'success'],
    ['task_mismatch', 'failure'],
    ['runtime_error', 'failure'],
    ['auth_error', 'neutral'],
    ['dependency_missing', 'neutral'],
    ['api_error', 'neutral'],
    ['cancelled', 'neutral'],
    ['unknown', 'neutral'],
  ])
  expect(CONTRIBUTIONS).toEqual(['verified', 'mixed', 'unknown'])
})

const ENVELOPE = { id: 'i', sessionId: 's', timestamp: '2026-11-21T10:00:00.000Z', seq: 1, actor: 'agent' }
const EVENTS = [
  { event: 'session-started', ...ENVELOPE, client: 'c', source: 'startup' },
  { event: 'session-ended', ...ENVELOPE, source: 'exit' },
  { event: 'turn', ...ENVELOPE },
  { event: 'turn', ...ENVELOPE, stems: ['deploy'], text: 'deploy service' },
  { event: 'tool-called', ...ENVELOPE, tool: 'Bash', ok: true, ms: 5, args: 'command: npm test' },
  { event: 'feedback', ...ENVELOPE, feedback: 'quality', value: 'poor', note: 'n' },
  { event: 'recalled', ...ENVELOPE, skills: ['mail'], related: [], confidence: 0.5, blockChars: 10 },
  { event: 'loaded', ...ENVELOPE, skillName: 'mail', version: 1, how: 'recalled' },
  { event: 'outcome', ...ENVELOPE, skill: 'mail', outcome: 'task_mismatch', key: 'k', note: 'n' },
  { event: 'outcome', ...ENVELOPE, skill: 'mail', outcome: 'success', contribution: 'verified', loadId: 'l' },
  { event: 'feedback', ...ENVELOPE, feedback: 'correction', skill: 'mail', value: 'v' },
]

test.each(EVENTS)('a line of a session as it stands on disk: $event', (line) => {
  expect(journalEventSchema.parse({ ...line, later: true })).toEqual({ ...line, later: true })
})

test.each([
  ['no id', { id: undefined }],
  ['an empty id', { id: '' }],
  ['a stranger as actor', { actor: 'root' }],
  ['a counter that is none', { seq: -1 }],
  ['a way of loading that is none', { how: 'magic' }],
  ['an event that is none', { event: 'deleted' }],
])('no event: %s', (_, fault) => {
  expect(journalEventSchema.safeParse({ ...loaded('mail'), ...fault }).success).toBe(false)
})

test.each(['skill-saved', 'skill-archived', 'skill-restored', 'skill-seeded'])(
  'a line of the ledger as it stands on disk: %s',
  (event) => {
    const line = { event, ...ENVELOPE, name: 'mail', version: 1, digest: 'd' }
    expect(ledgerEventSchema.parse(line)).toEqual(line)
  },
)

test('a record as it stands on disk', () => {
  const digest = 'a'.repeat(64)
  const manifest = [{ path: 'skill.json', size: 1, sha256: digest }]
  const version = { version: 1, digest, at: contextOf().now, actor: 'agent', cause: 'saved', manifest }
  const record = {
    ...{ name: 'mail', origin: 'machine', via: 'save_skill', author: null, lifecycle: 'candidate', archivedAt: null },
    versions: [version],
  }
  const unsaid = {
    ...{ lastStep: null, decidedAt: null, approval: null, rejection: null, draft: null, formerDrafts: [] },
    ...{ acceptedFrom: null, numbersUsed: 0, supersededBy: null, extractedFrom: null, scope: null },
  }
  expect(recordSchema.parse({ ...record, pinned: true })).toEqual({ ...record, ...unsaid, pinned: true })
  const at = contextOf().now
  const policy = { tools: ['read'], domains: [], credentials: [], sideEffects: [] }
  const file = { path: 'scripts/a.sh', size: 1, sha256: digest, isExecutable: true }
  const kept = { version: 2, digest, size: 1, files: [file], base: null }
  const draft = { ...kept, at, actor: 'model', via: 'extract', author: null }
  const whole = {
    ...record,
    lastStep: { cause: 'promote', from: 'candidate', actor: 'operator', at, reason: null },
    approval: { contentHash: digest, digest, policy, files: 2, at, actor: 'operator' },
    rejection: { digest, note: 'no', at },
    ...{ decidedAt: at, draft, formerDrafts: [{ ...draft, version: 1 }] },
    acceptedFrom: { draft, approval: null, rejection: null, lifecycle: 'candidate', lastStep: null },
    ...{ numbersUsed: 3, pinned: false, supersededBy: 'post', later: true },
    extractedFrom: { runId: 'r1', timestamp: at, changedFiles: ['SKILL.md'], deletedFiles: [], version: 2 },
    scope: { session: 's', since: at, endedAt: null },
  }
  expect(recordSchema.parse(whole)).toEqual(whole)
})

test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
])('the digest of %j', (text, digest) => {
  expect(sha256Of(text)).toBe(digest)
  expect(sha256Of(Buffer.from(text))).toBe(digest)
})

test('a diagnostic as one line', () => {
  const fault = {
    severity: 'error',
    code: 'json-syntax',
    file: 'skills/a.json',
    expected: 'JSON',
    received: '}',
  } as const
  expect(diagnosticLine({ ...fault, line: 3, fix: 'Mend it.' })).toBe(
    'skills/a.json:3: error json-syntax: expected JSON, got }. Mend it.',
  )
  expect(diagnosticLine({ ...fault, fix: 'Mend it.' })).toMatch(/^skills\/a\.json: error /)
})

test.each([
  ['a\u0000\u202eb', 'a\ufffd\ufffdb'],
  ['x'.repeat(61), `${'x'.repeat(57)}...`],
  [{ a: 1 }, '{"a":1}'],
  [undefined, 'undefined'],
])('%j in a message', (value, text) => {
  expect(shown(value)).toBe(text)
})
