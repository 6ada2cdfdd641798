import type { Command } from '../command.ts'

export const serve: Command = {
  usage: 'serve',
  summary: 'serve MCP and HTTP on one port until stopped',
  options: [
    ['--port <n>', 'the port (default 7420; 0 picks a free one)'],
    ['--host <address>', 'the address (default 127.0.0.1; another one needs SKILL_CORTEX_TOKEN)'],
    ['--toolsets <list>', 'which tools to offer, comma-separated (default core,work)'],
    ['--allow-network', 'let what is imported be fetched by URL'],
  ],
  run: (_args, options, around) => around.serve(options),
}
