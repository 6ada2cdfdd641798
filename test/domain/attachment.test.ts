// Goal: each client gets exactly the form that its documents describe. Typed out, so that a changed form is a red test.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exampleConfig, homeOfHook, homeOfServer } from '../../src/domain/attachment.ts'
import type { Client } from '../../src/domain/client-channels.ts'
import { clientForms } from '../../src/domain/client-forms.ts'

const ROOT = join(import.meta.dirname, '../..')
const UNIX = { node: '/usr/bin/node', script: '/opt/skill-cortex/dist/main.js', home: '/home/ann/my skills' }
const WINDOWS = {
  node: 'C:\\Program Files\\nodejs\\node.exe',
  script: 'C:\\tools\\skill-cortex\\dist\\main.js',
  home: 'C:\\Users\\Ann Lee\\.skill-cortex',
}

const SERVER = {
  command: '/usr/bin/node',
  args: ['/opt/skill-cortex/dist/main.js', 'stdio', '--home', '/home/ann/my skills'],
}
const run = (event: string, client: string) =>
  `/usr/bin/node /opt/skill-cortex/dist/main.js hook ${event} --client ${client} --home '/home/ann/my skills'`

/** Each file as what it would hold were it empty before. */
function files(client: Client, program = UNIX, shell: 'sh' | 'windows' = 'sh') {
  return clientForms(client, program, shell).map(({ file, language, entries }) => {
    const holds: Record<string, unknown> = {}
    for (const entry of entries) {
      if (entry.kind === 'needed') holds[entry.key] = entry.value
      else holds[[...entry.at, ...(entry.kind === 'member' ? [entry.key] : [])].join('.')] = entry.value
    }
    return { file, language, holds }
  })
}

const claude = (event: string, more: object) => ({
  hooks: [{ type: 'command', command: run(event, 'claude'), ...more }],
})
const codex = (event: string, timeout: number) => ({
  hooks: [{ type: 'command', command: run(event, 'codex'), timeout }],
})
const gemini = (event: string, timeout: number) => ({
  hooks: [{ type: 'command', command: run(event, 'gemini'), name: 'skill-cortex', timeout }],
})
const cursor = (event: string) => ({ command: run(event, 'cursor'), timeout: 10 })
const vscode = (event: string) => ({ type: 'command', command: run(event, 'vscode'), timeout: 10 })

const GOLDEN: Record<Client, unknown> = {
  'claude-code': [
    { file: 'server', language: 'json', holds: { 'mcpServers.skill-cortex': { type: 'stdio', ...SERVER } } },
    {
      file: 'hooks',
      language: 'json',
      holds: {
        'hooks.SessionStart': claude('session-start', { timeout: 10 }),
        'hooks.UserPromptSubmit': claude('prompt', { timeout: 10 }),
        'hooks.PostToolUse': claude('tool', { timeout: 10, async: true }),
        'hooks.PostToolUseFailure': claude('tool', { timeout: 10, async: true }),
        'hooks.Stop': claude('stop', { timeout: 10, async: true }),
        'hooks.SessionEnd': claude('session-end', { timeout: 5 }),
      },
    },
  ],
  'claude-desktop': [{ file: 'server', language: 'json', holds: { 'mcpServers.skill-cortex': SERVER } }],
  cursor: [
    { file: 'server', language: 'json', holds: { 'mcpServers.skill-cortex': SERVER } },
    {
      file: 'hooks',
      language: 'json',
      holds: {
        version: 1,
        'hooks.sessionStart': cursor('session-start'),
        'hooks.postToolUse': cursor('tool'),
        'hooks.postToolUseFailure': cursor('tool'),
        'hooks.preCompact': cursor('compact'),
        'hooks.stop': cursor('stop'),
        'hooks.sessionEnd': cursor('session-end'),
      },
    },
  ],
  vscode: [
    { file: 'server', language: 'json', holds: { 'servers.skill-cortex': { type: 'stdio', ...SERVER } } },
    {
      file: 'hooks',
      language: 'json',
      holds: {
        'hooks.SessionStart': vscode('session-start'),
        'hooks.PostToolUse': vscode('tool'),
        'hooks.PreCompact': vscode('compact'),
        'hooks.Stop': vscode('stop'),
      },
    },
  ],
  codex: [
    { file: 'server', language: 'toml', holds: { 'mcp_servers.skill-cortex': SERVER } },
    {
      file: 'hooks',
      language: 'json',
      holds: {
        'hooks.SessionStart': codex('session-start', 10),
        'hooks.UserPromptSubmit': codex('prompt', 10),
        'hooks.PostToolUse': codex('tool', 10),
        'hooks.Stop': codex('stop', 10),
        'hooks.SessionEnd': codex('session-end', 3),
      },
    },
  ],
  gemini: [
    {
      file: 'server',
      language: 'json',
      holds: {
        'mcpServers.skill-cortex': SERVER,
        'hooks.SessionStart': gemini('session-start', 10_000),
        'hooks.BeforeAgent': gemini('prompt', 10_000),
        'hooks.AfterTool': gemini('tool', 10_000),
        'hooks.AfterAgent': gemini('stop', 10_000),
        'hooks.PreCompress': { matcher: 'manual', ...gemini('compact', 10_000) },
        'hooks.SessionEnd': gemini('session-end', 5_000),
      },
    },
  ],
}

test.each(Object.entries(GOLDEN))('%s', (client, golden) => {
  expect(files(client as Client)).toEqual(golden)
})

describe('on Windows', () => {
  test('the server is started by absolute paths', () => {
    for (const client of Object.keys(GOLDEN) as Client[]) {
      expect(Object.values(files(client, WINDOWS, 'windows')[0]!.holds)[0]).toMatchObject({
        command: 'C:\\Program Files\\nodejs\\node.exe',
        args: ['C:\\tools\\skill-cortex\\dist\\main.js', 'stdio', '--home', 'C:\\Users\\Ann Lee\\.skill-cortex'],
      })
    }
  })

  test('Claude Code runs hooks without a shell', () => {
    const [, hooks] = files('claude-code', WINDOWS, 'windows')
    expect(hooks!.holds['hooks.SessionStart']).toEqual({
      hooks: [
        {
          type: 'command',
          command: 'C:\\Program Files\\nodejs\\node.exe',
          args: [
            'C:\\tools\\skill-cortex\\dist\\main.js',
            'hook',
            'session-start',
            '--client',
            'claude',
            '--home',
            'C:\\Users\\Ann Lee\\.skill-cortex',
          ],
          timeout: 10,
        },
      ],
    })
  })

  test('others get a line whose program is never quoted', () => {
    const [, hooks] = files('cursor', WINDOWS, 'windows')
    expect(hooks!.holds['hooks.stop']).toEqual({
      command:
        'node C:\\tools\\skill-cortex\\dist\\main.js hook stop --client cursor --home "C:\\Users\\Ann Lee\\.skill-cortex"',
      timeout: 10,
    })
    const [, plain] = files('cursor', { ...WINDOWS, node: 'C:\\node\\node.exe' }, 'windows')
    expect(plain!.holds['hooks.stop']).toMatchObject({ command: expect.stringMatching(/^C:\\node\\node\.exe C:/) })
  })
})

describe('what is ours is known again', () => {
  test.each([['sh', UNIX] as const, ['windows', WINDOWS] as const])('in every form, for %s', (shell, program) => {
    for (const client of Object.keys(GOLDEN) as Client[]) {
      for (const entry of clientForms(client, program, shell).flatMap((form) => form.entries)) {
        if (entry.kind === 'member') expect(homeOfServer(entry.value)).toBe(program.home)
        if (entry.kind !== 'item') continue
        const handlers = Array.isArray(entry.value.hooks) ? entry.value.hooks : [entry.value]
        expect(handlers.map((handler) => homeOfHook(handler, shell))).toEqual([program.home])
      }
    }
  })

  const OTHERS: [title: string, value: unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a text', 'node main.js stdio --home /h'],
    ['a server over HTTP', { type: 'http', url: 'http://127.0.0.1:7420/mcp' }],
    ['another program', { command: 'npx', args: ['-y', 'skill-cortex', 'stdio', '--home', '/h'] }],
    ['no home', { command: 'node', args: ['/x/main.js', 'stdio'] }],
    ['a hook of another program', { type: 'command', command: 'node /x/main.js hooks stop --client claude --home /h' }],
    ['a hook that says no home', { type: 'command', command: 'node /x/main.js hook stop --client claude' }],
    ['a hook of another file', { command: 'node /x/domain.js hook stop --client claude --home /h' }],
    ['numbers', { command: 1, args: [2] }],
  ]
  test.each(OTHERS)('not %s', (_, value) => {
    expect(homeOfServer(value)).toBeUndefined()
    expect(homeOfHook(value, 'sh')).toBeUndefined()
  })
})

test('mcp.json.example and the block of the README come from the same description', () => {
  const example = JSON.parse(readFileSync(join(ROOT, 'mcp.json.example'), 'utf8'))
  expect(example).toEqual(exampleConfig())
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const block = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map((m) => m[1]!).find((b) => b.includes('mcpServers'))
  expect(JSON.parse(block!)).toEqual({
    mcpServers: { 'skill-cortex': exampleConfig().mcpServers['skill-cortex'] },
  })
})
