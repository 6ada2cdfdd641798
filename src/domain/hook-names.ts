// The moments at which a client runs our hook, and the clients that have hooks, as they are spelled on the command line.

import type { Client } from './client-channels.ts'

export const HOOK_EVENTS = ['session-start', 'prompt', 'tool', 'stop', 'compact', 'session-end'] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]
export const HOOK_CLIENTS = ['claude', 'codex', 'gemini', 'cursor', 'vscode'] as const
export type HookClient = (typeof HOOK_CLIENTS)[number]

export const HOOKED_CLIENT: Record<HookClient, Client> = {
  claude: 'claude-code',
  codex: 'codex',
  gemini: 'gemini',
  cursor: 'cursor',
  vscode: 'vscode',
}
