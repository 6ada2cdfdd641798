// What each client sends to its hooks, typed out from what its maker documents: Claude Code's SDK types and hook docs,
// Codex's generated schemas, Gemini CLI's and VS Code's hook references, Cursor's hook docs. One for each event that
// `setup` attaches, with every field that the client sends.

export const MESSAGE = 'send an email to the customer about the invoice'
export const SESSION = '7f3a1c52-9d1e-4b53-8a35-1f0c6f0f2b11'

const CLAUDE = {
  session_id: SESSION,
  transcript_path: '/home/ann/.claude/projects/shop/7f3a1c52.jsonl',
  cwd: '/home/ann/shop',
  permission_mode: 'default',
}
const CODEX = {
  session_id: SESSION,
  transcript_path: null,
  cwd: '/home/ann/shop',
  model: 'gpt-5.1-codex',
  permission_mode: 'default',
}
const GEMINI = {
  session_id: SESSION,
  transcript_path: '/home/ann/.gemini/tmp/shop/chats/session.json',
  cwd: '/home/ann/shop',
  timestamp: '2026-11-21T10:00:00.000Z',
}
const CURSOR = {
  conversation_id: SESSION,
  generation_id: '490b90b7-a2ce-4c2c-bb76-cb77b125df2f',
  model: 'claude-4.5-sonnet',
  cursor_version: '2.4.0',
  workspace_roots: ['/home/ann/shop'],
  user_email: 'ann@shop.example',
  transcript_path: null,
}
const VSCODE = {
  timestamp: '2026-11-21T10:00:00.000Z',
  cwd: '/home/ann/shop',
  sessionId: SESSION,
  transcript_path: '/home/ann/transcript.json',
}

export const INPUTS = {
  claude: {
    'session-start': { ...CLAUDE, hook_event_name: 'SessionStart', source: 'startup', model: 'claude-opus-4-6' },
    prompt: { ...CLAUDE, hook_event_name: 'UserPromptSubmit', prompt: MESSAGE, source: 'user' },
    tool: {
      ...CLAUDE,
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm test', description: 'Run the tests' },
      tool_response: { stdout: 'ok', stderr: '', interrupted: false, isImage: false },
      tool_use_id: 'toolu_01ABC',
      duration_ms: 1250,
    },
    'failed tool': {
      ...CLAUDE,
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command: 'npm test', description: 'Run the tests' },
      tool_use_id: 'toolu_01ABD',
      error: 'Command exited with non-zero status code 1',
      is_interrupt: false,
      duration_ms: 1250,
    },
    stop: { ...CLAUDE, hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Sent.' },
    'session-end': { ...CLAUDE, hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' },
  },
  codex: {
    'session-start': { ...CODEX, hook_event_name: 'SessionStart', source: 'startup' },
    prompt: { ...CODEX, turn_id: '3', hook_event_name: 'UserPromptSubmit', prompt: MESSAGE },
    tool: {
      ...CODEX,
      turn_id: '3',
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_response: 'ok',
      tool_use_id: 'call_1',
    },
    'failed tool': {
      ...CODEX,
      turn_id: '3',
      hook_event_name: 'PostToolUse',
      tool_name: 'mcp__tracker__create_issue',
      tool_input: { title: 'Invoice' },
      tool_response: { content: [{ type: 'text', text: 'no such project' }], isError: true },
      tool_use_id: 'call_2',
    },
    stop: {
      ...CODEX,
      turn_id: '3',
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: 'Sent.',
    },
    'session-end': { ...CODEX, hook_event_name: 'SessionEnd', reason: 'exit' },
  },
  gemini: {
    'session-start': { ...GEMINI, hook_event_name: 'SessionStart', source: 'startup' },
    prompt: { ...GEMINI, hook_event_name: 'BeforeAgent', prompt: MESSAGE },
    tool: {
      ...GEMINI,
      hook_event_name: 'AfterTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'npm test' },
      tool_response: { llmContent: 'ok', returnDisplay: 'ok' },
    },
    'failed tool': {
      ...GEMINI,
      hook_event_name: 'AfterTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'npm test' },
      tool_response: {
        llmContent: '',
        returnDisplay: '',
        error: { message: 'exit code 1', type: 'shell_execute_error' },
      },
    },
    stop: {
      ...GEMINI,
      hook_event_name: 'AfterAgent',
      prompt: MESSAGE,
      prompt_response: 'Sent.',
      stop_hook_active: false,
    },
    compact: { ...GEMINI, hook_event_name: 'PreCompress', trigger: 'manual' },
    'session-end': { ...GEMINI, hook_event_name: 'SessionEnd', reason: 'exit' },
  },
  cursor: {
    'session-start': {
      ...CURSOR,
      hook_event_name: 'sessionStart',
      session_id: SESSION,
      is_background_agent: false,
      composer_mode: 'agent',
    },
    tool: {
      ...CURSOR,
      hook_event_name: 'postToolUse',
      tool_name: 'Shell',
      tool_input: { command: 'npm test', working_directory: '/home/ann/shop' },
      tool_output: '{"exitCode":0,"stdout":"ok"}',
      tool_use_id: 'abc123',
      cwd: '/home/ann/shop',
      duration: 1250,
    },
    'failed tool': {
      ...CURSOR,
      hook_event_name: 'postToolUseFailure',
      tool_name: 'Shell',
      tool_input: { command: 'npm test' },
      tool_use_id: 'abc124',
      cwd: '/home/ann/shop',
      error_message: 'Command timed out after 30s',
      failure_type: 'timeout',
      duration: 1250,
      is_interrupt: false,
    },
    compact: {
      ...CURSOR,
      hook_event_name: 'preCompact',
      trigger: 'auto',
      context_usage_percent: 85,
      context_tokens: 120_000,
      context_window_size: 128_000,
      message_count: 45,
      messages_to_compact: 30,
      is_first_compaction: true,
    },
    stop: { ...CURSOR, hook_event_name: 'stop', status: 'completed', loop_count: 0 },
    'session-end': {
      ...CURSOR,
      hook_event_name: 'sessionEnd',
      session_id: SESSION,
      reason: 'completed',
      duration_ms: 45_000,
      is_background_agent: false,
      final_status: 'completed',
    },
  },
  vscode: {
    'session-start': { ...VSCODE, hookEventName: 'SessionStart', source: 'new' },
    tool: {
      ...VSCODE,
      hookEventName: 'PostToolUse',
      tool_name: 'editFiles',
      tool_input: { files: ['src/main.ts'] },
      tool_use_id: 'tool-123',
      tool_response: 'File edited successfully',
    },
    compact: { ...VSCODE, hookEventName: 'PreCompact', trigger: 'auto' },
    stop: { ...VSCODE, hookEventName: 'Stop', stop_hook_active: false },
  },
} as const

/** A tool of ours as each client spells the call. */
export function ourToolCall(
  client: keyof typeof INPUTS,
  tool: 'get_skill' | 'report_outcome' | 'recall_skills',
  args: Record<string, unknown>,
) {
  const result = [{ type: 'text', text: 'done' }]
  switch (client) {
    case 'claude':
      return {
        ...INPUTS.claude.tool,
        tool_name: `mcp__skill-cortex__${tool}`,
        tool_input: args,
        tool_response: result,
        mcp_server: 'skill-cortex',
      }
    case 'codex':
      return {
        ...INPUTS.codex.tool,
        tool_name: `mcp__skill-cortex__${tool}`,
        tool_input: args,
        tool_response: { content: result, isError: false },
      }
    case 'gemini':
      return {
        ...INPUTS.gemini.tool,
        tool_name: `mcp_skill-cortex_${tool}`,
        tool_input: args,
        mcp_context: { server_name: 'skill-cortex', tool_name: tool },
      }
    case 'cursor':
      return {
        ...INPUTS.cursor.tool,
        tool_name: `MCP:${tool}`,
        tool_input: JSON.stringify(args),
        tool_output: JSON.stringify({ content: result }),
      }
    case 'vscode':
      return { ...INPUTS.vscode.tool, tool_name: `mcp_skill-cortex_${tool}`, tool_input: args }
  }
}
