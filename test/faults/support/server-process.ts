// A server as people run it: the built program in a process of its own, with a real client on stdio or HTTP.
// It can be killed, starved and traced; nothing of it is faked.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

const MAIN = join(import.meta.dirname, '../../../dist/main.js')
const CALL_MS_MAX = 60_000

const answerSchema = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ text: z.string() })),
  structuredContent: z.unknown().optional(),
})

export type Answer = { refused: boolean; text: string; data: unknown }

export type ServerProcess = {
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
export async function startStdio(home: string, { env = {}, under = [] }: StartOptions = {}): Promise<ServerProcess> {
  const [command = '', ...args] = [...under, process.execPath, MAIN, 'stdio', '--home', home]
  const transport = new StdioClientTransport({ command, args, env: environment(env), stderr: 'pipe' })
  let errors = ''
  transport.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const client = newClient()
  const gone = new Promise<void>((resolve) => {
    client.onclose = resolve
  })
  await client.connect(transport)
  const pid = transport.pid!
  onTestFinished(() => quietKill(pid))
  return {
    pid,
    call: (tool, toolArgs) => callTool(client, tool, toolArgs),
    stderr: () => errors,
    async kill() {
      quietKill(pid)
      await gone
    },
    async stop() {
      await client.close()
      await gone
    },
  }
}

/** One process on a free port of the loopback, with `callers` clients that connect separately. */
export async function startHttp(home: string, callers: number): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN, 'serve', '--home', home, '--port', '0'], { env: environment({}) })
  const pid = child.pid!
  onTestFinished(() => quietKill(pid))
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const gone = once(child, 'exit')
  const url = await announcedUrl(child)
  const clients = await Promise.all(Array.from({ length: callers }, () => connectHttp(url)))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
    await Promise.all(clients.map((client) => client.close()))
  }
  return {
    pid,
    call: (tool, args, caller = 0) => callTool(clients[caller % callers]!, tool, args),
    stderr: () => errors,
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

// On whichever stream it stands; both are read to the end, because a pipe that nobody empties blocks its writer.
function announcedUrl(child: ChildProcessWithoutNullStreams): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const look = (chunk: Buffer) => {
      output += chunk
      const url = /\(MCP: (\S+)\)/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it announced: ${output}`)))
  })
}

async function callTool(client: Client, name: string, args: Record<string, unknown>): Promise<Answer> {
  const answer = answerSchema.parse(await client.callTool({ name, arguments: args }, { timeout: CALL_MS_MAX }))
  const text = answer.content.map((part) => part.text).join('\n')
  return { refused: answer.isError === true, text, data: answer.structuredContent }
}

// The runner's own variables (NODE_ENV=test among them) are not what a server meets in the field.
function environment(extra: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...extra }
}

function quietKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
