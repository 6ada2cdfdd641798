// One home as its people and agents have it: a server that runs, an agent of 2025 on stdio and one of 2026 over HTTP, and
// the command line beside them. What one of them does is looked at from all of them.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, inject } from 'vitest'
import { type Ended, skillCortex } from '../cli/run-program.ts'
import { connectClient, type ToolResult } from '../support/mcp-clients.ts'
import { SOON } from '../support/soon.ts'
import { makeFolder } from '../support/temp-home.ts'

export type Json = Record<string, unknown>
export type Agent = {
  call(tool: string, args: Json): Promise<ToolResult>
  tools(): Promise<{ name: string; inputSchema: Json; annotations?: Json | undefined }[]>
  read(uri: string): Promise<string>
  prompt(name: string, args: Record<string, string>): Promise<string>
}
export type Reply = { status: number; json: Json }
export type Who = 'agent' | 'operator'

export type OneHome = {
  home: string
  url: string
  token: string
  agents: { stdio: Agent; http: Agent }
  /** `http('operator', 'POST /api/approvals/approve', {...})` */
  http(who: Who, line: string, body?: Json): Promise<Reply>
  /** Without a person, as an agent's shell runs it. */
  shell(...args: string[]): Promise<Ended>
  /** With the operator's token, as a person's script runs it; what it answers as a document. */
  person(...args: string[]): Promise<Json>
  ledger(): Json[]
  close(): Promise<void>
}

/** @param args of both servers. */
export async function openOneHome(...args: string[]): Promise<OneHome> {
  const { folder: home, remove } = makeFolder()
  const program = (command: string) => [inject('program'), command, '--home', home, ...args]
  const server = spawn(process.execPath, [...program('serve'), '--port', '0'], { env: BARE })
  const url = await addressOf(server)
  const stdio = new Client({ name: 'claude-code', version: '1.0.0' }, { capabilities: {} })
  await stdio.connect(new StdioClientTransport({ command: process.execPath, args: program('stdio') }))
  const http = await connectClient('v2 pin 2026-07-28', { kind: 'http', url }, 'cursor')
  const token = readFileSync(join(home, 'cortex/operator-token'), 'utf8').trim()
  const shell = (...args: string[]) => skillCortex([...args, '--home', home])
  return {
    ...{ home, url, token },
    agents: { stdio: agentOf(stdio), http },
    http: asker(url, token),
    shell,
    async person(...args) {
      const env = { SKILL_CORTEX_OPERATOR_TOKEN: token }
      const { exit, out, err } = await skillCortex([...args, '--json', '--home', home], { env })
      expect([exit, err], `${args.join(' ')}\n${out}`).toEqual([0, ''])
      return JSON.parse(out) as Json
    },
    ledger: () => linesOf(join(home, 'cortex/ledger.jsonl')),
    async close() {
      await Promise.all([stdio.close(), http.close()])
      server.kill('SIGTERM')
      await once(server, 'exit')
      remove()
    },
  }
}

const BARE = { PATH: process.env.PATH ?? '' }

function agentOf(client: Client): Agent {
  return {
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as ToolResult,
    tools: async () => (await client.listTools()).tools,
    async prompt(name, args) {
      const { messages } = await client.getPrompt({ name, arguments: args })
      return messages.map(({ content }) => ('text' in content ? content.text : '')).join('\n')
    },
    async read(uri) {
      const { contents } = await client.readResource({ uri })
      return contents.map((content) => ('text' in content ? content.text : '')).join('\n')
    },
  }
}

function asker(url: string, token: string): OneHome['http'] {
  return async (who, line, body) => {
    const [method = 'GET', path = '/'] = line.split(' ')
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(who === 'operator' ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, json: (await response.json()) as Json }
  }
}

function addressOf(server: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = () => {
      server.kill('SIGKILL')
      reject(new Error(`the server printed no address: ${said}`))
    }
    const timer = setTimeout(fail, SOON.timeout)
    const look = (part: Buffer) => {
      said += String(part)
      const url = / at (http:\/\/\S+)/.exec(said)?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    }
    server.stdout.on('data', look)
    server.stderr.on('data', look)
    server.once('exit', fail)
  })
}

function linesOf(path: string): Json[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Json)
}
