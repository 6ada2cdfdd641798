// The plugin of Claude Code, built as for users and used from a folder that has no packages around it: what its files say
// is what the documents of plugins name, and its server and hooks do their work when started as those files say.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSkillMd } from '../../src/domain/skill-md-reader.ts'
import { makeFolder, tempFolder } from '../support/temp-home.ts'
import { type Command, connectTo, DEFAULT_TOOLS, ROOT, run, runHook, toolNames } from './packed.ts'

const { folder: plugin, remove } = makeFolder()
beforeAll(() => run({ command: process.execPath, args: ['build/plugin.mjs', plugin] }))
afterAll(remove)

const text = (path: string) => readFileSync(join(plugin, path), 'utf8')
const json = (path: string) => JSON.parse(text(path))

const PLACEHOLDER = `\${CLAUDE_PLUGIN_ROOT}`

/** As Claude Code does before it starts anything. */
const placed = ({ command, args }: Command): Command => ({
  command,
  args: args.map((arg) => arg.replaceAll(PLACEHOLDER, plugin)),
})
const hookOf = (event: string) => placed(json('hooks/hooks.json').hooks[event][0].hooks[0])

test('the folder holds what a plugin may hold, and nothing that would be fetched', () => {
  expect(readdirSync(plugin).sort()).toEqual(['.claude-plugin', '.mcp.json', 'README.md', 'hooks', 'server', 'skills'])
  expect(readdirSync(join(plugin, 'server')).sort()).toEqual([
    'LICENSE',
    'THIRD-PARTY-LICENSES.txt',
    'chunks',
    'dashboard',
    'hook-line.js',
    'main.js',
    'package.json',
  ])
  expect(json('server/package.json')).toEqual({ type: 'module' })
})

test('the manifest names nothing that Claude Code does not know, and says what the package says', () => {
  const { name, version, description } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(json('.claude-plugin/plugin.json')).toEqual({
    name,
    displayName: 'Skill Cortex',
    version,
    description,
    author: { name: expect.any(String) },
    license: 'MIT',
    keywords: expect.arrayContaining(['skills']),
  })
  expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(json('.claude-plugin/marketplace.json')).toEqual({
    name,
    description,
    owner: { name: expect.any(String) },
    plugins: [{ name, source: './', description }],
  })
})

const claude = (event: string, more: object) => [
  {
    hooks: [
      {
        type: 'command',
        command: 'node',
        args: [`${PLACEHOLDER}/server/main.js`, 'hook', event, '--client', 'claude', '--home', '~/.skill-cortex'],
        ...more,
      },
    ],
  },
]

test('server and hooks are those of the one description', () => {
  expect(json('.mcp.json')).toEqual({
    mcpServers: {
      'skill-cortex': {
        command: 'node',
        args: [`${PLACEHOLDER}/server/main.js`, 'stdio', '--home', '~/.skill-cortex'],
      },
    },
  })
  expect(json('hooks/hooks.json')).toEqual({
    description: expect.any(String),
    hooks: {
      SessionStart: claude('session-start', { timeout: 10 }),
      UserPromptSubmit: claude('prompt', { timeout: 10 }),
      PostToolUse: claude('tool', { timeout: 10, async: true }),
      PostToolUseFailure: claude('tool', { timeout: 10, async: true }),
      Stop: claude('stop', { timeout: 10, async: true }),
      SessionEnd: claude('session-end', { timeout: 5 }),
    },
  })
})

test('the skill in it is one by our own reading, and names only tools that there are', () => {
  const file = 'skills/skill-library/SKILL.md'
  const { skill, diagnostics } = readSkillMd(text(file), { file, now: '2026-01-01T00:00:00.000Z' })
  expect(diagnostics).toEqual([])
  expect(skill).toMatchObject({ name: 'skill-library', summary: expect.stringMatching(/Use when/) })
  const named = [...text(file).matchAll(/`([a-z]+_[a-z]+)`/g)].map((match) => match[1]!)
  expect(DEFAULT_TOOLS).toEqual(expect.arrayContaining(named))
  expect(existsSync(join(plugin, 'server/main.js'))).toBe(true)
})

describe('started as its files say, with nothing but a home folder', () => {
  const PROMPT = 'save this as a skill: how we deploy'
  const session = { session_id: 'a-session', cwd: '/', transcript_path: '/none' }

  test('the server answers, the hooks show the index and what fits, and all share one home', async () => {
    const env = { HOME: tempFolder() }
    const client = await connectTo(placed(json('.mcp.json').mcpServers['skill-cortex']), env)
    expect(client.getServerVersion()).toMatchObject({ name: 'skill-cortex' })
    expect(await toolNames(client)).toEqual(DEFAULT_TOOLS)
    expect(existsSync(join(env.HOME, '.skill-cortex/skills/skills-and-rules.json'))).toBe(true)

    const start = { ...session, hook_event_name: 'SessionStart', source: 'startup' }
    expect(JSON.parse(await runHook(hookOf('SessionStart'), start, env))).toEqual({
      hookSpecificOutput: {
        hookEventName: 'SessionStart',
        additionalContext: expect.stringMatching(/^- skills-and-rules: /m),
      },
    })
    const message = { ...session, hook_event_name: 'UserPromptSubmit', prompt: PROMPT }
    expect(JSON.parse(await runHook(hookOf('UserPromptSubmit'), message, env))).toEqual({
      hookSpecificOutput: {
        hookEventName: 'UserPromptSubmit',
        additionalContext: expect.stringMatching(/^Relevant skills for this message: .*skills-and-rules/),
      },
    })
    expect(await runHook(hookOf('UserPromptSubmit'), message, env)).toBe('')
    const tool = {
      tool_name: 'mcp__plugin_skill-cortex_skill-cortex__get_skill',
      tool_input: { name: 'memory-systems' },
    }
    await runHook(hookOf('PostToolUse'), { ...session, ...tool, hook_event_name: 'PostToolUse' }, env)
    await runHook(hookOf('SessionEnd'), { ...session, hook_event_name: 'SessionEnd', reason: 'other' }, env)
    const journal = readFileSync(join(env.HOME, '.skill-cortex/skill-usage/a-session.jsonl'), 'utf8')
    const events = journal
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events.map(({ event, skill }) => skill ?? event)).toEqual([
      'session-started',
      'turn',
      'recalled',
      'turn',
      'memory-systems',
      'session-ended',
    ])
  })

  test('the command line in it works too, as the skill tells the model', async () => {
    const env = { HOME: tempFolder() }
    const client = await connectTo(placed(json('.mcp.json').mcpServers['skill-cortex']), env)
    await client.close()
    const line = /^node "\$\{CLAUDE_PLUGIN_ROOT\}\/server\/main\.js" (\w+) "the message" (.*)$/m.exec(
      text('skills/skill-library/SKILL.md'),
    )
    const [, verb, rest] = line!
    const args = [join(plugin, 'server/main.js'), verb!, PROMPT, ...rest!.split(' ')]
    expect(await run({ command: 'node', args }, { env })).toMatch(/skills-and-rules/)
  })
})
