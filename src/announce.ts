// What a person reads after `npm start`: the address, what is there, and the block to paste into a client.
import type { App } from './app.ts'
import { httpServer, SERVER_NAME, serverCommand } from './domain/attachment.ts'

const DASHBOARD_HINT = 'To open the dashboard as yourself: skill-cortex ui (in another terminal, with the same --home).'
// Where it stands, never what it is: what is printed ends up in logs.
const OPERATOR_HINT =
  'To act as yourself over HTTP send the token in cortex/operator-token (in the home) as Authorization: Bearer <token>.'

export function announcement(app: App, url: string, script: string): string {
  const { home, settings } = app.config
  const withToken = settings.token === null ? {} : { headers: { Authorization: 'Bearer <token>' } }
  const block = { mcpServers: { [SERVER_NAME]: serverCommand({ node: process.execPath, script, home }) } }
  const http = { mcpServers: { [SERVER_NAME]: { ...httpServer(url), ...withToken } } }
  const faults = app.shelf.diagnostics().length
  return [
    `Skill Cortex ${app.parts.version} at ${url} (MCP: ${url}/mcp)`,
    `Home: ${home}`,
    `Skills: ${app.shelf.size()}${faults === 0 ? '' : `, and ${faults} to mend: skill-cortex check`}`,
    '',
    'To attach a client: skill-cortex setup <client>, or paste one of these into its MCP settings:',
    JSON.stringify(block, null, 2),
    'or, over HTTP while this runs:',
    JSON.stringify(http, null, 2),
    '',
    DASHBOARD_HINT,
    OPERATOR_HINT,
    'Stop with Ctrl+C.',
  ].join('\n')
}
