// What is read of a client's input: what is there under any of the names that clients use, and nothing of another type.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readHookInput } from '../../src/hooks/hook-input.ts'
import { seeded } from '../support/seed.ts'
import { INPUTS, ourToolCall } from './client-inputs.ts'

const read = (input: unknown) => readHookInput(JSON.stringify(input))
const tool = (more: object) => read({ session_id: 's', tool_name: 'Bash', ...more })?.tool
const NOTHING = { session: undefined, source: undefined, prompt: undefined, tool: undefined }

describe('what is no JSON object is no input', () => {
  test.each([
    '',
    ' ',
    '{',
    '{"a":1',
    'null',
    '3',
    '"text"',
    '[]',
    '[{"session_id":"s"}]',
    '{"a":1}{"b":2}',
    'undefined',
    '\0',
  ])('%j', (text) => expect(readHookInput(text)).toBeUndefined())
})

test('a byte order mark is passed over', () => {
  expect(readHookInput('\ufeff{"session_id":"s"}')?.session).toBe('s')
})

describe('a value of another type is not there', () => {
  test.each([
    [{}],
    [{ session_id: 7, source: {}, prompt: ['send mail'], tool_name: 5 }],
    [{ session_id: null, source: null, prompt: null, tool_name: null, tool_input: null }],
    [{ session_id: '', source: '', prompt: '', tool_name: '' }],
    [{ session_id: true, prompt: { text: 'send mail' }, tool_name: {}, tool_input: 'x', tool_response: [] }],
    [{ Session_Id: 's', PROMPT: 'send mail', __proto__: { prompt: 'x' } }],
  ])('%j', (input) => expect(read(input)).toEqual(NOTHING))

  test('nor is what an odd tool call says', () => {
    const odd = { tool_input: { name: 5, outcome: 'great' }, duration_ms: '12', duration: -1, tool_response: 'x' }
    expect(tool({ ...odd, tool_name: 'mcp__skill-cortex__get_skill' })).toEqual({
      name: 'mcp__skill-cortex__get_skill',
      ok: true,
      input: { name: 5, outcome: 'great' },
    })
  })
})

describe('the session', () => {
  test.each([
    [{ session_id: 'a' }, 'a'],
    [{ sessionId: 'b' }, 'b'],
    [{ conversation_id: 'c' }, 'c'],
    // Cursor sends both at the start of a session and only the second later on.
    [{ session_id: 'a', conversation_id: 'c' }, 'c'],
    [{ session_id: 'x'.repeat(600) }, 'x'.repeat(512)],
  ])('%j', (input, session) => expect(read(input)?.session).toBe(session))
})

describe('whether a tool failed', () => {
  test.each<[string, boolean, object]>([
    ['nothing is said of it', true, {}],
    ['Claude Code: its own event', false, { hook_event_name: 'PostToolUseFailure', error: 'Exit code 1' }],
    ['Cursor: its own event', false, { hook_event_name: 'postToolUseFailure', error_message: 'timed out' }],
    ['an error beside the call', false, { error: 'permission denied' }],
    ['an empty error is none', true, { error: '' }],
    ['MCP: isError', false, { tool_response: { content: [], isError: true } }],
    ['MCP: not isError', true, { tool_response: { content: [], isError: false } }],
    ['is_error', false, { tool_response: { is_error: true } }],
    ['success: false', false, { tool_response: { success: false } }],
    ['success: true', true, { tool_response: { success: true, filePath: '/a' } }],
    ['Gemini: an error object', false, { tool_response: { llmContent: '', error: { message: 'x' } } }],
    ['Gemini: no error', true, { tool_response: { llmContent: '', error: null } }],
    ['exit_code 2', false, { tool_response: { exit_code: 2 } }],
    ['exit_code 0', true, { tool_response: { exit_code: 0, stderr: 'warning' } }],
    ['Cursor: exitCode 1 in JSON', false, { tool_output: '{"exitCode":1}' }],
    ['Cursor: exitCode 0 in JSON', true, { tool_output: '{"exitCode":0}' }],
    ['Cursor: what a tool read speaks of errors', true, { tool_output: '{"error":"in the file"}' }],
    ['a text that is what a tool read', true, { tool_response: '{"error":"in the file","isError":true}' }],
    ['a list of contents', true, { tool_response: [{ type: 'text', text: 'error' }] }],
  ])('%s', (_, ok, more) => expect(tool(more)?.ok).toBe(ok))
})

describe('a call that a person stopped', () => {
  test('is no call of a tool', () => {
    expect(tool({ hook_event_name: 'PostToolUseFailure', error: 'interrupted', is_interrupt: true })).toBeUndefined()
    expect(tool({ is_interrupt: false })).toEqual({ name: 'Bash', ok: true, input: {} })
  })
})

describe('calls of our own tools', () => {
  test.each(Object.keys(INPUTS) as (keyof typeof INPUTS)[])('%s', (client) => {
    const call = (name: 'get_skill' | 'report_outcome' | 'recall_skills', args: Record<string, unknown>) => {
      const { skill, outcome, ok } = read(ourToolCall(client, name, args))!.tool!
      return { skill, outcome, ok }
    }
    expect(call('get_skill', { name: 'mcp/email' })).toEqual({ skill: 'mcp/email', ok: true })
    expect(call('get_skill', { name: 'mcp/email', outcome: 'success' })).toEqual({ skill: 'mcp/email', ok: true })
    expect(call('report_outcome', { name: 'mcp/email', outcome: 'task_mismatch' })).toEqual({
      skill: 'mcp/email',
      outcome: 'task_mismatch',
      ok: true,
    })
    // A load is what teaches: neither of these is one.
    expect(call('report_outcome', { name: 'mcp/email', feedback: 'praise' })).toEqual({ ok: true })
    expect(call('recall_skills', { name: 'mcp/email', message: 'x' })).toEqual({ ok: true })
  })

  test.each([
    ['get_skill', true],
    ['MCP:get_skill', true],
    ['mcp__plugin_skill-cortex_skill-cortex__get_skill', true],
    ['forget_skill', false],
    ['get_skill_files', false],
    ['GET_SKILL', false],
  ])('a tool named %s: %s', (name, isOurs) => {
    expect(tool({ tool_name: name, tool_input: { name: 'mail' } })?.skill).toBe(isOurs ? 'mail' : undefined)
  })
})

const RUN = seeded(500)
test(`any JSON is read without complaint, seed ${RUN.seed}`, () => {
  const keys = ['session_id', 'prompt', 'tool_name', 'tool_input', 'tool_response', 'tool_output', 'error', 'duration']
  const input = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 3 }))
  fc.assert(
    fc.property(input, (value) => {
      const { session, prompt, tool } = read(value)!
      for (const text of [session, prompt, tool?.name, tool?.skill])
        expect(['string', 'undefined']).toContain(typeof text)
      expect([true, false, undefined]).toContain(tool?.ok)
    }),
    RUN,
  )
})
