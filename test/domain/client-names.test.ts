// Goal: a client is known by the name it gives itself, whatever follows that name, and a stranger is nobody.
import { expect, test } from 'vitest'
import { clientCalled } from '../../src/domain/client-names.ts'

test.each([
  ['claude-code', 'claude-code'],
  ['claude-ai', 'claude-desktop'],
  ['claude-ai (via mcp-remote 0.1.37)', 'claude-desktop'],
  ['cursor-vscode', 'cursor'],
  ['Visual Studio Code', 'vscode'],
  ['Visual-Studio-Code', 'vscode'],
  ['Visual Studio Code - Insiders', 'vscode'],
  ['codex-mcp-client', 'codex'],
  ['gemini-cli-mcp-client', 'gemini'],
  ['gemini-cli-mcp-client-skill-cortex', 'gemini'],
  ['claude', undefined],
  ['codexter', undefined],
  ['my-cursor', undefined],
  ['skill-cortex-test', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('%s', (ownName, client) => expect(clientCalled(ownName)).toBe(client))
