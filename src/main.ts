#!/usr/bin/env node
// Where the process starts: checks that this Node can run us, then hands the arguments to the command line. The app is
// imported late, so that what needs none of it starts fast; what serves clients, looks at their files or asks other hosts
// only when that is asked for.
import { fileURLToPath } from 'node:url'

const NODE_MIN = [20, 19] as const
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const args = process.argv.slice(2)

if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
  // To a client the exit code 2 of a hook means: refuse this message.
  if (args[0] === 'hook') process.exit(0)
  process.stderr.write(`skill-cortex needs Node ${NODE_MIN.join('.')} or newer, this is ${process.versions.node}\n`)
  process.exit(2)
}

if (args[0] === 'hook') {
  const { runHookLine } = await import('./hook-line.ts')
  await runHookLine(args.slice(1))
} else {
  const { runCommandLine } = await import('./command-line.ts')
  process.exitCode = await runCommandLine(args, fileURLToPath(import.meta.url), {
    loadServing: () => import('./serving.ts'),
    loadClientPlans: () => import('./clients/client-plans.ts'),
    loadFetcher: () => import('./net/fetch-public.ts'),
  })
}
