// The documents that scripts rely on, pinned key by key: a change here is a change of the contract.
import { expect, test, vi } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { homeWith, json, place } from './run-program.ts'

// Each step starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

/** The same value with each leaf replaced by its type; of a list, its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}

const SKILL = {
  name: 'mcp/email',
  summary: 'Send email',
  content: 'Send it.',
  createdAt: '2026-11-01T10:00:00.000Z',
  seeAlso: ['mcp/calendar'],
  steps: [{ action: 'send', description: 'Send it', tool: 'mail' }],
  mine: { kept: true },
}
const SKILL_SHAPE = {
  name: 'string',
  summary: 'string',
  content: 'string',
  createdAt: 'string',
  updatedAt: 'null',
  seeAlso: ['string'],
  tags: [],
  triggers: [],
  steps: [{ action: 'string', description: 'string', tool: 'string' }],
  dependsOn: [],
  conflictsWith: [],
  parent: 'null',
  policy: { tools: [], domains: [], credentials: [], sideEffects: [] },
  extra: { mine: { kept: 'boolean' } },
}
const VERSION_SHAPE = {
  version: 'number',
  at: 'string',
  actor: 'string',
  cause: 'string',
  bytes: 'number',
  isLive: 'boolean',
  isApproved: 'boolean',
  isKept: 'boolean',
}
const STANDING_SHAPE = {
  tier: 'number',
  origin: 'string',
  lifecycle: 'string',
  approval: 'string',
  exposure: 'string',
  executable: 'boolean',
  pinned: 'boolean',
  draft: 'boolean',
  supersededBy: 'null',
  warnings: [],
}
const FAULT_SHAPE = {
  file: 'string',
  line: 'number',
  severity: 'string',
  code: 'string',
  expected: 'string',
  received: 'string',
  fix: 'string',
}
const SHARE_SHAPE = { count: 'number', of: 'number' }
const MEASURES_SHAPE = {
  cases: 'number',
  recallAt1: 'number',
  recallAt3: 'number',
  recallAt5: 'number',
  answered: 'number',
  falseRecalls: { everyday: SHARE_SHAPE, silent: SHARE_SHAPE, wrongFirst: SHARE_SHAPE },
}
const RUN_SHAPE = { place: 'number', confidence: 'number', first: 'string' }
const NOWHERE_SHAPE = { ...RUN_SHAPE, place: 'null' }
const TRIAL_SHAPE = {
  id: 'string',
  kind: 'string',
  source: 'string',
  skill: 'string',
  static: RUN_SHAPE,
  withLearning: RUN_SHAPE,
  reason: 'string',
}
// A miss, one that is found and not answered, a false recall, and a line that is no case.
const CASES = [
  '{"message": "send an email", "skill": "mcp/calendar"}',
  '{"stems": ["email"], "skill": "mcp/email"}',
  '{"message": "send the email", "silent": true}',
  'hm',
]

const PINS: [args: string[], shape: unknown][] = [
  [
    ['list'],
    {
      skills: [
        {
          name: 'string',
          summary: 'string',
          tags: [],
          triggers: [],
          createdAt: 'string',
          updatedAt: 'null',
          ...STANDING_SHAPE,
          version: 'number',
          archivedAt: 'null',
          loads: 'number',
          lastUsedAt: 'null',
        },
      ],
      total: 'number',
      faults: 'number',
    },
  ],
  [
    ['policy', 'mcp/email'],
    {
      ...{ name: 'string', version: 'number', whyNot: 'null', approval: 'string', executable: 'boolean' },
      declared: { tools: [], domains: [], credentials: [], sideEffects: [] },
      inForce: { tools: [], domains: [], credentials: [], sideEffects: [] },
    },
  ],
  [
    ['show', 'mcp/email'],
    {
      skill: SKILL_SHAPE,
      version: 'number',
      isLive: 'boolean',
      which: 'string',
      standing: {
        ...STANDING_SHAPE,
        author: 'null',
        archivedAt: 'null',
        via: 'null',
        approvedAt: 'null',
        summaryExtracted: 'boolean',
      },
      stats: { loads: 'number', lastUsedAt: 'null' },
      dependencies: [],
      files: [],
      findings: [],
      moreFindings: 'number',
    },
  ],
  [['show', 'mcp/email', '--raw'], { name: 'string', version: 'number', isLive: 'boolean', skillMd: 'string' }],
  [
    ['history', 'mcp/email'],
    {
      ...{ name: 'string', archivedAt: 'null', approvedAt: 'null', draft: 'null' },
      versions: [VERSION_SHAPE],
      rejections: [],
    },
  ],
  [
    ['check'],
    {
      findings: [FAULT_SHAPE],
      errors: 'number',
      warnings: 'number',
      skills: 'number',
    },
  ],
  [['config'], { settings: [{ key: 'string', value: 'string', origin: 'string' }], warnings: [] }],
  [
    ['recall', 'send', 'an', 'email', '--why', '--bodies', '1'],
    {
      hits: [
        {
          name: 'string',
          summary: 'string',
          score: 'number',
          confidence: 'number',
          reason: 'string',
          terms: [{ term: 'string', score: 'number', fields: ['string'] }],
          learned: { score: 'number', messages: 'number' },
          body: 'string',
        },
      ],
      related: [],
      context: [],
      note: 'string',
      why: {
        terms: ['string'],
        repairs: [],
        threshold: 'number',
        confidence: 'number',
        confidenceNeeded: 'number',
        learned: { lessons: 'number', likenessBest: 'number' },
        others: [],
      },
      block: 'string',
    },
  ],
  [['recall', 'hm'], { hits: [], related: [], context: [], silent: 'string', block: 'string' }],
  [
    ['eval', '--fail-under', '0', '--dry-run'],
    {
      cases: { used: 'number', wrong: 'number', kept: 'number', keptSilent: 'number', everyday: 'number' },
      gone: [],
      learning: 'string',
      static: MEASURES_SHAPE,
      withLearning: MEASURES_SHAPE,
      changes: 'null',
      missed: [{ ...TRIAL_SHAPE, words: 'string', static: NOWHERE_SHAPE, withLearning: NOWHERE_SHAPE }],
      silent: [{ ...TRIAL_SHAPE, words: ['string'] }],
      falseRecalls: [{ ...TRIAL_SHAPE, skill: 'null', words: 'string' }],
      faults: [FAULT_SHAPE],
      failUnder: { percent: 'number', passed: 'boolean' },
    },
  ],
  [
    ['stats'],
    {
      days: 'number',
      sessions: 'number',
      loads: 'number',
      skills: [],
      together: [],
      skippedLines: 'number',
      unused: ['string'],
    },
  ],
  [
    ['backup', '<new>'],
    {
      target: 'string',
      parts: [{ part: 'string', files: 'number', bytes: 'number' }],
      leftOut: [],
      damaged: [],
      verified: 'boolean',
    },
  ],
  [
    ['dream'],
    {
      dryRun: 'boolean',
      provider: { state: 'string', model: 'null', tokensToday: 'number', note: 'null' },
      due: ['string'],
      skipped: [{ pass: 'string', reason: 'string' }],
      runs: [],
    },
  ],
  [['dream', '--list'], { cycles: [], total: 'number' }],
  [['review', '--list'], { waiting: [], total: 'number' }],
  [
    ['deprecate', 'mcp/email', '--reason', 'old'],
    { name: 'string', version: 'number', from: 'string', to: 'string', reason: 'string', supersededBy: 'null' },
  ],
  [['archive', 'mcp/email'], { name: 'string', version: 'number', archived: 'boolean', referredBy: [] }],
  [['restore', 'mcp/email'], { name: 'string', version: 'number', restoredFrom: 'number', changed: 'boolean' }],
]

test('each command answers with its document', async () => {
  const home = homeWith([SKILL])
  place(home, 'cortex/.keep', '')
  place(home, 'recall-cases.jsonl', CASES.join('\n'))
  const copy = `${tempFolder()}/copy`
  for (const [args, shape] of PINS) {
    const given = args.map((arg) => arg.replace('<new>', copy))
    expect(shapeOf(await json(given, home)), args.join(' ')).toEqual(shape)
  }
})
