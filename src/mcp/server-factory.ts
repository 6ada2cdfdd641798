// One MCP server instance per connection or request. Cheap and without side effects: schemas, texts and stores are made
// before, and nothing is started here.
import { McpServer } from '@modelcontextprotocol/server'
import type { Log } from '../events/log.ts'
import { type Connection, clientName, sessionHeader } from './connection.ts'
import { serverInstructions } from './instructions.ts'
import { registerPrompts } from './prompts.ts'
import { registerResources } from './resources.ts'
import type { Tool, ToolParts, Toolset } from './tool.ts'
import { toolFailure, toolResult } from './tool-result.ts'
import { TOOLS } from './tools/index.ts'

export type ServerParts = ToolParts & { toolsets: readonly Toolset[]; version: string; log: Log }

export type BuiltServer = { server: McpServer; subscribed: ReadonlySet<string> }

/** Everything here is private to one person's machine, and changes when the library does. */
const CACHE = { ttlMs: 0, cacheScope: 'private' as const }
// Counts array elements and object members of one call: far above any honest one, far below what hurts.
const TOOL_INPUT_ELEMENTS_MAX = 20_000

/** @returns the server and what its client has subscribed to. */
export function buildServer(parts: ServerParts, connection: Connection): BuiltServer {
  const server = new McpServer(
    { name: 'skill-cortex', title: 'Skill Cortex', version: parts.version },
    {
      instructions: serverInstructions(parts.indexText),
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
      },
      cacheHints: {
        'tools/list': CACHE,
        'prompts/list': CACHE,
        'resources/list': CACHE,
        'resources/read': CACHE,
        'server/discover': CACHE,
      },
      maxToolInputElements: TOOL_INPUT_ELEMENTS_MAX,
    },
  )
  for (const tool of TOOLS) if (parts.toolsets.includes(tool.toolset)) registerTool(server, tool, parts, connection)
  registerPrompts(server, parts, connection)
  return { server, subscribed: registerResources(server, parts) }
}

function registerTool(server: McpServer, tool: Tool, parts: ServerParts, connection: Connection): void {
  const { name, title, description, input, output, annotations, meta } = tool
  const config = {
    title,
    description,
    inputSchema: input,
    outputSchema: output,
    annotations,
    ...(meta ? { _meta: meta } : {}),
  }
  server.registerTool(name, config, async (args, ctx) => {
    try {
      const named = typeof args.session === 'string' ? args.session : undefined
      const session = connection.session(named, sessionHeader(ctx))
      const author = clientName(ctx, server.server.getClientVersion()?.name)
      return toolResult(await tool.run(args, { actor: 'agent', author, session }, parts))
    } catch (error) {
      return toolFailure(name, error, parts.log)
    }
  })
}
