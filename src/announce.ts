// What a person reads after `npm start`: the address, what is there, and the block to paste into a client.
import type { App } from './app.ts'

export function announcement(app: App, url: string, script: string): string {
  const { home, settings } = app.config
  const withToken = settings.token === null ? {} : { headers: { Authorization: 'Bearer <token>' } }
  const block = {
    mcpServers: {
      'skill-cortex': { command: process.execPath, args: [script, 'stdio', '--home', home] },
    },
  }
  const http = { mcpServers: { 'skill-cortex': { type: 'http', url: `${url}/mcp`, ...withToken } } }
  const faults = app.shelf.diagnostics().length
  return [
    `Skill Cortex ${app.parts.version} at ${url} (MCP: ${url}/mcp)`,
    `Home: ${home}`,
    `Skills: ${app.shelf.size()}${faults === 0 ? '' : `, and ${faults} to mend: skill-cortex check`}`,
    '',
    'To attach a client, paste one of these into its MCP settings:',
    JSON.stringify(block, null, 2),
    'or, over HTTP while this runs:',
    JSON.stringify(http, null, 2),
    '',
    'Stop with Ctrl+C.',
  ].join('\n')
}
