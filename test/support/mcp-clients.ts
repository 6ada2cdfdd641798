// Real clients of both SDK lines behind one face, so that a test is written once and run by all of them.
import { Client, type ClientOptions, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as V1StdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as V1HttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { MAIN } from './server-process.ts'

export const CLIENT_KINDS = ['v1', 'v2 default', 'v2 auto', 'v2 pin 2026-07-28'] as const
export type ClientKind = (typeof CLIENT_KINDS)[number]

/** Where the server is: a running one's address, or a home to start one on. */
export type Target =
  | { kind: 'http'; url: string; headers?: Record<string, string>; fetch?: typeof fetch }
  | { kind: 'stdio'; home: string; args?: string[] }

/** What the user of a client is asked, and answers. A client without one declares no elicitation. */
export type Asked = { message: string; requestedSchema?: unknown }
export type Answered = {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, string | number | boolean | string[]>
}
export type Elicits = (asked: Asked) => Promise<Answered>

export type ToolResult = {
  structuredContent?: Record<string, unknown>
  content: { type: string; text?: string }[]
  isError?: boolean
  _meta?: Record<string, unknown>
}
export type ListedTool = {
  name: string
  title?: string
  description?: string
  inputSchema: Record<string, unknown>
  outputSchema?: Record<string, unknown>
  annotations?: Record<string, unknown>
  _meta?: Record<string, unknown>
}
type PromptText = { messages: { content: { type: string; text?: string } }[] }

/** The part of both clients that these tests use. */
export type McpClient = {
  instructions(): string | undefined
  tools(): Promise<ListedTool[]>
  call(name: string, args?: Record<string, unknown>): Promise<ToolResult>
  prompts(): Promise<string[]>
  prompt(name: string, args?: Record<string, string>): Promise<string>
  resources(): Promise<string[]>
  read(uri: string): Promise<string>
  complete(prompt: string, argument: string, value: string): Promise<string[]>
  subscribe(uri: string): Promise<void>
  /** Any method, also of an extension; the result as it came. */
  request(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Methods of the notifications heard so far. */
  notified(): string[]
  /** The modern era's stream of changes; resolves once the server has confirmed it. */
  listen(uri: string): Promise<void>
  close(): Promise<void>
}

const IDENTITY = { name: 'skill-cortex-test', version: '1.0.0' }
const NEGOTIATION: Record<Exclude<ClientKind, 'v1'>, ClientOptions> = {
  'v2 default': {},
  'v2 auto': { versionNegotiation: { mode: 'auto' } },
  'v2 pin 2026-07-28': { versionNegotiation: { mode: { pin: '2026-07-28' } } },
}

/** @param name how the client calls itself. */
export async function connectClient(
  kind: ClientKind,
  target: Target,
  name = IDENTITY.name,
  elicits?: Elicits,
): Promise<McpClient> {
  const identity = { ...IDENTITY, name }
  const heard: string[] = []
  const capabilities = elicits === undefined ? {} : { elicitation: { form: {} } }
  if (kind === 'v1') {
    const client = new V1Client(identity, { capabilities })
    if (elicits !== undefined) client.setRequestHandler(ElicitRequestSchema, ({ params }) => elicits(params))
    client.fallbackNotificationHandler = async ({ method }) => void heard.push(method)
    await client.connect(v1Transport(target))
    return faceOf(client as unknown as Face, heard)
  }
  const client = new Client(identity, { ...NEGOTIATION[kind], capabilities })
  if (elicits !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => elicits(params))
  client.fallbackNotificationHandler = async ({ method }) => void heard.push(method)
  await client.connect(v2Transport(target))
  return faceOf(client as unknown as Face, heard)
}

// Both lines have these methods under these names; only their result types differ in what they leave open.
type Face = {
  getInstructions(): string | undefined
  listTools(): Promise<{ tools: ListedTool[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<ToolResult>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(get: { name: string; arguments?: Record<string, string> }): Promise<PromptText>
  listResources(): Promise<{ resources: { uri: string }[] }>
  readResource(read: { uri: string }): Promise<{ contents: { text?: string }[] }>
  complete(request: object): Promise<{ completion: { values: string[] } }>
  subscribeResource(subscribe: { uri: string }): Promise<unknown>
  request(request: object, result: z.ZodType): Promise<Record<string, unknown>>
  listen(filter: object): Promise<unknown>
  close(): Promise<void>
}

function faceOf(client: Face, heard: string[]): McpClient {
  return {
    instructions: () => client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: (name, args = {}) => client.callTool({ name, arguments: args }),
    prompts: async () => (await client.listPrompts()).prompts.map((prompt) => prompt.name),
    async prompt(name, args) {
      const { messages } = await client.getPrompt({ name, ...(args === undefined ? {} : { arguments: args }) })
      return messages.map((message) => message.content.text).join('\n')
    },
    resources: async () => (await client.listResources()).resources.map((resource) => resource.uri),
    read: async (uri) => (await client.readResource({ uri })).contents.map((content) => content.text).join('\n'),
    async complete(prompt, argument, value) {
      const ref = { type: 'ref/prompt', name: prompt }
      return (await client.complete({ ref, argument: { name: argument, value } })).completion.values
    },
    request: (method, params = {}) => client.request({ method, params }, z.looseObject({})),
    subscribe: async (uri) => void (await client.subscribeResource({ uri })),
    notified: () => heard,
    listen: async (uri) => void (await client.listen({ resourcesListChanged: true, resourceSubscriptions: [uri] })),
    close: () => client.close(),
  }
}

function v1Transport(target: Target) {
  if (target.kind === 'stdio') return new V1StdioTransport(command(target))
  return new V1HttpTransport(new URL(`${target.url}/mcp`), httpOptions(target))
}

function v2Transport(target: Target): Transport {
  if (target.kind === 'stdio') return new StdioClientTransport(command(target))
  return new StreamableHTTPClientTransport(new URL(`${target.url}/mcp`), httpOptions(target))
}

function httpOptions({ headers = {}, fetch }: Extract<Target, { kind: 'http' }>) {
  return { requestInit: { headers }, ...(fetch === undefined ? {} : { fetch }) }
}

function command({ home, args = [] }: Extract<Target, { kind: 'stdio' }>) {
  return { command: process.execPath, args: [MAIN, 'stdio', '--home', home, ...args], stderr: 'ignore' as const }
}
