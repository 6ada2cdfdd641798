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
  isKept: 'boolean',
}

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
          origin: 'string',
          lifecycle: 'string',
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
    ['show', 'mcp/email'],
    {
      skill: SKILL_SHAPE,
      version: 'number',
      isLive: 'boolean',
      standing: {
        origin: 'string',
        lifecycle: 'string',
        author: 'null',
        archivedAt: 'null',
        summaryExtracted: 'boolean',
      },
      stats: { loads: 'number', lastUsedAt: 'null' },
    },
  ],
  [['show', 'mcp/email', '--raw'], { name: 'string', version: 'number', isLive: 'boolean', skillMd: 'string' }],
  [['history', 'mcp/email'], { name: 'string', archivedAt: 'null', versions: [VERSION_SHAPE] }],
  [
    ['check'],
    {
      findings: [
        {
          file: 'string',
          line: 'number',
          severity: 'string',
          code: 'string',
          expected: 'string',
          received: 'string',
          fix: 'string',
        },
      ],
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
          body: 'string',
        },
      ],
      related: [],
      context: [],
      block: 'string',
    },
  ],
  [['recall', 'hm'], { hits: [], related: [], context: [], silent: 'string', block: 'string' }],
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
  [['archive', 'mcp/email'], { name: 'string', version: 'number', archived: 'boolean', referredBy: [] }],
  [['restore', 'mcp/email'], { name: 'string', version: 'number', restoredFrom: 'number', changed: 'boolean' }],
]

test('each command answers with its document', async () => {
  const home = homeWith([SKILL])
  place(home, 'cortex/.keep', '')
  const copy = `${tempFolder()}/copy`
  for (const [args, shape] of PINS) {
    const given = args.map((arg) => arg.replace('<new>', copy))
    expect(shapeOf(await json(given, home)), args.join(' ')).toEqual(shape)
  }
})
