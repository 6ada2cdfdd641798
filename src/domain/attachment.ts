// What it takes to attach a client, said once: how this server is started, which of our hooks runs when, and by which
// marks both are known again in somebody's configuration. What each client makes of it stands in client-forms.ts.
import { z } from 'zod'
import type { HookClient, HookEvent } from './hook-names.ts'
import { type Shell, wordsOf } from './shell-words.ts'

/** The key under which every client knows us. */
export const SERVER_NAME = 'skill-cortex'

/** Absolute paths, as the machine of the client spells them. */
export type Program = { node: string; script: string; home: string }

/** The server over stdio, in the two keys that all clients share. */
export function serverCommand({ node, script, home }: Program): { command: string; args: string[] } {
  return { command: node, args: [script, 'stdio', '--home', home] }
}

/** The server over HTTP, while `serve` runs. */
export function httpServer(url: string): { type: 'http'; url: string } {
  return { type: 'http', url: `${url}/mcp` }
}

/** The words after the program: what our hook is told, which is all it has to know of who calls it. */
export function hookArguments({ script, home }: Program, event: HookEvent, client: HookClient): string[] {
  return [script, 'hook', event, '--client', client, '--home', home]
}

/** mcp.json.example, with paths to be replaced by hand. */
export function exampleConfig() {
  const program = {
    node: 'node',
    script: '/absolute/path/to/skill-cortex/dist/main.js',
    home: '/absolute/path/to/your/home',
  }
  const servers = {
    [SERVER_NAME]: serverCommand(program),
    [`${SERVER_NAME}-http`]: httpServer('http://127.0.0.1:7420'),
  }
  return { mcpServers: servers }
}

const MAIN = /(?:^|[/\\])main\.js$/
const serverSchema = z.object({
  args: z.tuple([z.string().regex(MAIN), z.literal('stdio'), z.literal('--home'), z.string()], z.string()),
})

/** The home that a server entry of ours starts with; undefined for an entry that somebody else wrote. */
export function homeOfServer(entry: unknown): string | undefined {
  return serverSchema.safeParse(entry).data?.args[3]
}

const commandSchema = z.object({ command: z.string(), args: z.array(z.string()).optional() })

/** The home that a hook of ours works on; undefined for a hook of somebody else. */
export function homeOfHook(handler: unknown, shell: Shell): string | undefined {
  const parsed = commandSchema.safeParse(handler).data
  if (parsed === undefined) return undefined
  const words = parsed.args ?? wordsOf(parsed.command, shell)
  const at = words.findIndex((word, i) => MAIN.test(word) && words[i + 1] === 'hook' && words[i + 3] === '--client')
  return at >= 0 && words[at + 5] === '--home' ? words[at + 6] : undefined
}
