import type { Command } from '../command.ts'

export const stdio: Command = {
  usage: 'stdio',
  summary: 'serve MCP on stdin and stdout, for a client that starts this itself',
  options: [
    ['--toolsets <list>', 'which tools to offer, comma-separated (default core,work)'],
    ['--allow-network', 'let what is imported be fetched by URL'],
  ],
  run: (_args, options, around) => around.stdio(options),
}
