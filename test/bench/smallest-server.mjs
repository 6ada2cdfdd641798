// The smallest server on the SDK that Skill Cortex uses: `echo`, and `save` into the ref store. What it costs is the
// SDK's own share of our figures.
// Usage: node smallest-server.mjs <folder of the ref store>
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { openRefStore } from './ref-store.mjs'

const [folder = ''] = process.argv.slice(2)
const store = await openRefStore(folder)

function buildServer() {
  const server = new McpServer({ name: 'smallest', version: '1.0.0' })
  server.registerTool('echo', { inputSchema: z.object({ message: z.string() }) }, async ({ message }) => ({
    content: [{ type: 'text', text: `Echo: ${message}` }],
  }))
  server.registerTool(
    'save',
    { inputSchema: z.object({ name: z.string(), content: z.string() }) },
    async ({ name, content }) => {
      await store.save(name, content)
      return { content: [{ type: 'text', text: `Saved ${name}.` }] }
    },
  )
  return server
}

serveStdio(buildServer, { transport: new StdioServerTransport() })
