// Packages as somebody else has them: made by the build scripts into a folder far from this repository's packages, their
// servers started by the very command that stands in them.
import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'

export const ROOT = join(import.meta.dirname, '../..')
/** What a client gets that asks for nothing else. */
export const DEFAULT_TOOLS = [
  'begin_cycle',
  'delete_skill',
  'edit_skill',
  'get_skill',
  'list_skills',
  'recall_skills',
  'report_outcome',
  'save_skill',
  'submit_cycle',
]

export type Command = { command: string; args: string[] }

/** Runs a command to its end. @throws with everything it said when it fails. */
export function run({ command, args }: Command, options: { cwd?: string; env?: Record<string, string> } = {}) {
  const env = { ...process.env, ...options.env }
  return new Promise<string>((resolve, reject) => {
    execFile(command, args, { cwd: options.cwd ?? ROOT, env, maxBuffer: 16 * 1024 * 1024 }, (error, out, err) =>
      error === null ? resolve(out) : reject(new Error(`${command} ${args.join(' ')}\n${out}${err}`, { cause: error })),
    )
  })
}

/** Runs a hook as a client does: a JSON object on stdin. @returns what it printed. */
export function runHook({ command, args }: Command, input: object, env: Record<string, string>): Promise<string> {
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    out += part
  })
  child.stdin.end(JSON.stringify(input))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`the hook ended with ${code}`))))
  })
}

/** Shakes hands with the server that this command starts. It ends with the test. */
export async function connectTo({ command, args }: Command, env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'skill-cortex-test', version: '1.0.0' })
  const transport = new StdioClientTransport({ command, args, env: { PATH: process.env.PATH ?? '', ...env } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

export async function toolNames(client: Client): Promise<string[]> {
  const { tools } = await client.listTools()
  return tools.map((tool) => tool.name).sort()
}
