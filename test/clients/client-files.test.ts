// Goal: each client is looked for where its makers say it keeps its configuration, on each system.
import { describe, expect, test } from 'vitest'
import { clientFiles } from '../../src/clients/client-files.ts'
import type { Client } from '../../src/domain/client-channels.ts'

const LINUX = { platform: 'linux' as const, env: { HOME: '/home/ann' } }
const MAC = { platform: 'darwin' as const, env: { HOME: '/Users/ann' } }
const WINDOWS = {
  platform: 'win32' as const,
  env: { USERPROFILE: 'C:\\Users\\ann', APPDATA: 'C:\\Users\\ann\\AppData\\Roaming' },
}

type Row = [client: Client, machine: Parameters<typeof clientFiles>[1], server: string, hooks?: string]

const ROWS: Row[] = [
  ['claude-code', LINUX, '/home/ann/.claude.json', '/home/ann/.claude/settings.json'],
  ['claude-code', MAC, '/Users/ann/.claude.json', '/Users/ann/.claude/settings.json'],
  ['claude-code', WINDOWS, 'C:\\Users\\ann\\.claude.json', 'C:\\Users\\ann\\.claude\\settings.json'],
  [
    'claude-code',
    { ...LINUX, env: { HOME: '/home/ann', CLAUDE_CONFIG_DIR: '/cfg' } },
    '/cfg/.claude.json',
    '/cfg/settings.json',
  ],
  ['claude-desktop', LINUX, '/home/ann/.config/Claude/claude_desktop_config.json'],
  ['claude-desktop', MAC, '/Users/ann/Library/Application Support/Claude/claude_desktop_config.json'],
  ['claude-desktop', WINDOWS, 'C:\\Users\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json'],
  [
    'claude-desktop',
    { ...WINDOWS, env: { USERPROFILE: 'D:\\ann' } },
    'D:\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
  ],
  ['cursor', LINUX, '/home/ann/.cursor/mcp.json', '/home/ann/.cursor/hooks.json'],
  ['cursor', WINDOWS, 'C:\\Users\\ann\\.cursor\\mcp.json', 'C:\\Users\\ann\\.cursor\\hooks.json'],
  ['vscode', LINUX, '/home/ann/.config/Code/User/mcp.json', '/home/ann/.copilot/hooks/skill-cortex.json'],
  [
    'vscode',
    { ...LINUX, env: { HOME: '/home/ann', XDG_CONFIG_HOME: '/xdg' } },
    '/xdg/Code/User/mcp.json',
    '/home/ann/.copilot/hooks/skill-cortex.json',
  ],
  [
    'vscode',
    MAC,
    '/Users/ann/Library/Application Support/Code/User/mcp.json',
    '/Users/ann/.copilot/hooks/skill-cortex.json',
  ],
  [
    'vscode',
    WINDOWS,
    'C:\\Users\\ann\\AppData\\Roaming\\Code\\User\\mcp.json',
    'C:\\Users\\ann\\.copilot\\hooks\\skill-cortex.json',
  ],
  ['codex', LINUX, '/home/ann/.codex/config.toml', '/home/ann/.codex/hooks.json'],
  ['codex', { ...LINUX, env: { HOME: '/home/ann', CODEX_HOME: '/cx' } }, '/cx/config.toml', '/cx/hooks.json'],
  ['codex', WINDOWS, 'C:\\Users\\ann\\.codex\\config.toml', 'C:\\Users\\ann\\.codex\\hooks.json'],
  ['gemini', LINUX, '/home/ann/.gemini/settings.json'],
  ['gemini', WINDOWS, 'C:\\Users\\ann\\.gemini\\settings.json'],
]

test.each(ROWS)('%s with %j', (client, machine, server, hooks) => {
  expect(clientFiles(client, machine)).toMatchObject(hooks === undefined ? { server } : { server, hooks })
  expect(clientFiles(client, machine).hooks).toBe(hooks)
})

describe('without a folder of the user', () => {
  test.each([['linux', '$HOME'] as const, ['win32', '$USERPROFILE'] as const])('on %s', (platform, named) => {
    expect(() => clientFiles('codex', { platform, env: {} })).toThrow(`expected ${named} to name your folder`)
  })
})
