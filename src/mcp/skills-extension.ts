// Skills over MCP (SEP-2640) on our servers: the SDK's extension over our source, and a template for SKILL.md that completes
// names. The only file that knows how an extension is attached, which the SDK calls experimental.
import { type CacheHint, type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import { namesLike } from './names-like.ts'
import { SKILL_SCHEME } from './skill-uris.ts'
import { createSkillsSource, type SkillsSourceParts } from './skills-source.ts'

const TEMPLATE = `${SKILL_SCHEME}{+name}/SKILL.md`
const CONFIG = { title: 'Skill', description: 'One skill of the library as a SKILL.md.', mimeType: 'text/markdown' }

/** Makes the source once; what it returns serves it on one server, before that connects. */
export function skillsRegistrar(parts: SkillsSourceParts, cacheHint: CacheHint): (server: McpServer) => void {
  const { shelf, standings, log } = parts
  const source = createSkillsSource(parts)
  const extension = new SkillsExtension({
    source,
    baseUri: SKILL_SCHEME,
    cacheHint,
    onWarning: ({ path, message }) => log('mcp', `${path}: ${message}`),
  })
  const template = new ResourceTemplate(TEMPLATE, {
    list: undefined,
    complete: { name: (typed) => namesLike(typed, standings.listed(shelf)) },
  })
  return (server) => {
    // Before the extension's own template, which fits every skill:// URI and completes nothing.
    server.registerResource('skill', template, { ...CONFIG, cacheHint }, async (uri, _variables, ctx) => {
      const file = await source.read(uri.href, ctx)
      if (file === undefined) throw new ResourceNotFoundError(uri.href)
      if ('text' in file) return { contents: [{ uri: uri.href, ...file }] }
      // A file of that name in a folder of the skill, which need not be text.
      const { bytes, mimeType } = file
      const blob = Buffer.from(bytes).toString('base64')
      return { contents: [{ uri: uri.href, blob, ...(mimeType === undefined ? {} : { mimeType }) }] }
    })
    extension.attach(server)
  }
}
