// A server as people run it: the built program in a process of its own, with real clients attached over stdio or HTTP.
// It can be killed, starved and traced; nothing of it is faked.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { forThisTest, MAIN, startHttpServer } from '../../support/server-process.ts'

const CALL_MS_MAX = 60_000

const answerSchema = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ text: z.string() })),
  structuredContent: z.unknown().optional(),
})

export type Answer = { refused: boolean; text: string; data: unknown }

export type AttachedServer = {
  pid: number
  /** Rejects when the server dies before it answers; a tool's refusal is an answer. `caller` picks the HTTP client. */
  call(tool: string, args: Record<string, unknown>, caller?: number): Promise<Answer>
  /** Everything it has written to stderr so far. */
  stderr(): string
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** Ends its input (stdio) or terminates it (HTTP); resolves when the process is gone. */
  stop(): Promise<void>
}

export type StartOptions = {
  env?: Record<string, string>
  /** A command that starts the server in its own place (it must `exec`), such as setpriv. */
  under?: string[]
}

/** One process, one client, as MCP clients start it. Killed at the end of the test if it still runs. */
export async function startStdio(home: string, { env = {}, under = [] }: StartOptions = {}): Promise<AttachedServer> {
  const [command = '', ...args] = [...under, process.execPath, MAIN, 'stdio', '--home', home]
  const transport = new StdioClientTransport({ command, args, env: environment(env), stderr: 'pipe' })
  let errors = ''
  transport.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const client = newClient()
  let lives = true
  const gone = new Promise<void>((resolve) => {
    client.onclose = () => {
      lives = false
      resolve()
    }
  })
  await client.connect(transport)
  const pid = transport.pid!
  const kill = async () => {
    // Its number may be another's once it is gone.
    if (lives) process.kill(pid, 'SIGKILL')
    await gone
  }
  onTestFinished(kill)
  return {
    pid,
    call: (tool, toolArgs) => callTool(client, tool, toolArgs),
    stderr: () => errors,
    kill,
    async stop() {
      await client.close()
      await gone
    },
  }
}

/** One process on a free port of the loopback, with `callers` clients that connect separately. */
export async function startHttp(home: string, callers: number): Promise<AttachedServer> {
  const server = await forThisTest(startHttpServer(home))
  const clients = await Promise.all(Array.from({ length: callers }, () => connectHttp(`${server.url}/mcp`)))
  const end = async (signal: NodeJS.Signals) => {
    server.child.kill(signal)
    await server.ended
    await Promise.all(clients.map((client) => client.close()))
  }
  return {
    pid: server.pid,
    call: (tool, args, caller = 0) => callTool(clients[caller % callers]!, tool, args),
    stderr: server.stderr,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

async function connectHttp(url: string): Promise<Client> {
  const client = newClient()
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  return client
}

function newClient(): Client {
  return new Client({ name: 'fault-test', version: '1.0.0' })
}

async function callTool(client: Client, name: string, args: Record<string, unknown>): Promise<Answer> {
  const answer = answerSchema.parse(await client.callTool({ name, arguments: args }, { timeout: CALL_MS_MAX }))
  const text = answer.content.map((part) => part.text).join('\n')
  return { refused: answer.isError === true, text, data: answer.structuredContent }
}

// The runner's own variables (NODE_ENV=test among them) are not what a server meets in the field.
function environment(extra: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', ...extra }
}
