// Which client is connected, by the name that it gives itself in the protocol. Only a hint: anybody may call himself so.
import type { Client } from './client-channels.ts'

// As they were seen in November 2026; a version, a server's name or "(via mcp-remote …)" may follow.
const OWN_NAMES: [begins: string, client: Client][] = [
  ['claude-code', 'claude-code'],
  ['claude-ai', 'claude-desktop'],
  ['claude-desktop', 'claude-desktop'],
  ['cursor', 'cursor'],
  ['visual-studio-code', 'vscode'],
  ['codex', 'codex'],
  ['gemini-cli', 'gemini'],
]

/** @returns undefined for a client that is none of those we know. */
export function clientCalled(ownName: string | null | undefined): Client | undefined {
  const name = ownName?.trim().toLowerCase().replaceAll(' ', '-') ?? ''
  return OWN_NAMES.find(([begins]) => name === begins || name.startsWith(`${begins}-`))?.[1]
}
