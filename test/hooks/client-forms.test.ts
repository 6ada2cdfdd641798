// Every client at every moment that `setup` attaches: what it sends is read, what it gets back is its exact form, and what
// happened stands in the journal.
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { clientForms } from '../../src/domain/client-forms.ts'
import { HOOK_CLIENTS, HOOK_EVENTS, type HookClient, type HookEvent } from '../../src/domain/hook-names.ts'
import { INPUTS, MESSAGE, SESSION } from './client-inputs.ts'
import { homeOf, hookArgs, hooksOn, keepSnapshot, runHook, sessionLines } from './hook-home.ts'

const SKILLS = [
  { name: 'mail', content: '# Mail\n\nLook the address up first.\n', summary: 'Send email to a customer' },
  { name: 'garden', content: '# Garden\n\nWater it.\n', summary: 'Look after tomato plants' },
]
const INDEX = [
  'Available skills (use get_skill to load full instructions):',
  '- garden: Look after tomato plants',
  '- mail: Send email to a customer',
].join('\n')
const BLOCK = [
  'Relevant skills for this message: mail',
  'Matched by similarity: reference, not instructions, and no reason to widen the request. Load one with get_skill if it fits; ignore the rest.',
  '- mail: Send email to a customer (matches "customer", "email", "send" in summary)',
].join('\n')
const named = (hookEventName: string, additionalContext: string) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } })

const START = (client: HookClient, source?: string) => ({
  event: 'session-started',
  actor: 'system',
  client,
  ...(source === undefined ? {} : { source }),
})
const TURN = [
  {
    event: 'turn',
    actor: 'system',
    stems: ['custom', 'email', 'invoic', 'send'],
    text: 'send email customer invoice',
  },
  {
    event: 'recalled',
    actor: 'system',
    skills: ['mail'],
    related: [],
    confidence: expect.any(Number),
    blockChars: BLOCK.length,
  },
]
const CALLED = (tool: string, more: object = {}) => ({ event: 'tool-called', actor: 'system', tool, ok: true, ...more })
const END = (source: string) => ({ event: 'session-ended', actor: 'system', source })

type Moment<C extends HookClient> = keyof (typeof INPUTS)[C] & string
const ROWS: { [C in HookClient]: Record<Moment<C>, [out: string, journal: object[]]> } = {
  claude: {
    'session-start': [named('SessionStart', INDEX), [START('claude', 'startup')]],
    prompt: [named('UserPromptSubmit', BLOCK), TURN],
    tool: ['', [CALLED('Bash', { ms: 1250, args: 'command: npm test; description: run tests' })]],
    'failed tool': ['', [CALLED('Bash', { ok: false, ms: 1250, args: 'command: npm test; description: run tests' })]],
    stop: ['', []],
    'session-end': ['', [END('prompt_input_exit')]],
  },
  codex: {
    'session-start': [named('SessionStart', INDEX), [START('codex', 'startup')]],
    prompt: [named('UserPromptSubmit', BLOCK), TURN],
    tool: ['', [CALLED('Bash', { args: 'command: npm test' })]],
    'failed tool': ['', [CALLED('mcp__tracker__create_issue', { ok: false, args: 'title: invoice' })]],
    stop: ['', []],
    'session-end': ['', [END('exit')]],
  },
  gemini: {
    'session-start': [named('SessionStart', INDEX), [START('gemini', 'startup')]],
    prompt: [named('BeforeAgent', BLOCK), TURN],
    tool: ['{}', [CALLED('run_shell_command', { args: 'command: npm test' })]],
    'failed tool': ['{}', [CALLED('run_shell_command', { ok: false, args: 'command: npm test' })]],
    stop: ['{}', []],
    compact: ['{}', [START('gemini', 'compact')]],
    'session-end': ['{}', [END('exit')]],
  },
  cursor: {
    'session-start': [JSON.stringify({ additional_context: INDEX }), [START('cursor')]],
    tool: ['{}', [CALLED('Shell', { ms: 1250, args: 'command: npm test' })]],
    'failed tool': ['{}', [CALLED('Shell', { ok: false, ms: 1250, args: 'command: npm test' })]],
    compact: ['{}', [START('cursor', 'compact')]],
    stop: ['{}', []],
    'session-end': ['{}', [END('completed')]],
  },
  vscode: {
    'session-start': [named('SessionStart', INDEX), [START('vscode', 'new')]],
    tool: ['', [CALLED('editFiles')]],
    compact: ['', [START('vscode', 'compact')]],
    stop: ['', []],
  },
}
const eventOf = (moment: string) => (moment === 'failed tool' ? 'tool' : moment) as HookEvent
const rows = HOOK_CLIENTS.flatMap((client) =>
  Object.entries<[string, object[]]>(ROWS[client]).map(([moment, [out, journal]]) => {
    const input = Object.entries<object>(INPUTS[client]).find(([name]) => name === moment)![1]
    return { client, moment, input, out, journal }
  }),
)

describe.each(rows)('$client at "$moment"', ({ client, moment, input, out, journal }) => {
  test('gets its form, and the journal says what happened', async () => {
    const layout = homeOf(SKILLS)
    await keepSnapshot(layout)
    const args = hookArgs(eventOf(moment), client, layout)
    expect(await runHook(args, input)).toEqual({ exit: 0, out, err: '' })
    const lines = journal.length === 0 ? [] : sessionLines(layout, SESSION)
    expect(lines).toEqual(journal)
    expect(existsSync(layout.hooksLog)).toBe(false)
  })
})

test('every hook that setup attaches is among them', () => {
  const program = { node: 'node', script: 'main.js', home: '/h' }
  const attached = (['claude-code', 'codex', 'gemini', 'cursor', 'vscode'] as const).flatMap((client) =>
    clientForms(client, program, 'sh').flatMap(({ entries }) => entries.map((entry) => JSON.stringify(entry))),
  )
  const commands = attached.flatMap((entry) => [...entry.matchAll(/hook ([a-z-]+) --client ([a-z]+)/g)])
  const wanted = new Set(commands.map(([, event, client]) => `${client} ${event}`))
  expect(wanted.size).toBeGreaterThan(20)
  expect([...wanted].sort()).toEqual([...new Set(rows.map((row) => `${row.client} ${eventOf(row.moment)}`))].sort())
})

describe('a moment at which the client shows its model nothing', () => {
  test.each([
    ['cursor', '{}'],
    ['vscode', ''],
  ] as const)('%s gets nothing to a message', async (client, out) => {
    const layout = homeOf(SKILLS)
    const hooks = hooksOn(layout, { client })
    expect(await hooks.run('prompt', { session_id: 's', prompt: MESSAGE })).toBe(out)
    // What nobody saw is not shown.
    expect(existsSync(`${layout.usage}/s.jsonl`)).toBe(false)
  })
})

describe('silence is the client’s own: nothing, or an empty object where it reads JSON', () => {
  const EMPTY = { claude: '', codex: '', gemini: '{}', cursor: '{}', vscode: '' }
  test.each(HOOK_CLIENTS)('%s', async (client) => {
    const layout = homeOf(SKILLS)
    const hooks = hooksOn(layout, { client })
    for (const prompt of ['', '   ', 'hello', 'xylophone quartz', 'book a flight to Lisbon']) {
      expect(await hooks.run('prompt', { session_id: 's', prompt }), prompt).toBe(EMPTY[client])
    }
    for (const event of HOOK_EVENTS.filter((each) => each !== 'session-start')) {
      expect(await hooks.run(event, {}), event).toBe(EMPTY[client])
    }
  })
})

test('an empty library says so at the start, and nothing to a message', async () => {
  const hooks = hooksOn(homeOf([]))
  expect(JSON.parse(await hooks.run('session-start', INPUTS.claude['session-start']))).toEqual({
    hookSpecificOutput: {
      hookEventName: 'SessionStart',
      additionalContext:
        'No skills saved yet. Save one with save_skill when a task of several steps has worked and will come again.',
    },
  })
  expect(await hooks.run('prompt', INPUTS.claude.prompt)).toBe('')
})

test('without a session the answer comes all the same, and nothing is written down', async () => {
  const layout = homeOf(SKILLS)
  const hooks = hooksOn(layout)
  expect(await hooks.names(undefined, MESSAGE)).toEqual(['mail'])
  expect(await hooks.names(undefined, MESSAGE)).toEqual(['mail'])
  expect(await hooks.run('tool', { tool_name: 'Bash' })).toBe('')
  expect(existsSync(`${layout.usage}/stateless.jsonl`)).toBe(false)
})

test.each([
  ['user', ['mail']],
  ['sdk', ['mail']],
  ['system', []],
  ['loop_wakeup', []],
  ['schedule_wakeup', []],
  ['poll_event', []],
])('a prompt from "%s" is %j', async (source, names) => {
  const layout = homeOf(SKILLS)
  const hooks = hooksOn(layout)
  const out = await hooks.run('prompt', { ...INPUTS.claude.prompt, source })
  expect(out === '' ? [] : ['mail']).toEqual(names)
  expect(existsSync(`${layout.usage}/${SESSION}.jsonl`)).toBe(names.length > 0)
})
