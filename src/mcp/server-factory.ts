// One MCP server instance per connection or request. Cheap and without side effects: schemas, texts and stores are made
// before, and nothing is started here.
import { type Implementation, McpServer, type Transport } from '@modelcontextprotocol/server'
import type { Log } from '../events/log.ts'
import type { SkillIndexText } from '../library/index-text.ts'
import { type Connection, clientName, sessionHeader } from './connection.ts'
import { type Consent, createConsent, InputNeeded } from './consent.ts'
import { withGreeting } from './greeting.ts'
import { registerHealth } from './health-resource.ts'
import { serverInstructions } from './instructions.ts'
import { registerPeers } from './peer-resource.ts'
import { withPlainErrors } from './plain-errors.ts'
import { stepNotices } from './progress.ts'
import { promptRegistrar } from './prompts.ts'
import { type ReadyTool, readyTool } from './ready-tool.ts'
import { registerReflection } from './reflection-resources.ts'
import { registerResources } from './resources.ts'
import { skillsRegistrar } from './skills-extension.ts'
import type { ToolParts, Toolset } from './tool.ts'
import { toolFailure, toolResult } from './tool-result.ts'
import { TOOLS } from './tools/index.ts'

export type ServerParts = ToolParts & {
  toolsets: readonly Toolset[]
  version: string
  log: Log
  /** How long a user has for the answer to a question; CONSENT_MS_MAX when absent. */
  consentMs?: number
  /** Whether who sent this request over HTTP may speak for the person; without it nobody may. */
  speaksForPerson?: (request: Request) => boolean
}

/** A server, and what its client has subscribed to. */
export type BuiltServer = { server: McpServer; subscribed: ReadonlySet<string> }
export type BuildServer = (connection: Connection) => BuiltServer

/** Everything here is private to one person's machine, and changes when the library does. */
const CACHE = { ttlMs: 0, cacheScope: 'private' as const }
// Counts array elements and object members of one call: far above any honest one, far below what hurts.
const TOOL_INPUT_ELEMENTS_MAX = 20_000

const OPTIONS = {
  capabilities: {
    logging: {},
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
  },
  cacheHints: {
    'tools/list': CACHE,
    'prompts/list': CACHE,
    'resources/list': CACHE,
    'resources/templates/list': CACHE,
    'resources/read': CACHE,
    'server/discover': CACHE,
  },
  maxToolInputElements: TOOL_INPUT_ELEMENTS_MAX,
}

/** Does once what all servers share, so that a server per request costs next to nothing. */
export function serverBuilder(parts: ServerParts): BuildServer {
  const tools = TOOLS.filter((tool) => parts.toolsets.includes(tool.toolset)).map(readyTool)
  const registerPrompts = promptRegistrar(parts)
  const serveSkills = skillsRegistrar(parts, CACHE)
  const consent = createConsent(parts.consentMs, parts.speaksForPerson)
  const identity = { name: 'skill-cortex', title: 'Skill Cortex', version: parts.version }
  return (connection) => {
    const server = new PlainSpokenServer(identity, parts.indexText)
    for (const tool of tools) registerTool(server, tool, parts, { connection, consent })
    registerPrompts(server, connection)
    serveSkills(server)
    const subscribed = registerResources(server, parts)
    registerHealth(server, parts)
    registerReflection(server, parts)
    registerPeers(server, parts)
    return { server, subscribed }
  }
}

class PlainSpokenServer extends McpServer {
  readonly #index: SkillIndexText

  constructor(identity: Implementation, index: SkillIndexText) {
    super(identity, { ...OPTIONS, instructions: serverInstructions(index) })
    this.#index = index
  }

  override connect(transport: Transport): Promise<void> {
    const greeting = withGreeting(transport, (client) => serverInstructions(this.#index, client))
    return super.connect(withPlainErrors(greeting))
  }
}

function registerTool(
  server: McpServer,
  { tool, config }: ReadyTool,
  parts: ServerParts,
  { connection, consent }: { connection: Connection; consent: Consent },
): void {
  const { name } = tool
  server.registerTool(name, config, async (read, ctx) => {
    try {
      if ('fault' in read) throw read.fault
      const { args } = read
      const named = typeof args.session === 'string' ? args.session : undefined
      const session = connection.session(named, sessionHeader(ctx))
      const author = clientName(ctx, server.server.getClientVersion()?.name)
      const user = consent(ctx, server, connection, { tool: name, author, args })
      const onStep = stepNotices(ctx, (error) => parts.log('mcp', `${name}: a notice of progress was lost`, error))
      return toolResult(await tool.run(args, { actor: 'agent', author, session, user, onStep }, parts))
    } catch (error) {
      if (error instanceof InputNeeded) return error.result
      return toolFailure(name, error, parts.log)
    }
  })
}
