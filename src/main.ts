#!/usr/bin/env node
// Where the process starts: checks that this Node can run us, then hands the arguments to the command line. The app is
// imported late, so that what needs none of it starts fast; what serves clients only when a server is asked for.

const NODE_MIN = [20, 19] as const
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
  process.stderr.write(`skill-cortex needs Node ${NODE_MIN.join('.')} or newer, this is ${process.versions.node}\n`)
  process.exit(2)
}

const { runCommandLine } = await import('./command-line.ts')
process.exitCode = await runCommandLine(process.argv.slice(2), () => import('./serving.ts'))
